import { maskedSecret } from "@graph/plan";
import { shortestSecret } from "./atoms.ts";

/** Puts `***` in the place of what must not be seen. `wasCut`: others may have cut the text, so that a beginning at its end counts too. */
export type Mask = (text: string, wasCut: boolean) => string;

/**
 * Makes a mask of spellings. It goes through a text once, however many spellings there are: the first two characters mostly tell that
 * none begins there. What overlaps is hidden as one, so that nothing is left of a secret that runs into another.
 */
export function createMask(spellings: Iterable<string>): Mask {
  const byBeginning = new Map<string, string[]>();
  const begins = new Uint8Array(pairs);
  for (const spelling of spellings) {
    const beginning = spelling.slice(0, shortestSecret);
    const same = byBeginning.get(beginning);
    if (same === undefined) byBeginning.set(beginning, [spelling]);
    else same.push(spelling);
    begins[pairAt(spelling, 0)] = 1;
  }
  for (const same of byBeginning.values()) same.sort((a, b) => b.length - a.length);
  return (text, wasCut) => {
    let masked = "";
    let hiddenTo = 0;
    for (let at = 0; at + shortestSecret <= text.length; at++) {
      if (begins[pairAt(text, at)] === 0) continue;
      const same = byBeginning.get(text.slice(at, at + shortestSecret));
      const end = same === undefined ? 0 : endOf(same, text, at, wasCut);
      if (end <= hiddenTo) continue;
      if (at >= hiddenTo) masked += text.slice(hiddenTo, at) + maskedSecret;
      hiddenTo = end;
    }
    return hiddenTo === 0 ? text : masked + text.slice(hiddenTo);
  };
}

const pairs = 4096;

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) % pairs;
}

/** Where the longest of these spellings ends that stands here, whole or cut off; 0 when none does. */
function endOf(longestFirst: readonly string[], text: string, at: number, wasCut: boolean): number {
  for (const spelling of longestFirst) {
    const end = at + commonLength(spelling, text, at);
    const isWhole = end - at === spelling.length;
    // `…` is what stands at the end of a text that was cut to a limit.
    const isCut = end - at >= shortestSecret && (text[end] === "…" || (wasCut && end === text.length));
    if (isWhole || isCut) return end;
  }
  return 0;
}

function commonLength(spelling: string, text: string, at: number): number {
  let length = 0;
  while (length < spelling.length && spelling.charCodeAt(length) === text.charCodeAt(at + length)) length++;
  return length;
}
