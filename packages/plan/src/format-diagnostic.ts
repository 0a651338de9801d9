import type { Diagnostic, RelatedPlace } from "./diagnostic.ts";
import { codeFrame } from "./source/code-frame.ts";
import { escapeInvisible } from "./source/invisible.ts";

/** Paints parts of a diagnostic, as picocolors' functions do; a function that is missing leaves its part plain. */
export interface DiagnosticColors {
  readonly error?: (text: string) => string;
  readonly warning?: (text: string) => string;
  readonly note?: (text: string) => string;
  readonly strong?: (text: string) => string;
  readonly dim?: (text: string) => string;
}

/** Options of `formatDiagnostic`. */
export interface FormatOptions {
  /** The file's text: with it the line is shown, with carets under the place. */
  readonly text?: string;
  readonly color?: DiagnosticColors;
}

/**
 * A diagnostic for a terminal: place, severity, code, message, the line with carets, and what to do. Code frames are at most 80 columns
 * wide; control and invisible characters of the file and of the message are shown as escapes.
 */
export function formatDiagnostic(diagnostic: Diagnostic, options: FormatOptions = {}): string {
  const { text, color = {} } = options;
  const paint = color[diagnostic.severity] ?? plain;
  const strong = color.strong ?? plain;
  const dim = color.dim ?? plain;
  const place = placeText(diagnostic);
  const lines = [
    `${place === "" ? "" : `${strong(place)} `}${paint(diagnostic.severity)} ${dim(diagnostic.code)}`,
    ...paragraph(diagnostic.message),
  ];
  if (text !== undefined && hasPlace(diagnostic)) {
    lines.push("");
    for (const line of codeFrame(text, diagnostic)) {
      lines.push(line.kind === "marked" ? line.text : line.kind === "caret" ? paint(line.text) : dim(line.text));
    }
    lines.push("");
  }
  for (const suggestion of diagnostic.suggestions ?? []) {
    // Tried out and found not to be enough, it is a hint.
    lines.push(...paragraph(`${suggestion.verified === false ? "maybe" : "fix"}: ${suggestion.title}`));
  }
  for (const place of diagnostic.related ?? []) lines.push(...paragraph(`see ${placeText(place)}: ${place.message}`));
  for (const follow of diagnostic.follows ?? []) {
    lines.push(
      ...paragraph(`follows from it: ${placeText(follow)} ${follow.code} ${follow.message}`.replaceAll(/ {2,}/g, " ")),
    );
  }
  while (lines.at(-1) === "") lines.pop();
  return lines.join("\n");
}

/** One line for prompts and logs: `14:18 error ref/no-such-field …`, with the first suggestion behind it. */
export function formatCompact(diagnostic: Diagnostic): string {
  const place =
    diagnostic.line === undefined
      ? (diagnostic.at ?? diagnostic.path ?? "")
      : `${diagnostic.line}:${diagnostic.column}`;
  const fix = diagnostic.suggestions?.[0]?.title;
  const parts = [
    place,
    diagnostic.severity,
    diagnostic.code,
    diagnostic.message.replaceAll(/\s*\n\s*/g, " "),
    fix === undefined ? "" : `(fix: ${fix})`,
  ];
  return escapeInvisible(parts.filter((part) => part !== "").join(" "));
}

function plain(text: string): string {
  return text;
}

function hasPlace(
  diagnostic: Diagnostic,
): diagnostic is Diagnostic & { line: number; column: number; endLine: number; endColumn: number } {
  return (
    diagnostic.line !== undefined &&
    diagnostic.column !== undefined &&
    diagnostic.endLine !== undefined &&
    diagnostic.endColumn !== undefined
  );
}

function placeText(place: Pick<RelatedPlace, "file" | "line" | "column" | "path"> & { readonly at?: string }): string {
  const numbers = place.line === undefined ? [] : [place.line, place.column ?? 1];
  const parts = [...(place.file === undefined ? [] : [place.file]), ...numbers];
  return escapeInvisible(parts.length > 0 ? parts.join(":") : (place.at ?? place.path ?? ""));
}

function paragraph(message: string): string[] {
  return message.split("\n").map((line) => `  ${escapeInvisible(line)}`);
}
