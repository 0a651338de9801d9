/** The stretch of source that one character of a scalar's value was written with. */
export interface SourceStretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where in the source a character of a scalar's value was written.
 * Folding, indentation and chomping only add and drop blanks and line breaks. So the n-th character of a value that is neither is
 * the n-th one of the source, in every style, as long as escapes are counted for what they stand for.
 */
export function sourceStretch(
  source: string,
  style: string | null | undefined,
  value: string,
  valueOffset: number,
): SourceStretch | undefined {
  let wanted = 0;
  for (let at = 0; at < valueOffset; at++) if (!isBlank(value.charCodeAt(at))) wanted++;
  let found: SourceStretch | undefined;
  eachSolid(source, style, (start, end, units) => {
    if (wanted < units) {
      found = { start, end };
      return true;
    }
    wanted -= units;
    return false;
  });
  return found;
}

/** Calls `visit` for each piece of source that stands for characters other than blanks, with how many UTF-16 units it stands for. */
function eachSolid(
  source: string,
  style: string | null | undefined,
  visit: (start: number, end: number, units: number) => boolean,
): void {
  let at = 0;
  let end = source.length;
  if (style === "QUOTE_DOUBLE" || style === "QUOTE_SINGLE") {
    at = 1;
    end--;
  } else if (style === "BLOCK_LITERAL" || style === "BLOCK_FOLDED") {
    const header = source.indexOf("\n");
    at = header === -1 ? end : header + 1;
  }
  while (at < end) {
    let length = 1;
    let units = isBlank(source.charCodeAt(at)) ? 0 : 1;
    if (style === "QUOTE_SINGLE" && source[at] === "'") length = 2;
    else if (style === "QUOTE_DOUBLE" && source[at] === "\\") ({ length, units } = escape(source, at));
    if (units > 0 && visit(at, at + length, units)) return;
    at += length;
  }
}

function escape(source: string, at: number): { length: number; units: number } {
  const sign = source[at + 1];
  const digits = sign === "x" ? 2 : sign === "u" ? 4 : sign === "U" ? 8 : 0;
  if (digits > 0) {
    const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
    return { length: 2 + digits, units: code > 0xffff ? 2 : isBlank(code) ? 0 : 1 };
  }
  // Escaped blanks and line breaks; the rest stands for one character that is none.
  return { length: 2, units: sign === undefined || " \tnrt\n\r".includes(sign) ? 0 : 1 };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
