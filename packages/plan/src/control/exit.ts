import type { ControlStepGrammar } from "./control-step.ts";
import { gateForms, modelGateCompany, modelGateKeys, verdictSchemas } from "./model-gate-keys.ts";

export const exit: ControlStepGrammar = {
  name: "exit",
  description: "Ends the plan it stands in: always, or when its gate is true.",
  keys: {
    when: { kind: "gate", description: "Ends the plan when it is true. Missing: always." },
    ...modelGateKeys,
    status: { kind: "enum", values: ["success", "error"], description: "How the plan ends. Default: success." },
    message: {
      kind: "template",
      forPeople: true,
      description: "Why, for people. The reason of a chat model that was asked is put behind it.",
    },
    output: { kind: "template", description: "The plan's result instead of its own `output`." },
  },
  required: [],
  exclusive: [gateForms("when")],
  together: modelGateCompany,
  fence: true,
  roots: () => [],
  result: (input) => ({
    type: "object",
    required: ["passed"],
    additionalProperties: false,
    properties: { passed: { type: "boolean" }, ...verdictSchemas(input, [input["when"]]) },
  }),
};
