import { endOfLiteral, literalValue } from "./string-literal.ts";
import type { PathExpression } from "./template.ts";

/** A path that was read from the inside of a tag. */
export interface ReadPath {
  readonly path: PathExpression;
  /** The index behind it. */
  readonly end: number;
  /** A name in it that no path may have. */
  readonly forbidden: string | undefined;
}

/** Names that no path may hold. */
export const forbiddenNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const canonicalInteger = /^(?:0|[1-9]\d{0,14})$/;

/** Whether a character may stand in a name: letters, digits, `_ $ : -`, and everything outside ASCII that is not a blank. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code === 0x2d ||
    code === 0x3a ||
    (code >= 0x80 && !isWideBlank(code))
  );
}

/**
 * Reads one path: `a.b[0]["any key"].length`, `items.0`, `@index`, `steps.x.y` (the same as `x.y`), and the grammar's own
 * `a.[any key]`. `undefined` when none begins at `start` or when it is cut short.
 */
export function readPath(source: string, start: number): ReadPath | undefined {
  let position = start;
  const names: string[] = [];
  if (source[position] === "@") {
    position += 1;
  }
  if (source[position] === "[") {
    const key = readBracket(source, position);
    if (key === undefined || position > start) {
      return undefined;
    }
    names.push(key.name);
    position = key.end;
  } else {
    const end = endOfName(source, position);
    if (end === position || isDigit(source.charCodeAt(position))) {
      return undefined;
    }
    names.push(source.slice(start, end));
    position = end;
  }
  while (position < source.length) {
    const character = source[position];
    if (character === "[" || (character === "." && source[position + 1] === "[")) {
      const key = readBracket(source, character === "[" ? position : position + 1);
      if (key === undefined) {
        return undefined;
      }
      names.push(key.name);
      position = key.end;
    } else if (character === ".") {
      const end = endOfName(source, position + 1);
      if (end === position + 1) {
        return undefined;
      }
      names.push(source.slice(position + 1, end));
      position = end;
    } else {
      break;
    }
  }
  return { path: pathOf(names), end: position, forbidden: names.find((name) => forbiddenNames.has(name)) };
}

function pathOf(names: readonly string[]): PathExpression {
  const first = names[0] === "steps" && names.length > 1 ? 1 : 0;
  const segments: (string | number)[] = [];
  for (let index = first + 1; index < names.length; index += 1) {
    const name = names[index] ?? "";
    segments.push(canonicalInteger.test(name) ? Number(name) : name);
  }
  return { type: "path", root: names[first] ?? "", segments };
}

function readBracket(source: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const character = source[start + 1];
  if (character === '"' || character === "'") {
    const end = endOfLiteral(source, start + 1);
    return end !== -1 && source[end] === "]"
      ? { name: literalValue(source.slice(start + 1, end)), end: end + 1 }
      : undefined;
  }
  const close = source.indexOf("]", start);
  if (close <= start + 1) {
    return undefined;
  }
  const name = source.slice(start + 1, close);
  // `a[name]` is the first guess of somebody who wants a computed index: only `a.[name]` is a key without quotes.
  return canonicalInteger.test(name) || source[start - 1] === "." ? { name, end: close + 1 } : undefined;
}

function endOfName(source: string, start: number): number {
  let position = start;
  while (position < source.length && isNameCharacter(source.charCodeAt(position))) {
    position += 1;
  }
  return position;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isWideBlank(code: number): boolean {
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
