import type { RunCounts } from "./run-result.ts";

/** The counts of a run in which no step has begun, or of whose steps nothing is known. */
export const noCounts: RunCounts = {
  steps: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  caught: 0,
  failed_ignored: 0,
  cancelled: 0,
  not_started: 0,
  unknown: 0,
  failed_items: 0,
  truncated: 0,
};
