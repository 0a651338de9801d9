import { noCounts } from "./no-counts.ts";
import type { RunResult } from "./run-result.ts";

/** A recorded run was taken up by a plan, or an interpreter, that asks for something else under the same key. */
export class RunDiverged extends Error {
  readonly code = "run/diverged" as const;
  /** The key that differs. */
  readonly key: string;
  constructor(key: string) {
    super(
      `The run asks for something else at ${key} than was recorded there. It was started with another plan: start a new run.`,
    );
    this.name = "RunDiverged";
    this.key = key;
  }
}

/** How a run ends that has diverged: failed, with nothing of it taken for a result. */
export function divergedResult(
  diverged: RunDiverged,
  run: { readonly runId: string; readonly startedAt: number },
  plan: string,
  endedAt: number,
): RunResult {
  const { code, key, message } = diverged;
  return {
    runId: run.runId,
    plan,
    status: "failed",
    output: null,
    error: { class: "unknown_outcome", code, message, step: key, effect: "maybe" },
    counts: noCounts,
    usage: { calls: 0 },
    startedAt: run.startedAt,
    endedAt,
    diagnostics: [{ code, severity: "error", message, step: key }],
    steps: new Map(),
  };
}
