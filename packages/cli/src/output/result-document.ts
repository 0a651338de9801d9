import type { Diagnostic, Json, RunResult } from "@graph/host";

/** The document of a run: the same keys whatever became of it. */
export interface RunDocument {
  readonly status: RunResult["status"];
  readonly output: Json;
  /** `step` only when it is one that failed. */
  readonly error?: Omit<NonNullable<RunResult["error"]>, "step"> & { readonly step?: string };
  readonly exit?: RunResult["exit"];
  readonly counts: RunResult["counts"];
  readonly usage: RunResult["usage"];
  readonly steps: { readonly [path: string]: unknown };
  readonly diagnostics: readonly Diagnostic[];
  readonly plan: string;
  readonly runId: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A result as plain JSON. `diagnostics`: everything that was met on the way. */
export function resultDocument(result: RunResult, diagnostics: readonly Diagnostic[]): RunDocument {
  return {
    status: result.status,
    output: result.output,
    ...(result.error !== undefined && { error: errorDocument(result.error) }),
    ...(result.exit !== undefined && { exit: result.exit }),
    counts: result.counts,
    usage: result.usage,
    steps: Object.fromEntries([...result.steps].map(([path, { path: _path, ...record }]) => [path, record])),
    diagnostics,
    plan: result.plan,
    runId: result.runId,
    startedAt: result.startedAt,
    endedAt: result.endedAt,
  };
}

function errorDocument({ step, ...error }: NonNullable<RunResult["error"]>): NonNullable<RunDocument["error"]> {
  return step === "" ? error : { ...error, step };
}

/** Lists put together, what stands in more than one of them once. */
export function mergeDiagnostics(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of lists.flat()) {
    const { code, severity, message, file, line, column, step } = diagnostic;
    merged.set(JSON.stringify([code, severity, message, file, line, column, step]), diagnostic);
  }
  return [...merged.values()];
}
