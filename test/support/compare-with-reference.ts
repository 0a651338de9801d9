import type { Json } from "@graph/plan";
import type { StepError } from "@graph/runner";
import { brief, sameJson } from "./json-text.ts";
import type { ReferenceFailure } from "./reference-ending.ts";
import type { ReferenceResult } from "./reference-interpreter.ts";
import type { GeneratedRun } from "./run-generated.ts";

const failureOf = (error: StepError | ReferenceFailure | undefined): object | null => {
  if (error === undefined) return null;
  const { class: errorClass, step, attempt = null, index = null, cause } = error;
  return { class: errorClass, step, attempt, index, cause: typeof cause === "object" ? cause.class : (cause ?? null) };
};

/** A value without the words of the failures in it. */
function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutWords(item));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, item]) => [name, withoutWords(item)] as const);
  const isFailure = "class" in value && "step" in value;
  return Object.fromEntries(isFailure ? entries.filter(([name]) => name === "class" || name === "step") : entries);
}

/** The differences between a run and what the reference says of it; an empty list when there are none. */
export function compareWithReference(
  { result, cells, effects, tookMs }: GeneratedRun,
  reference: ReferenceResult,
): string[] {
  const problems: string[] = [];
  const compare = (what: string, real: unknown, wanted: unknown): void => {
    if (!sameJson(real, wanted)) problems.push(`${what}: ${brief(real)}, and the reference says ${brief(wanted)}`);
  };
  compare("status", result.status, reference.status);
  compare("output", withoutWords(result.output), withoutWords(reference.output));
  compare("failure", failureOf(result.error), failureOf(reference.error));
  compare("exit", result.exit ?? null, reference.exit ?? null);
  compare("effects", effects, reference.effects);
  compare("calls", cells.calls, reference.calls);
  compare("failed items", result.counts.failed_items, reference.failedItems);
  compare("unknown", result.counts.unknown, reference.unknown);
  compare("time", tookMs, reference.tookMs);
  for (const path of new Set([...result.steps.keys(), ...reference.records.keys()])) {
    const [real, wanted] = [result.steps.get(path), reference.records.get(path)];
    const realRecord = real && { ...real, error: failureOf(real.error), output: withoutWords(real.output ?? null) };
    const wantedRecord = wanted && {
      ...wanted,
      error: failureOf(wanted.error),
      output: withoutWords(wanted.output ?? null),
    };
    const shown = (record: typeof realRecord | typeof wantedRecord): object | null =>
      record === undefined
        ? null
        : { status: record.status, attempts: record.attempts, output: record.output, error: record.error };
    compare(`step ${path}`, shown(realRecord), shown(wantedRecord));
  }
  return problems;
}
