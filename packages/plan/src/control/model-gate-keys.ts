import { modelsAsked } from "../gate/gate-question.ts";
import type { KeyTable } from "../grammar/key-rule.ts";
import type { Json, JsonObject } from "../json.ts";
import type { KeyCompany } from "./control-step.ts";

/** The keys with which a control step asks a model instead of comparing values. */
export const modelGateKeys: KeyTable = {
  infer: {
    kind: "template",
    filled: true,
    forPeople: true,
    description: "A yes/no question to a chat model, as a text; it answers with a verdict and a reason.",
  },
  decide: {
    kind: "template",
    filled: true,
    forPeople: true,
    description: "A yes/no question to a decision model, as a text.",
  },
  state: { kind: "template", description: "What the decision model looks at, with `decide`." },
  model: {
    kind: "template",
    filled: true,
    description: "The role of the model. Default: `decider` for `decide`, `default` for `infer`.",
  },
  min_probability: {
    kind: "number",
    minimum: 0,
    maximum: 1,
    description: "With `decide`: the least probability of yes that makes the gate true. Default: 0.5.",
  },
};

/** What a control step's gate is called by, with the two ways to ask a model: at most one of them may stand there. */
export function gateForms(key: string): readonly string[] {
  return [key, "infer", "decide"];
}

/** JSON Schemas of what the gates of a control step add to its result: `verdict` when a model may be asked, `reason` when a chat model. */
export function verdictSchemas(input: JsonObject, gates: readonly (Json | undefined)[]): JsonObject {
  const kinds = new Set(gates.flatMap((gate) => [...modelsAsked(gate)]));
  for (const kind of ["decide", "infer"] as const) if (Object.hasOwn(input, kind)) kinds.add(kind);
  return {
    ...(kinds.size > 0 && { verdict: { type: "boolean" } }),
    ...(kinds.has("infer") && { reason: { type: "string" } }),
  };
}

/** What belongs to a model's question makes no sense without one. */
export const modelGateCompany: readonly KeyCompany[] = [
  { key: "state", with: ["decide"], required: false },
  { key: "min_probability", with: ["decide"], required: false },
  { key: "model", with: ["infer", "decide"], required: false },
];
