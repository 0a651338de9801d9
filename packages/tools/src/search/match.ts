import type { SearchConstants } from "./constants.ts";
import type { Postings } from "./postings.ts";
import type { QueryWord } from "./query.ts";

/** How well the tools fit one text: the whole query, or a clause. */
export interface Match {
  /** By document number. */
  readonly raw: Float64Array;
  /** The highest of `raw`. */
  readonly best: number;
  /** The raw value of a tool that has every word in its name; 0 for a text without words. */
  readonly ideal: number;
}

/** Works out the raw value of every document; `constants.ts` has the formula. */
export function match(words: readonly QueryWord[], postings: Postings, constants: SearchConstants): Match {
  const raw = new Float64Array(postings.size);
  const covered = new Float64Array(postings.size);
  const seen = new Uint32Array(postings.size);
  words.forEach((word, index) => addWord(word, index + 1, { raw, covered, seen }, postings, constants));
  const whole = words.reduce((sum, word) => sum + word.information, 0);
  let best = 0;
  if (whole > 0) {
    for (let document = 0; document < raw.length; document += 1) {
      const value = (raw[document] ?? 0) * (1 + (constants.coverage * (covered[document] ?? 0)) / whole);
      raw[document] = value;
      if (value > best) best = value;
    }
  }
  return { raw, best, ideal: idealValue(words, constants) };
}

interface Sums {
  readonly raw: Float64Array;
  /** Information of the words that a document has, or a synonym of. */
  readonly covered: Float64Array;
  /** The last word, counted from 1, that was found in a document. */
  readonly seen: Uint32Array;
}

function addWord(word: QueryWord, number: number, sums: Sums, postings: Postings, constants: SearchConstants): void {
  const { raw, covered, seen } = sums;
  for (const { term, kind, weight } of word.terms) {
    const list = postings.get(term);
    if (list === undefined) continue;
    const information = weight * postings.information(term);
    const { documents, weights } = list;
    for (let place = 0; place < documents.length; place += 1) {
      const document = documents[place] ?? 0;
      raw[document] = (raw[document] ?? 0) + information * saturated(weights[place] ?? 0, constants);
      if (kind === "phrase" || seen[document] === number) continue;
      seen[document] = number;
      covered[document] = (covered[document] ?? 0) + word.information;
    }
  }
}

function saturated(strength: number, { saturation }: SearchConstants): number {
  return (strength * (saturation + 1)) / (strength + saturation);
}

function idealValue(words: readonly QueryWord[], constants: SearchConstants): number {
  const information = words.map((word) => word.information).sort((a, b) => b - a);
  const telling = information.slice(0, constants.tellingWords).reduce((sum, one) => sum + one, 0);
  const further = information.slice(constants.tellingWords).reduce((sum, one) => sum + one, 0);
  return (
    (telling + constants.furtherWords * further) *
    saturated(constants.fullStrength, constants) *
    (1 + constants.coverage)
  );
}
