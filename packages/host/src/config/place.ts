import type { SourceRange } from "@graph/plan";
import type { Span } from "./toml-places.ts";

/** A stretch of a text as a place in a file: lines and columns from 1, columns in UTF-16 units. */
export function placeOf(text: string, span: Span, file: string): SourceRange {
  const start = lineAndColumn(text, span.start);
  const end = lineAndColumn(text, span.end);
  return {
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    offset: span.start,
  };
}

/** The offset of a line and column that a parser has told; beyond the text it is the text's end. */
export function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let current = 1; current < line; current += 1) {
    const next = text.indexOf("\n", offset);
    if (next === -1) return text.length;
    offset = next + 1;
  }
  return Math.min(offset + column - 1, text.length);
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = next + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
