import type { RunResult, StepRecord, StepStatus } from "@graph/runner";
import { brief } from "./json-text.ts";
import type { Observation } from "./observation.ts";

const fine = new Set<StepStatus>(["succeeded", "skipped", "caught", "failed_ignored"]);

/** The steps of the run's own list: those inside of a control step or a called plan have a path with a slash. */
const ownSteps = (result: RunResult): readonly StepRecord[] =>
  [...result.steps.values()].filter((record) => !record.path.includes("/"));

/** A run is a success only when each of its own steps has an end that allows it. */
function successProblems(result: RunResult): string[] {
  if (result.status !== "succeeded") return [];
  return ownSteps(result).flatMap((record) => {
    if (!fine.has(record.status)) return [`the run succeeded, and its step ${record.path} is ${record.status}`];
    if (record.status === "skipped" && (record.reason ?? "") === "")
      return [`${record.path} was skipped without a reason`];
    return [];
  });
}

/** The result counts all that is not plain success. */
function countProblems(result: RunResult): string[] {
  const kinds = ["succeeded", "failed", "skipped", "caught", "failed_ignored", "cancelled", "not_started"] as const;
  const records = [...result.steps.values()];
  const problems = kinds.flatMap((kind) => {
    const found = records.filter((record) => record.status === kind).length;
    const counted = result.counts[kind];
    return counted === found
      ? []
      : [`${String(counted)} steps are counted as ${kind}, the records show ${String(found)}`];
  });
  return result.counts.steps === records.length
    ? problems
    : [...problems, `${String(result.counts.steps)} steps are counted, there are ${String(records.length)} records`];
}

/** What must hold after every run, whatever its case pins. */
export function checkInvariants(seen: Observation): string[] {
  const problems = seen.result === undefined ? [] : [...successProblems(seen.result), ...countProblems(seen.result)];
  const names = seen.catalog.map((tool) => tool.name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) problems.push(`tools share the names ${brief(twice)}`);
  const text = seen.texts.find((one) => one.includes("[object Object]"));
  if (text !== undefined) {
    const at = text.indexOf("[object Object]");
    problems.push(`"[object Object]" occurs: ${text.slice(Math.max(0, at - 100), at + 100)}`);
  }
  return problems;
}
