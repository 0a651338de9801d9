import type { RunResult } from "@graph/host";
import { notPlain } from "../exit-code.ts";
import { formatTime } from "./format-time.ts";
import { isItem } from "./step-line.ts";

const words: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ["failed_ignored", ["failed and ignored", "failed and ignored"]],
  ["not_started", ["not started", "not started"]],
  ["unknown", ["may have acted without an answer", "may have acted without an answer"]],
  ["failed_items", ["item failed and was tolerated", "items failed and were tolerated"]],
  ["truncated", ["value cut", "values cut"]],
  ["warnings", ["warning", "warnings"]],
]);

/** How a run ended, and everything in it that was not plain success, in one or two lines. */
export function summary(result: RunResult): string {
  const calls = `${result.usage.calls} ${result.usage.calls === 1 ? "call" : "calls"}`;
  const exit = result.exit?.message === undefined ? "" : `: ${result.exit.message}`;
  const status = result.exit?.status === "error" ? "exited with an error" : result.status;
  const { tokens = 0 } = result.usage;
  const used = tokens > 0 ? `, ${tokens.toLocaleString("en")} tokens` : "";
  const head = `${result.plan} ${status} in ${formatTime(result.endedAt - result.startedAt)}, ${calls}${used}${exit}`;
  const rest = notPlain(result).flatMap(([name, count]) => {
    const shown = name === "failed" ? count - failedInItems(result) : count;
    const [one, many] = words.get(name) ?? [name, name];
    return shown > 0 ? [`${shown} ${shown === 1 ? one : many}`] : [];
  });
  return rest.length === 0 ? head : `${head}\nnot plain success: ${rest.join(", ")}`;
}

/** The failed steps of items that were tolerated: the item is what is told of. */
function failedInItems(result: RunResult): number {
  if (result.counts.failed_items === 0) return 0;
  return [...result.steps.values()].filter((step) => step.status === "failed" && isItem(step.path)).length;
}
