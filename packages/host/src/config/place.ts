import type { SourceRange } from "@graph/plan";
import type { Span } from "./toml-places.ts";

/** Turns offsets of one text into places in its file. */
export interface TextPlaces {
  /** A stretch of the text as a place: lines and columns from 1, columns in UTF-16 units. */
  placeOf(span: Span): SourceRange;
  /** The offset of a line and column that a parser has told; beyond the text it is the text's end. */
  offsetOf(line: number, column: number): number;
}

/** Looks the lines of a text up once: a file with thousands of problems must not be read from its start for each. */
export function placesIn(text: string, file: string): TextPlaces {
  const lineStarts = [0];
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", next + 1)) lineStarts.push(next + 1);

  function lineAndColumn(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
  }

  return {
    placeOf(span) {
      const start = lineAndColumn(span.start);
      const end = lineAndColumn(span.end);
      return {
        file,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        offset: span.start,
      };
    },
    offsetOf: (line, column) => Math.min((lineStarts[line - 1] ?? text.length) + column - 1, text.length),
  };
}
