import type { ControlStepGrammar } from "./control-step.ts";
import { gateForms, modelGateCompany, modelGateKeys } from "./model-gate-keys.ts";

export const filter: ControlStepGrammar = {
  name: "filter",
  description: "Keeps the items of a list for which a gate is true.",
  keys: {
    over: { kind: "template", description: "The list." },
    where: { kind: "gate", description: "Keeps an item (`item`, `index`) when it is true." },
    ...modelGateKeys,
    concurrency: { kind: "integer", minimum: 1, description: "How many items are looked at at once. Default: 1." },
  },
  required: ["over"],
  exclusive: [gateForms("where")],
  oneOf: gateForms("where"),
  together: modelGateCompany,
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
