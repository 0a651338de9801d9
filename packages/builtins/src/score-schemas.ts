import type { JsonObject } from "@graph/plan";

const scoredTools = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "description", "score", "selected", "below_threshold"],
    properties: {
      name: { type: "string" },
      description: { type: "string" },
      score: { type: "number", minimum: 0, maximum: 1 },
      selected: { type: "boolean" },
      below_threshold: { type: "boolean" },
      matched: {
        type: "array",
        items: { type: "string" },
        description: "With keywords: words of the query found in the tool.",
      },
    },
  },
} as const satisfies JsonObject;

/** Input of `builtin__score_candidates`. */
export const scoreInputSchema: JsonObject = {
  type: "object",
  required: ["query", "candidates"],
  additionalProperties: false,
  properties: {
    query: {
      type: "string",
      description: "The task, best as one step: the main tool of a whole goal hides the others.",
    },
    candidates: {
      type: "array",
      description:
        "The tools to choose among: names, or objects with `name` and `description`. Entries without a name are skipped and counted.",
    },
    question: {
      type: "string",
      minLength: 1,
      description: "What a decision model is asked. Default: Which tool carries out this step?",
    },
    threshold: {
      type: "number",
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: "Least score of a selected tool: a probability, or the share of the query that matched.",
    },
    limit: { type: "integer", minimum: 0, description: "Most tools to select. Left out: no limit." },
    floor: {
      type: "integer",
      minimum: 0,
      default: 0,
      description: "Least number of tools to select, filled up with the next best below the threshold.",
    },
    model: { type: "string", default: "decider", description: "Role of the decision model." },
    chunk_size: {
      type: "integer",
      minimum: 2,
      maximum: 255,
      default: 250,
      description:
        "Most tools in one question to a decision model. The model's own limit less one, which the answer `none` takes, counts as well.",
    },
    on_error: {
      enum: ["keyword", "fail"],
      default: "keyword",
      description: "When the decision model fails: choose by keywords and say so, or fail.",
    },
  },
};

/** Output of `builtin__score_candidates`. */
export const scoreOutputSchema: JsonObject = {
  type: "object",
  required: ["mode", "selected", "no_fit", "details"],
  properties: {
    mode: { enum: ["decision", "keyword"], description: "Who chose: a decision model, or keywords." },
    selected: { ...scoredTools, description: "The chosen tools, best first, then by name." },
    no_fit: { type: "boolean", description: "No tool reached the threshold." },
    near: { ...scoredTools, description: "When nothing reached the threshold: the nearest that were not chosen." },
    degraded: { type: "boolean", description: "A decision model should have chosen and failed." },
    fallback_reason: { type: "string", description: "Why keywords chose instead of the decision model." },
    details: { type: "object", description: "How the choice went, for people and traces." },
  },
};
