import type { RunResult, StepError, StepRecord } from "@graph/runner";
import type { GeneratedPlan } from "./generate-plan.ts";
import { brief, sameJson } from "./json-text.ts";
import { type FindStep, ownerOf, pathsAround, stepFinder } from "./step-lists.ts";

/** What a run of a generated plan came to. */
export interface Outcome {
  readonly result: RunResult;
  readonly effects: readonly string[];
}

/** What stands before the last name of a path: equal for all steps of one list. */
const prefixOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Whether a step stands in a handler or the clean-up of its owner, and not in a body of it. */
const standsAround = (path: string, find: FindStep): boolean =>
  /(?:^|\/)@(?:catch|finally)$/u.test(path) || find(path)?.around === true;

function listOf(path: string, find: FindStep): string {
  const prefix = prefixOf(path);
  const last = path.slice(prefix.length);
  return prefix + (last.startsWith("@") ? last : String(find(path)?.list));
}

/**
 * The paths whose statuses are compared: in every list of steps those up to its first failure, in document order. A read behind
 * a failure may have begun ahead of its turn and is then reported as what it was; so may later items, rounds and branches of a step
 * that did not get over the failure.
 */
function comparedPaths(records: ReadonlyMap<string, StepRecord>, find: FindStep): readonly string[] {
  const paths: string[] = [];
  /** The step that failed first, by its list and by the step that did not get over it. */
  const failedIn = new Map<string, string>();
  const failedWith = new Map<string, string>();
  const isBehind = (path: string): boolean => {
    return pathsAround(path).some((step) => {
      if ((failedIn.get(listOf(step, find)) ?? step) !== step) return true;
      return (failedWith.get(ownerOf(step)) ?? step) !== step && !standsAround(step, find);
    });
  };
  for (const { path, status } of records.values()) {
    if (isBehind(path)) continue;
    paths.push(path);
    if (status !== "failed") continue;
    failedIn.set(listOf(path, find), path);
    const owner = ownerOf(path);
    const gotOver = records.get(owner)?.status === "succeeded";
    if (!gotOver && !standsAround(path, find) && !failedWith.has(owner)) failedWith.set(owner, path);
  }
  return paths;
}

/** The differences between two runs of one plan that must come to the same; an empty list when they do. */
export function compareRuns(plan: GeneratedPlan, left: Outcome, right: Outcome): string[] {
  const problems: string[] = [];
  const compare = (what: string, one: unknown, other: unknown): void => {
    if (!sameJson(one, other)) problems.push(`${what}: ${brief(one)} and ${brief(other)}`);
  };
  compare("status", left.result.status, right.result.status);
  compare("output", left.result.output, right.result.output);
  compare("failure", comparable(left.result.error), comparable(right.result.error));
  compare("exit", left.result.exit ?? null, right.result.exit ?? null);
  compare("effects", left.effects, right.effects);
  const compared = ({ steps }: RunResult): readonly string[] =>
    comparedPaths(
      steps,
      stepFinder(plan, (path) => steps.get(path)?.tool),
    );
  const paths = compared(left.result);
  compare("steps that are compared", paths, compared(right.result));
  for (const path of paths) {
    const [one, other] = [left.result.steps.get(path), right.result.steps.get(path)];
    compare(`step ${path}`, summary(one), summary(other));
  }
  return problems;
}

const comparable = (error: StepError | undefined): object | null => (error === undefined ? null : { ...error });

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
