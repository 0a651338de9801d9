const escapes = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"],
  ['"', '"'],
  ["'", "'"],
]);

/**
 * Where the literal that opens at `start` ends (the index behind its closing quote), or -1 when it does not end on its line.
 * A backslash always takes the next character with it, so that the scanner and the reader agree on where a literal ends.
 */
export function endOfLiteral(text: string, start: number, limit: number = text.length): number {
  const quote = text.charCodeAt(start);
  for (let index = start + 1; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) {
      index += 1;
    } else if (code === quote) {
      return index + 1;
    } else if (code === 0x0a || code === 0x0d) {
      return -1;
    }
  }
  return -1;
}

/** The value of a literal, given with its quotes. A backslash before any other character than those of the table stays. */
export function literalValue(literal: string): string {
  const inner = literal.slice(1, -1);
  return inner.includes("\\")
    ? inner.replace(/\\(.)/gsu, (whole: string, escaped: string) => escapes.get(escaped) ?? whole)
    : inner;
}
