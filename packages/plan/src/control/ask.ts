import { isObject } from "../grammar/is-object.ts";
import { selfContained } from "../shape/self-contained.ts";
import type { ControlStepGrammar } from "./control-step.ts";

export const ask: ControlStepGrammar = {
  name: "ask",
  description: "Puts a question to a person.",
  keys: {
    prompt: { kind: "template", filled: true, forPeople: true, description: "The question." },
    output_schema: {
      kind: "schema",
      description: "JSON Schema of the answer: a flat object of texts, numbers, booleans and enums.",
    },
    when_unanswered: {
      kind: "enum",
      values: ["fail", "default", "suspend"],
      description:
        "What happens when nobody can be asked, or the person declines: the step fails, it answers with `default`, or the run waits (a question that is declined then fails with the class `unavailable`). Default: fail.",
    },
    default: { kind: "template", description: "The answer when nobody gives one; it fits `output_schema`." },
  },
  required: ["prompt", "output_schema"],
  fence: true,
  roots: () => [],
  result: (input) => ({
    type: "object",
    required: ["answer", "answered"],
    additionalProperties: false,
    properties: {
      answer: isObject(input["output_schema"]) ? selfContained(input["output_schema"]) : {},
      answered: { type: "boolean" },
      reason: { enum: ["declined", "unavailable", "timeout"] },
    },
  }),
};
