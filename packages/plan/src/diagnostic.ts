import type { DiagnosticCode } from "./codes.ts";
import type { Json } from "./json.ts";

/** `error`: the plan is not run; `warning`: it may not do what was meant; `note`: nothing to do. */
export type Severity = "error" | "warning" | "note";

/** One step of a JSON Patch (RFC 6902), the subset that suggestions use. */
export interface PatchOperation {
  readonly op: "add" | "remove" | "replace" | "move";
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/**
 * What to do about a diagnostic. `verified`: the checker has applied the patch, and the problem was gone and none had come; `false`
 * when others stay to be done; missing when it was not tried out.
 */
export interface Suggestion {
  readonly title: string;
  readonly patch?: readonly PatchOperation[];
  readonly verified?: boolean;
}

/** Another place that has to do with a diagnostic. */
export interface RelatedPlace {
  readonly message: string;
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A place in a file. Lines and columns count from 1, columns and `offset` in UTF-16 units; the end is exclusive. */
export interface SourceRange {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly offset: number;
}

/**
 * One problem, found by the checker or met by a run. This is the only shape in which graph reports problems:
 * terminal, `--json` and the host API show the same object.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** For a person: what is wrong, what was expected, what to do. */
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly offset?: number;
  /** JSON Pointer into the plan: survives reformatting. */
  readonly path?: string;
  /** Path of the step it is about, as in events (`outer[2]/inner`). */
  readonly step?: string;
  /** The tag as it stands in the file. */
  readonly template?: string;
  /** JSON Pointer into the input of a run. */
  readonly at?: string;
  readonly expected?: readonly string[];
  readonly shapeSource?: "declared" | "observed";
  readonly suggestions?: readonly Suggestion[];
  readonly related?: readonly RelatedPlace[];
  /** Problems that follow from this one and need no answer of their own. */
  readonly follows?: readonly Pick<Diagnostic, "code" | "line" | "column" | "message">[];
}
