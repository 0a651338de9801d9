import type { Diagnostic } from "@graph/plan";

/** A plan was refused. Every problem stands in `diagnostics`, with its place. */
export class PlanError extends Error {
  readonly code = "plan-refused" as const;
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const lines = errors
      .slice(0, 5)
      .map(({ line, column, code, message }) => `${line ?? 0}:${column ?? 0} ${code} ${message}`);
    super(`The plan has ${errors.length} ${errors.length === 1 ? "error" : "errors"}.\n${lines.join("\n")}`);
    this.name = "PlanError";
    this.diagnostics = diagnostics;
  }
}
