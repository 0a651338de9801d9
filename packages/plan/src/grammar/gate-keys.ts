import { modelGateKeys } from "../control/model-gate-keys.ts";
import type { KeyTable } from "./key-rule.ts";

/** The operators of a gate that compares. */
export const gateOperators: readonly string[] = [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "empty",
  "not_empty",
  "contains",
  "in",
  "matches_glob",
];

/** The operators that look at `value` alone. */
export const unaryOperators: ReadonlySet<string> = new Set(["empty", "not_empty"]);

/** Keys of a gate. */
export const gateKeys: KeyTable = {
  value: { kind: "template", description: "What is compared." },
  op: { kind: "enum", values: gateOperators, description: "How it is compared." },
  to: { kind: "template", description: "What it is compared with; not for `empty` and `not_empty`." },
  all: { kind: "gate", description: "A list of gates, all of which must be true." },
  any: { kind: "gate", description: "A list of gates, one of which must be true." },
  not: { kind: "gate", description: "A gate that must be false." },
  ...modelGateKeys,
};

/** The forms of a gate: the key that tells each one, and the keys that may stand beside it. */
export const gateForms: ReadonlyMap<string, readonly string[]> = new Map([
  ["op", ["value", "to"]],
  ["all", []],
  ["any", []],
  ["not", []],
  ["decide", ["state", "model", "min_probability"]],
  ["infer", ["model"]],
]);
