import type { ControlStepGrammar } from "./control-step.ts";

export const filter: ControlStepGrammar = {
  name: "filter",
  description: "Keeps the items of a list for which a gate is true.",
  keys: {
    over: { kind: "template", description: "The list." },
    where: { kind: "gate", description: "Keeps an item (`item`, `index`) when it is true." },
    concurrency: { kind: "integer", minimum: 1, description: "How many items are looked at at once. Default: 1." },
  },
  required: ["over", "where"],
  fence: false,
  roots: () => ["item", "index"],
  result: (_input, { item }) => ({
    type: "object",
    required: ["count", "items", "dropped", "dropped_count"],
    additionalProperties: false,
    properties: {
      count: { type: "integer" },
      items: { type: "array", items: item },
      dropped: { type: "array", items: item },
      dropped_count: { type: "integer" },
    },
  }),
};
