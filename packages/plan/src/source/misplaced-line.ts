import type { YAMLError } from "yaml";
import type { SourceProblem } from "./source-problem.ts";

/** An error that is one of indentation: told at the line that stands apart, which the parser often comes upon a line early. */
export function misplacedLine(error: YAMLError, text: string): SourceProblem | undefined {
  const [start] = error.pos;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const begins = text.slice(lineStart, start).trim() === "";
  switch (error.code) {
    case "MISSING_CHAR":
      return begins && error.message.startsWith("Sequence item") ? lineApart(text, lineStart) : undefined;
    case "BAD_INDENT":
      return begins && !error.message.startsWith("Flow") ? lineApart(text, lineStart) : undefined;
    case "UNEXPECTED_TOKEN":
      return begins && lineStart > 0 && error.message.includes("scalar at node end")
        ? lineApart(text, lineStart)
        : undefined;
    case "BLOCK_AS_IMPLICIT_KEY": {
      if (begins && /^\s*- /.test(text.slice(lineStart, endOfLine(text, start)))) return lineApart(text, lineStart);
      // A line that stands too deep goes on with the text of the one before it, which becomes a key over two lines.
      if (/:(?:\s|$)/.test(text.slice(start, endOfLine(text, start)))) return undefined;
      const next = nextLine(text, endOfLine(text, start) + 1);
      return next === undefined ? undefined : lineApart(text, next);
    }
    default:
      return undefined;
  }
}

/** Beginning of the first line from an offset on that has more in it than a comment. */
function nextLine(text: string, offset: number): number | undefined {
  for (let start = offset; start < text.length; start = endOfLine(text, start) + 1)
    if (/^[ \t]*[^\s#]/.test(text.slice(start, endOfLine(text, start)))) return start;
  return undefined;
}

function lineApart(text: string, offset: number): SourceProblem {
  // A comment stands where it likes.
  const lineStart = nextLine(text, offset) ?? offset;
  const line = text.slice(lineStart, endOfLine(text, lineStart));
  const indent = line.search(/\S/);
  const start = lineStart + Math.max(0, indent);
  return {
    code: "yaml/syntax",
    message: `This line begins in column ${Math.max(0, indent) + 1} and does not stand in the column of its neighbours: lines of one map or list begin in the same column.`,
    start,
    end: Math.max(start + 1, lineStart + line.trimEnd().length),
  };
}

/** Offset of the line break, or of the end of the text. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
