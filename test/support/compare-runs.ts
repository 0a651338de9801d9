import type { RunResult, StepError, StepRecord } from "@graph/runner";
import { brief, sameJson } from "./json-text.ts";

/** What a run of a generated plan came to. */
export interface Outcome {
  readonly result: RunResult;
  readonly effects: readonly string[];
}

/** What stands before the last name of a path: equal for all steps of one list. */
const listOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

const isInside = (path: string, outer: string): boolean => path.startsWith(`${outer}/`) || path.startsWith(`${outer}[`);

/** The error without what depends on when things happened. */
const comparable = (error: StepError | undefined): object | null => (error === undefined ? null : { ...error });

/**
 * The paths whose statuses are compared: in every list of steps those up to its first failure, in document order. A read behind
 * a failure may have begun ahead of its turn and is then reported as what it was; so may later items of a loop that failed.
 */
function comparedPaths(records: readonly StepRecord[]): ReadonlySet<string> {
  const paths = new Set<string>();
  const failedSteps: string[] = [];
  const failedLoops: { readonly path: string; readonly from: number }[] = [];
  const position = new Map(records.map((record, index) => [record.path, index]));
  for (const record of records) {
    if (record.error === undefined || record.status === "caught") continue;
    const from = position.get(record.error.step);
    if (from !== undefined && record.error.step !== record.path) failedLoops.push({ path: record.path, from });
  }
  for (const [index, { path, status }] of records.entries()) {
    const behind =
      failedSteps.some((failed) => path.startsWith(listOf(failed)) && !isInside(path, failed)) ||
      failedLoops.some((loop) => index > loop.from && isInside(path, loop.path));
    if (behind) continue;
    paths.add(path);
    if (status === "failed") failedSteps.push(path);
  }
  return paths;
}

/** The differences between two runs of one plan that must come to the same; an empty list when they do. */
export function compareRuns(left: Outcome, right: Outcome): string[] {
  const problems: string[] = [];
  const compare = (what: string, one: unknown, other: unknown): void => {
    if (!sameJson(one, other)) problems.push(`${what}: ${brief(one)} and ${brief(other)}`);
  };
  compare("status", left.result.status, right.result.status);
  compare("output", left.result.output, right.result.output);
  compare("failure", comparable(left.result.error), comparable(right.result.error));
  compare("exit", left.result.exit ?? null, right.result.exit ?? null);
  compare("effects", left.effects, right.effects);
  const paths = comparedPaths([...left.result.steps.values()]);
  const others = comparedPaths([...right.result.steps.values()]);
  compare("steps that are compared", [...paths], [...others]);
  for (const path of paths) {
    const [one, other] = [left.result.steps.get(path), right.result.steps.get(path)];
    compare(`step ${path}`, summary(one), summary(other));
  }
  return problems;
}

const summary = (record: StepRecord | undefined): object | null =>
  record === undefined
    ? null
    : {
        status: record.status,
        attempts: record.attempts,
        output: record.output ?? null,
        error: comparable(record.error),
        reason: record.reason ?? null,
      };
