import type { Json } from "@graph/plan";
import type { RunResult } from "@graph/runner";

/** A result with another output. Field by field: a result makes some of its parts when they are read, which a spread would lose. */
export function withOutput(result: RunResult, output: Json): RunResult {
  return {
    runId: result.runId,
    plan: result.plan,
    status: result.status,
    output,
    ...(result.error !== undefined && { error: result.error }),
    ...(result.exit !== undefined && { exit: result.exit }),
    counts: result.counts,
    usage: result.usage,
    startedAt: result.startedAt,
    endedAt: result.endedAt,
    diagnostics: result.diagnostics,
    steps: result.steps,
  };
}
