import type { Piece } from "./scan-tags.ts";

/**
 * Takes out the lines on which a block tag stands alone, so that a block over several lines does not leave empty ones behind.
 * Other tags, and block tags with anything beside them, stay as they are.
 */
export function withoutStandaloneLines(pieces: readonly Piece[]): readonly Piece[] {
  const trimmed = [...pieces];
  for (const [index, piece] of pieces.entries()) {
    if (piece.type === "text" || !/^\s*(?:[#^/]|else\b)/.test(piece.inner)) {
      continue;
    }
    const before = textAt(pieces, index - 1);
    const after = textAt(pieces, index + 1);
    if (before === undefined || after === undefined) {
      continue;
    }
    const beginsLine = index <= 1 ? /(?:^|\n)[ \t]*$/.test(before) : /\n[ \t]*$/.test(before);
    const endsLine = index >= pieces.length - 2 ? /^[ \t]*(?:\r?\n|$)/ : /^[ \t]*\r?\n/;
    if (beginsLine && endsLine.test(after)) {
      trim(trimmed, index - 1, withoutTrailingBlanks);
      trim(trimmed, index + 1, (text) => text.replace(/^[ \t]*(?:\r?\n)?/, ""));
    }
  }
  return trimmed.filter((piece) => piece.type !== "text" || piece.text !== "");
}

/** By hand: a pattern that looks for blanks at the end tries every run of blanks in the text. */
function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) {
    end -= 1;
  }
  return text.slice(0, end);
}

/** The text beside a tag: empty at the ends of the whole, `undefined` when a tag stands there. */
function textAt(pieces: readonly Piece[], index: number): string | undefined {
  const piece = pieces[index];
  return piece === undefined ? "" : piece.type === "text" ? piece.text : undefined;
}

function trim(pieces: Piece[], index: number, change: (text: string) => string): void {
  const piece = pieces[index];
  if (piece?.type === "text") {
    pieces[index] = { type: "text", text: change(piece.text) };
  }
}
