import { TemplateError } from "../template/template-error.ts";

/** Longest pattern that `matchesGlob` takes, in characters. */
export const longestGlob = 1000;

/**
 * Whether a text fits a pattern in whole: `*` stands for any characters, `?` for one, every other character for itself.
 * No regular expression is built from data; the work is at most the length of the text times that of the pattern, which is capped.
 */
export function matchesGlob(text: string, pattern: string): boolean {
  if (pattern.length > longestGlob) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `A pattern of \`matches_glob\` has at most ${longestGlob.toLocaleString("en")} characters.`,
    );
  }
  // Code points, so that `?` takes a whole emoji.
  const characters = Array.from(text);
  const signs = Array.from(pattern);
  let at = 0;
  let sign = 0;
  let star = -1;
  let starAt = 0;
  while (at < characters.length) {
    if (signs[sign] === "*") {
      star = sign;
      starAt = at;
      sign += 1;
    } else if (sign < signs.length && (signs[sign] === "?" || signs[sign] === characters[at])) {
      sign += 1;
      at += 1;
    } else if (star !== -1) {
      // Only the last star may take one more: what earlier ones took can stay as it is.
      starAt += 1;
      at = starAt;
      sign = star + 1;
    } else {
      return false;
    }
  }
  while (signs[sign] === "*") {
    sign += 1;
  }
  return sign === signs.length;
}
