import type { Delimiter } from "./delimiter.ts";
import { findClosing } from "./find-closing.ts";
import { templateLimits } from "./limits.ts";
import { refusedOpening, unclosedOpening } from "./odd-openings.ts";
import { heredoc, nestedTag, tooLong } from "./tag-problems.ts";
import type { TemplateProblem } from "./template.ts";

/** A tag as the scanner found it: nothing inside it has been read. */
export interface ScannedTag {
  readonly type: "tag";
  readonly delimiter: Delimiter;
  /** What stands between the delimiters. */
  readonly inner: string;
  readonly start: number;
  readonly end: number;
}

export type Piece = { readonly type: "text"; readonly text: string } | ScannedTag;

export interface Scan {
  readonly pieces: readonly Piece[];
  readonly problems: readonly TemplateProblem[];
}

const tagBeginning = /[ \t]*[\p{L}_#^/@(]/uy;
const heredocWord = /^[A-Z_][A-Z0-9_]*[ \t]+$/;

/** Cuts a text into plain text and tags. Only what is called a tag here is ever read as an expression. */
export function scanTags(text: string): Scan {
  const pieces: Piece[] = [];
  const problems: TemplateProblem[] = [];
  const openings = /<<|\{\{/g;
  let plain = "";
  let copied = 0;

  function take(upTo: number): void {
    plain += text.slice(copied, upTo);
    copied = upTo;
  }

  for (;;) {
    const match = openings.exec(text);
    if (match === null) {
      break;
    }
    const start = match.index;
    const delimiter = match[0] === "<<" ? "<<" : "{{";
    const backslashes = countBackslashes(text, start, copied);
    if (backslashes === 1) {
      take(start - 1);
      copied = start;
      take(start + 2);
      openings.lastIndex = start + 2;
      continue;
    }
    const found = readTag(text, start, delimiter);
    if (found.problem !== undefined) {
      problems.push(found.problem);
    }
    if (found.tag === undefined) {
      take(found.end);
      openings.lastIndex = found.end;
      continue;
    }
    // As in the grammar's own language, a backslash before another one writes a backslash.
    take(backslashes > 1 ? start - 1 : start);
    if (plain !== "") {
      pieces.push({ type: "text", text: plain });
      plain = "";
    }
    pieces.push(found.tag);
    copied = found.tag.end;
    openings.lastIndex = copied;
  }
  take(text.length);
  if (plain !== "") {
    pieces.push({ type: "text", text: plain });
  }
  return { pieces, problems };
}

interface Found {
  readonly tag?: ScannedTag;
  readonly problem?: TemplateProblem;
  /** Where to go on when it is no tag. */
  readonly end: number;
}

function readTag(text: string, start: number, delimiter: Delimiter): Found {
  const refused = refusedOpening(text, start, delimiter);
  if (refused !== undefined) {
    return { problem: refused, end: refused.end };
  }
  tagBeginning.lastIndex = start + 2;
  if (!tagBeginning.test(text)) {
    return { end: start + 1 };
  }
  const closing = findClosing(text, start + 2, delimiter);
  if (closing.kind === "nested") {
    return { problem: nestedTag(start, closing.end), end: closing.end };
  }
  if (closing.kind === "unclosed") {
    const problem = unclosedOpening(text, start, delimiter);
    const isText = problem?.severity !== "error";
    return { ...(problem === undefined ? {} : { problem }), end: isText ? start + 2 : problem.end };
  }
  const end = closing.at + 2;
  const inner = text.slice(start + 2, closing.at);
  if (inner.length > templateLimits.tagCharacters) {
    return { problem: tooLong(start, end), end };
  }
  if (delimiter === "<<" && heredocWord.test(inner) && hasTextBefore(text, start)) {
    return { problem: heredoc(inner.trim(), start, end), end };
  }
  return { tag: { type: "tag", delimiter, inner, start, end }, end };
}

function countBackslashes(text: string, end: number, start: number): number {
  let count = 0;
  while (end - count > start && text[end - count - 1] === "\\") {
    count += 1;
  }
  return count;
}

function hasTextBefore(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() !== "";
}
