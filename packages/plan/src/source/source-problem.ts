import { type DiagnosticCode, diagnosticCodes } from "../codes.ts";
import type { Severity, Suggestion } from "../diagnostic.ts";

/** A problem of the text itself, by offsets: it has no place in the data, or the data cannot be trusted there. */
export interface SourceProblem {
  readonly code: DiagnosticCode;
  readonly severity?: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly path?: string;
  readonly template?: string;
  readonly related?: readonly { readonly message: string; readonly start: number; readonly end: number }[];
  readonly suggestions?: readonly Suggestion[];
}

// A hostile text has tens of thousands of slips; nobody reads more than these.
const maximumProblems = 200;

/** Keeps so many errors and so many remarks, and only counts the rest: remarks never push out the error that refuses a plan. */
export class Quota {
  hidden = 0;
  #errors = 0;
  #remarks = 0;

  /** Whether one more is kept. */
  take(severity: Severity): boolean {
    const taken = severity === "error" ? ++this.#errors : ++this.#remarks;
    if (taken <= maximumProblems) return true;
    this.hidden++;
    return false;
  }
}

/** Collects problems, and only counts them when there are very many. */
export class ProblemList {
  readonly list: SourceProblem[] = [];
  readonly #quota = new Quota();

  get hidden(): number {
    return this.#quota.hidden;
  }

  push(problem: SourceProblem): void {
    if (this.#quota.take(problem.severity ?? diagnosticCodes[problem.code].severity)) this.list.push(problem);
  }
}
