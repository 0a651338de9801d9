import type { JsonObject } from "@graph/plan";
import { tokensUsedSchema } from "./model/tokens-used.ts";

const text = { type: "string" } as const;

const calls = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "tool", "input"],
    properties: { id: text, tool: text, input: { type: "object" } },
  },
} as const;

const results = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "tool", "ok"],
    properties: { id: text, tool: text, ok: { type: "boolean" }, output: {}, error: {} },
  },
} as const;

/** Input of `builtin__agent_turn`. */
export const agentTurnInputSchema: JsonObject = {
  type: "object",
  required: ["prompt", "tools", "history", "final"],
  additionalProperties: false,
  properties: {
    prompt: { ...text, description: "The task." },
    system_prompt: { ...text, description: "How the model should behave." },
    output_schema: { type: "object", description: "JSON Schema of the answer. Left out: a text." },
    model: { type: "string", minLength: 1, default: "default", description: "Role of the chat model." },
    tools: { type: "array", items: text, description: "Public names of the tools that the model may ask for." },
    history: {
      type: "array",
      description: "What has been said and done since the prompt, oldest first.",
      items: {
        anyOf: [
          { type: "object", required: ["role"], properties: { role: { const: "assistant" }, text, calls } },
          { type: "object", required: ["role", "results"], properties: { role: { const: "tool" }, results } },
          { type: "object", required: ["role", "text"], properties: { role: { const: "user" }, text } },
        ],
      },
    },
    final: { type: "boolean", description: "The last turn: no tools are offered, the model has to answer." },
  },
};

/** Output of `builtin__agent_turn`. */
export const agentTurnOutputSchema: JsonObject = {
  type: "object",
  required: ["calls", "output", "model", "usage"],
  properties: {
    calls: { ...calls, description: "What the model wants to be called; empty when it has answered." },
    output: { description: "The answer; null when there is none." },
    text: { ...text, description: "What the model says beside its calls, or what it said that cannot be used." },
    problem: { ...text, description: "Why its answer cannot be used, for the model to read in the next turn." },
    model: { ...text, description: "The model that answered, as it names itself." },
    usage: tokensUsedSchema,
  },
};
