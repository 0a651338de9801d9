import type { RunResult } from "@graph/host";

/** What the process ends with. DESIGN: one number, one meaning, in every command. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  input: 3,
  exitedWithError: 4,
  waiting: 5,
  notPlain: 6,
  interrupted: 130,
} as const;

/** The counts of a result that are not plain success, those that are not zero, by name; `warnings` are those that the run met. */
export function notPlain(result: RunResult): readonly (readonly [string, number])[] {
  const { steps: _steps, succeeded: _succeeded, ...rest } = result.counts;
  const warnings = result.diagnostics.filter((diagnostic) => diagnostic.severity === "warning").length;
  return Object.entries({ ...rest, warnings }).filter(([, count]) => count > 0);
}

/** The exit code of a run. `interrupted`: it was Ctrl-C that cancelled it. */
export function exitCodeOf(
  result: RunResult,
  options: { readonly strict: boolean; readonly interrupted: boolean },
): number {
  switch (result.status) {
    case "succeeded":
      return options.strict && notPlain(result).length > 0 ? exitCode.notPlain : exitCode.done;
    case "exited":
      if (result.exit?.status === "error") return exitCode.exitedWithError;
      return options.strict && notPlain(result).length > 0 ? exitCode.notPlain : exitCode.done;
    case "waiting":
      return exitCode.waiting;
    case "cancelled":
      return options.interrupted ? exitCode.interrupted : exitCode.failed;
    default:
      return result.error?.at !== undefined && result.error.step === "" ? exitCode.input : exitCode.failed;
  }
}
