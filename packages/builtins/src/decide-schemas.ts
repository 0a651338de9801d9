import type { JsonObject } from "@graph/plan";
import { tokensUsedSchema } from "./model/tokens-used.ts";

const label = { type: "string", minLength: 1 } as const;
const probability = { type: "number", minimum: 0, maximum: 1 } as const;

/** Input of `builtin__decide`. */
export const decideInputSchema: JsonObject = {
  type: "object",
  required: ["question"],
  additionalProperties: false,
  properties: {
    question: { type: "string", minLength: 1, description: "One question, about the state alone." },
    state: { description: "What the question is about: any value. Left out: nothing." },
    options: {
      description: "Answers to choose from: labels, each with a description or null, or a list of labels.",
      anyOf: [
        {
          type: "object",
          minProperties: 1,
          propertyNames: label,
          additionalProperties: { type: ["string", "null"] },
        },
        { type: "array", minItems: 1, uniqueItems: true, items: label },
      ],
    },
    levels: {
      type: "array",
      minItems: 2,
      maxItems: 10,
      items: label,
      description: "Levels of a scale, from the lowest to the highest. Not together with `options`.",
    },
    model: { type: "string", minLength: 1, default: "decider", description: "Role of the decision model." },
  },
  dependentSchemas: { options: { properties: { levels: false } } },
};

/** Output of `builtin__decide`. */
export const decideOutputSchema: JsonObject = {
  type: "object",
  required: ["kind", "model"],
  properties: {
    kind: { enum: ["choice", "score", "yesno"], description: "With `options`, with `levels`, with neither." },
    choice: {
      type: "string",
      description: "Of a choice: the most probable label; of equals the one that stands first.",
    },
    score: { type: "number", minimum: 0, description: "Of a scale: the place on it, from 0; between two levels, too." },
    probability: { ...probability, description: "Of yes." },
    probabilities: {
      description: "Of a choice: by label. Of a scale: of each level, in order.",
      anyOf: [
        { type: "object", additionalProperties: probability },
        { type: "array", items: probability },
      ],
    },
    model: { type: "string", description: "The model that answered, as it names itself." },
    usage: tokensUsedSchema,
  },
};
