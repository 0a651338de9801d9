import { diagnosticCodes, type DiagnosticCode } from "../codes.ts";
import type { Diagnostic, RelatedPlace, Severity, SourceRange, Suggestion } from "../diagnostic.ts";
import type { LocateOptions, Locator } from "../parsed-plan.ts";

/** What a rule says about a problem; the place is looked up by `pointer`. */
export interface ReportOptions extends LocateOptions {
  /** The severity of the code in the list of codes, when missing. */
  readonly severity?: Severity;
  /** Path of the step it is about, as in events (`outer/inner`). */
  readonly step?: string;
  readonly template?: string;
  readonly expected?: readonly string[];
  readonly shapeSource?: "declared" | "observed";
  readonly suggestions?: readonly Suggestion[];
  /** Other places of the same plan. */
  readonly related?: readonly (LocateOptions & { readonly message: string; readonly pointer: string })[];
  readonly follows?: NonNullable<Diagnostic["follows"]>;
}

/** Builds one diagnostic: the code's own severity, the place found by JSON Pointer. */
export function report(
  locator: Locator,
  code: DiagnosticCode,
  message: string,
  pointer: string,
  options: ReportOptions = {},
): Diagnostic {
  const { key, firstKey, tagStart, tagEnd, severity, related, ...rest } = options;
  const place = locator.at(pointer, locateOptions({ key, firstKey, tagStart, tagEnd }));
  return {
    code,
    severity: severity ?? diagnosticCodes[code].severity,
    message,
    ...place,
    path: pointer,
    ...rest,
    ...(related === undefined ? {} : { related: related.map((other) => relatedPlace(locator, other)) }),
  };
}

// Codes of which one place can have one: the shape of a plan and its check may both have come upon it, in different words.
const oncePerPlace: ReadonlySet<string> = new Set([
  "step/gate-not-boolean",
  "step/gate-constant",
  "step/bad-id",
  "step/reserved-id",
  "step/duplicate-id",
  "name/bad-name",
  "tool/unknown",
  "template/not-here",
  "limit/plan-steps",
]);

/** Keeps the first of two diagnostics that say the same about the same place. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const place = diagnostic.offset ?? diagnostic.path ?? "";
    const words = oncePerPlace.has(diagnostic.code) ? "" : diagnostic.message;
    const key = `${diagnostic.code} ${diagnostic.file ?? ""} ${place} ${words}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** By file, line and column; at one place errors before warnings before notes. A stable order: the rules' own order decides last. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (left, right) =>
      compareText(left.file ?? "", right.file ?? "") ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0) ||
      severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
}

/** Sorts, drops repeats, and keeps `limit` of them: errors first when not all fit. `hidden` counts the rest. */
export function listDiagnostics(
  diagnostics: readonly Diagnostic[],
  limit = 50,
): { readonly diagnostics: readonly Diagnostic[]; readonly hidden: number } {
  const all = sortDiagnostics(withoutRepeats(diagnostics));
  if (all.length <= limit) return { diagnostics: all, hidden: 0 };
  const bySeverity = severities.flatMap((severity) => all.filter((diagnostic) => diagnostic.severity === severity));
  return { diagnostics: sortDiagnostics(bySeverity.slice(0, limit)), hidden: all.length - limit };
}

const severities: readonly Severity[] = ["error", "warning", "note"];

function relatedPlace(
  locator: Locator,
  other: LocateOptions & { readonly message: string; readonly pointer: string },
): RelatedPlace {
  const place = locator.at(other.pointer, locateOptions(other));
  return { message: other.message, path: other.pointer, ...lineAndColumn(place) };
}

/** The part of a place that a related place shows. */
export function lineAndColumn(place: SourceRange | undefined): Pick<RelatedPlace, "file" | "line" | "column"> {
  if (place === undefined) return {};
  return {
    ...(place.file === undefined ? {} : { file: place.file }),
    line: place.line,
    column: place.column,
  };
}

function locateOptions(options: {
  readonly key?: boolean | undefined;
  readonly firstKey?: boolean | undefined;
  readonly tagStart?: number | undefined;
  readonly tagEnd?: number | undefined;
}): LocateOptions {
  return {
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.firstKey === undefined ? {} : { firstKey: options.firstKey }),
    ...(options.tagStart === undefined ? {} : { tagStart: options.tagStart }),
    ...(options.tagEnd === undefined ? {} : { tagEnd: options.tagEnd }),
  };
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
