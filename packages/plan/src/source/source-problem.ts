import type { DiagnosticCode } from "../codes.ts";
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

/** Collects problems, and only counts them when there are very many. */
export class ProblemList {
  readonly list: SourceProblem[] = [];
  hidden = 0;

  push(problem: SourceProblem): void {
    if (this.list.length < maximumProblems) this.list.push(problem);
    else this.hidden++;
  }
}
