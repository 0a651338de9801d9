import type { DiagnosticCode } from "@graph/plan";

/** A definition or a name that cannot be used, found while a host registers it. `code` stands on the page of diagnostics. */
export class DefinitionError extends Error {
  readonly code: DiagnosticCode;
  /** The name of the tool, server or namespace it is about. */
  readonly subject: string;
  constructor(code: DiagnosticCode, subject: string, message: string) {
    super(message);
    this.name = "DefinitionError";
    this.code = code;
    this.subject = subject;
  }
}
