import { compileGate, type Gate, type Json, type JsonObject, modelsAsked } from "@graph/plan";
import type { Verdict } from "../interpreter/gate-run.ts";

/** The gate of a control step: under a key of its own, or as the question to a model that stands beside it. */
export interface LinkedGate {
  readonly gate: Gate;
  /** Whether it asks a model, so that its answer may have to be waited for. */
  readonly asks: boolean;
  /** JSON Pointer into the step's input. */
  readonly pointer: string;
  /** Its name in keys of calls: `when`, `decide`. */
  readonly name: string;
}

const questionKeys = ["decide", "infer"] as const;

/** The gate under `key`, or under `decide` or `infer` with what belongs to them. */
export function linkGate(input: JsonObject, key: string): LinkedGate | undefined {
  for (const name of questionKeys) {
    if (!Object.hasOwn(input, name)) continue;
    const question: { [key: string]: Json } = {};
    for (const part of [name, "state", "model", "min_probability"])
      if (Object.hasOwn(input, part)) question[part] = input[part] as Json;
    return { gate: compileGate(question), asks: true, pointer: "", name };
  }
  const gate = Object.hasOwn(input, key) ? input[key] : undefined;
  if (gate === undefined) return undefined;
  return { gate: compileGate(gate), asks: modelsAsked(gate).size > 0, pointer: `/${key}`, name: key };
}

/** What a model's verdict adds to the result of a control step. */
export function verdictFields(verdict: Verdict | undefined): JsonObject {
  if (verdict === undefined) return {};
  return { verdict: verdict.verdict, ...(verdict.reason !== undefined && { reason: verdict.reason }) };
}
