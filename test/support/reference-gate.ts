import { compileGate, type GateQuestion, type Json, type JsonObject } from "@graph/plan";
import { Failed, rendered } from "./reference-ending.ts";
import type { ListPlace, ReferenceRun } from "./reference-run.ts";

/** `key`: of the gate, in calls; `path` and `timeout`: of its step. */
export interface GatePlace {
  readonly place: ListPlace;
  readonly key: string;
  readonly path: string;
  readonly timeout: Json | undefined;
}

/** Whether a gate holds, and what the model that was asked last adds to a result. */
export function gateHolds(
  run: ReferenceRun,
  gate: Json,
  { place, key, path, timeout }: GatePlace,
): { readonly value: boolean; readonly verdict: JsonObject } {
  let verdict: JsonObject = {};
  const ask = ({ kind, index, question, state, minProbability }: GateQuestion): boolean => {
    const input = kind === "decide" ? { question, state } : { instruction: question, output_schema: {} };
    const call = { tool: `builtin__${kind}`, input, key: `${key}.${String(index)}` };
    const { probability, output = {} } = run.ask(call, place, path, timeout) as JsonObject;
    const { verdict: inferred, reason } = output as JsonObject;
    const said = kind === "decide" ? probability : inferred;
    if (said === undefined) throw new Failed({ class: "type", step: path });
    const holds = typeof said === "number" ? said >= minProbability : said === true;
    verdict = { verdict: holds, ...(reason === undefined ? {} : { reason }) };
    return holds;
  };
  return { value: rendered(path, () => compileGate(gate)(place.scope, { ask })), verdict };
}

/** The gate of a control step: under a key of its own, or as a question that stands beside it. */
export function ownGate(input: JsonObject, key: string): { readonly gate: Json; readonly name: string } | undefined {
  const name = ["decide", "infer"].find((question) => input[question] !== undefined);
  if (name !== undefined) return { gate: input, name };
  return input[key] === undefined ? undefined : { gate: input[key], name: key };
}
