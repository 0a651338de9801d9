import type { Diagnostic } from "@graph/plan";
import type { RunCounts, RunResult } from "@graph/runner";

// Not the constant of the runner: a value of it would load the whole runner whenever a project is opened.
const nothing: RunCounts = {
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

/** The result of a plan that the checker refused: failed, without a step begun. */
export function refusedResult(plan: string, diagnostics: readonly Diagnostic[], at: number): RunResult {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  return {
    runId: "",
    plan,
    status: "failed",
    output: null,
    error: {
      class: "invalid_input",
      code: first?.code ?? "schema/bad-value",
      message: first?.message ?? "The plan was refused.",
      step: "",
      effect: "none",
    },
    counts: nothing,
    usage: { calls: 0 },
    startedAt: at,
    endedAt: at,
    diagnostics,
    steps: new Map(),
  };
}

/** The result of a run that was cancelled before it had begun: its servers were still starting. */
export function cancelledResult(plan: string, at: number): RunResult {
  return {
    runId: "",
    plan,
    status: "cancelled",
    output: null,
    counts: nothing,
    usage: { calls: 0 },
    startedAt: at,
    endedAt: at,
    diagnostics: [],
    steps: new Map(),
  };
}
