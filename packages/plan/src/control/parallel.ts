import { stepIdPattern } from "../modifier/step-id-pattern.ts";
import type { JsonObject } from "../json.ts";
import type { ControlStepGrammar } from "./control-step.ts";

export const parallel: ControlStepGrammar = {
  name: "parallel",
  description: "Runs several branches at once and waits for all of them, or for the first that goes well.",
  keys: {
    branches: {
      kind: "named",
      pattern: stepIdPattern,
      of: { kind: "body", description: "One branch: one call, or a list of steps." },
      description: "The branches, by name.",
    },
    wait: {
      kind: "enum",
      values: ["all", "any"],
      description: "`any`: the first branch that goes well ends the step, and the others are stopped. Default: all.",
    },
  },
  required: ["branches"],
  fence: false,
  roots: () => [],
  result: (input, { bodies }) => {
    const properties: JsonObject = Object.fromEntries(
      Object.entries(bodies).map(([key, shape]) => [key.slice("branches/".length), shape]),
    );
    return {
      type: "object",
      // Of `any` only the branch that went well has a result.
      required: input["wait"] === "any" ? [] : Object.keys(properties),
      additionalProperties: false,
      properties,
    };
  },
};
