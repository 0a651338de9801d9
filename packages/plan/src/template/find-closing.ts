import { closings, type Delimiter } from "./delimiter.ts";
import { templateLimits } from "./limits.ts";
import { endOfLiteral } from "./string-literal.ts";

/** Where a tag ends: at its closing, nowhere on its line, or behind other tags that stand inside it. */
export type Closing =
  | { readonly kind: "closed"; readonly at: number }
  | { readonly kind: "nested"; readonly end: number }
  | { readonly kind: "unclosed" };

const unclosed: Closing = { kind: "unclosed" };
const newLine = 0x0a;
const deepestNesting = 16;

/**
 * Looks for what closes a tag whose inside begins at `from`, on the same line and outside text literals. Looks no further than
 * the longest tag: a text of nothing but openings would otherwise be read once for each of them.
 */
export function findClosing(text: string, from: number, delimiter: Delimiter): Closing {
  const closing = closings[delimiter];
  const nearest = text.indexOf(closing, from);
  if (nearest === -1 || hasBetween(text, "\n", from, nearest)) {
    return unclosed;
  }
  const limit = Math.min(text.length, from + templateLimits.tagCharacters + 2);
  if (nearest >= limit) {
    const isOneTag = !hasBetween(text, "<<", from, nearest) && !hasBetween(text, "{{", from, nearest);
    return isOneTag ? { kind: "closed", at: nearest } : unclosed;
  }
  for (let index = from; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === newLine) {
      return unclosed;
    }
    if (isQuote(code) && mayOpenLiteral(text, index, from)) {
      const end = endOfLiteral(text, index, limit);
      index = end === -1 ? index : end - 1;
    } else if (code === closing.charCodeAt(0) && text.charCodeAt(index + 1) === code) {
      return { kind: "closed", at: index };
    } else if (opens(text, index)) {
      return endOfNested(text, from, limit);
    }
  }
  return unclosed;
}

/** Where a tag with tags inside it ends, when every opening has its closing; otherwise the first was none. */
function endOfNested(text: string, from: number, limit: number): Closing {
  let depth = 1;
  for (let index = from; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === newLine) {
      return unclosed;
    }
    if (opens(text, index)) {
      depth += 1;
      index += 1;
      if (depth > deepestNesting) {
        return unclosed;
      }
    } else if ((code === 0x3e || code === 0x7d) && text.charCodeAt(index + 1) === code) {
      depth -= 1;
      index += 1;
      if (depth === 0) {
        return { kind: "nested", end: index + 1 };
      }
    }
  }
  return unclosed;
}

function opens(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code === 0x3c || code === 0x7b) && text.charCodeAt(index + 1) === code;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

/** A quote inside a word (`user's`) opens nothing. */
function mayOpenLiteral(text: string, index: number, from: number): boolean {
  return index === from || " \t(=[".includes(text.charAt(index - 1));
}

function hasBetween(text: string, part: string, from: number, to: number): boolean {
  const found = text.indexOf(part, from);
  return found !== -1 && found < to;
}
