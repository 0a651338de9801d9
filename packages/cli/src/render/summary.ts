import type { RunResult } from "@graph/host";
import { notPlain } from "../exit-code.ts";
import { formatTime } from "./format-time.ts";

const words: ReadonlyMap<string, string> = new Map([
  ["failed_ignored", "failed and ignored"],
  ["not_started", "not started"],
  ["unknown", "may have acted without an answer"],
  ["failed_items", "failed items"],
  ["truncated", "values cut"],
]);

/** How a run ended, and everything in it that was not plain success, in one or two lines. */
export function summary(result: RunResult): string {
  const calls = `${result.usage.calls} ${result.usage.calls === 1 ? "call" : "calls"}`;
  const exit = result.exit?.message === undefined ? "" : `: ${result.exit.message}`;
  const head = `${result.plan} ${result.status} in ${formatTime(result.endedAt - result.startedAt)}, ${calls}${exit}`;
  const rest = notPlain(result).map(([name, count]) => `${count} ${words.get(name) ?? name}`);
  return rest.length === 0 ? head : `${head}\nnot plain success: ${rest.join(", ")}`;
}
