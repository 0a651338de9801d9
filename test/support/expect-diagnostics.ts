import type { Diagnostic } from "@graph/plan";
import type { Expectation, WantedDiagnostic } from "./case-format.ts";
import { brief } from "./json-text.ts";
import type { Observation } from "./observation.ts";

/** The path of a file relative to `.graph/`, as cases write it. */
export function caseFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const path = file.replaceAll("\\", "/");
  const at = path.lastIndexOf(".graph/");
  return at < 0 ? path : path.slice(at + ".graph/".length);
}

const words = (diagnostic: Diagnostic): string =>
  [
    diagnostic.message,
    ...(diagnostic.expected ?? []),
    ...(diagnostic.suggestions ?? []).flatMap((suggestion) => [
      suggestion.title,
      JSON.stringify(suggestion.patch ?? []),
    ]),
  ]
    .join("\n")
    .toLowerCase();

function placesFit(wanted: WantedDiagnostic, found: Diagnostic): boolean {
  const place = wanted.line !== undefined || wanted.column !== undefined || wanted.file !== undefined;
  return (
    (!place || caseFile(found.file) === (wanted.file ?? "plans/main.yaml")) &&
    (wanted.line === undefined || found.line === wanted.line) &&
    (wanted.column === undefined || found.column === wanted.column) &&
    (wanted.at === undefined || found.at === wanted.at)
  );
}

function suggestionsFit(wanted: WantedDiagnostic, found: Diagnostic): boolean {
  const suggestions = found.suggestions ?? [];
  if (wanted.has_suggestion === true && suggestions.length === 0) return false;
  const text = wanted.suggests;
  if (text === undefined) return true;
  return suggestions.some(
    ({ title, patch }) => title.includes(text) || (patch ?? []).some((operation) => operation.value === text),
  );
}

const relatedFit = (wanted: WantedDiagnostic, found: Diagnostic): boolean =>
  (wanted.related ?? []).every((place) =>
    (found.related ?? []).some(
      (related) =>
        (place.line === undefined || related.line === place.line) &&
        (place.column === undefined || related.column === place.column),
    ),
  );

const fits = (wanted: WantedDiagnostic, found: Diagnostic): boolean =>
  found.code === wanted.code &&
  found.severity === (wanted.severity ?? "error") &&
  placesFit(wanted, found) &&
  (wanted.message_has ?? []).every((word) => words(found).includes(word.toLowerCase())) &&
  suggestionsFit(wanted, found) &&
  relatedFit(wanted, found);

/** A diagnostic on one line, for the message of a failing case. */
export function inShort(found: Diagnostic): string {
  const place = [caseFile(found.file) ?? "-", found.line ?? "-", found.column ?? "-"].join(":");
  const at = found.at === undefined ? "" : ` at ${found.at}`;
  const titles = (found.suggestions ?? []).map((suggestion) => suggestion.title).join("; ");
  const suggested = titles === "" ? "" : ` [${titles}]`;
  return `${place} ${found.severity} ${found.code}${at} ${brief(found.message, 200)}${suggested}`;
}

const listed = (found: readonly Diagnostic[]): string =>
  found.length === 0 ? "none" : `\n    ${found.slice(0, 12).map(inShort).join("\n    ")}`;

/** Whether the text that the case shows the reader really stands at its place: guards against a case that moved. */
function textAtPlace(wanted: WantedDiagnostic, seen: Observation): string | undefined {
  if (wanted.text === undefined || wanted.line === undefined || wanted.column === undefined) return undefined;
  const line = seen.project.read(wanted.file ?? "plans/main.yaml")?.split("\n")[wanted.line - 1];
  if (line === undefined || line.slice(wanted.column - 1).startsWith(wanted.text.split("\n")[0] ?? ""))
    return undefined;
  return `the case shows "${wanted.text}" at ${String(wanted.line)}:${String(wanted.column)}, where ${brief(line)} stands`;
}

/** Problems of `diagnostics`, `no_other_errors`, `max_diagnostics` and `absent_codes`. */
export function checkDiagnostics(expect: Expectation, seen: Observation): string[] {
  const problems: string[] = [];
  const wanted = expect.diagnostics ?? [];
  for (const one of wanted) {
    const misplaced = textAtPlace(one, seen);
    if (misplaced !== undefined) problems.push(misplaced);
    if (!seen.diagnostics.some((found) => fits(one, found))) {
      problems.push(`no such diagnostic: ${brief(one)}; there are ${listed(seen.diagnostics)}`);
    }
  }
  if (expect.no_other_errors === true) {
    const others = seen.diagnostics.filter(
      (found) => found.severity === "error" && !wanted.some((one) => fits(one, found)),
    );
    if (others.length > 0) problems.push(`errors beside those: ${listed(others)}`);
  }
  if (expect.max_diagnostics !== undefined && seen.diagnostics.length > expect.max_diagnostics) {
    problems.push(`${String(seen.diagnostics.length)} diagnostics: ${listed(seen.diagnostics)}`);
  }
  const present = seen.diagnostics.filter((found) => expect.absent_codes?.includes(found.code) === true);
  if (present.length > 0) problems.push(`must not occur: ${listed(present)}`);
  return problems;
}
