// A text first, so that digits inside it are passed over.
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu;

/** What is said of a number that cannot be kept. */
export const exactRange: string = `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

/** What is said of a number that is out of reach altogether. */
const finiteRange = "a number of at most 1.79e308";

/** Which of the two a number that cannot be kept breaks. */
export const expectedInstead = (written: string): string =>
  Number.isFinite(Number(written)) ? exactRange : finiteRange;

/**
 * Whether a number as it is written would become another one without a word: a whole number of more digits than a double holds, or
 * one that is too big for it. An exponent or a fraction says that the number is an approximation.
 */
export function losesDigits(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || /e/iu.test(written)) return false;
  // A large number that is written as JSON itself writes it is the one that is meant.
  return JSON.stringify(value) !== written;
}

/** The first number in a JSON text that would lose digits. */
export function inexactNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(textOrNumber)) if (!token.startsWith('"') && losesDigits(token)) return token;
  return undefined;
}
