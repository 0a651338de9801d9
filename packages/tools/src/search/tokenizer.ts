import { stemmer } from "stemmer";
import { stopWords } from "./stop-words.ts";

/** How many stems one tokenizer remembers; a catalog of some thousand tools has about ten thousand different words. */
const stemMemory = 100_000;

const ascii = /^[\0-\x7f]*$/;
const asciiWords = /[a-z]+|\d+/g;
const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";
const cjkRun = new RegExp(`^[${cjk}]`, "u");
const unicodeWords = new RegExp(`[a-z]+|\\p{Nd}+|[${cjk}]+|(?:(?![a-z${cjk}])[\\p{L}\\p{M}])+`, "gu");

/** Turns texts of tools and of queries into the terms of the index: both sides by the same rules, or they would not meet. */
export class Tokenizer {
  readonly #stems = new Map<string, string>();

  /** The terms of a text in order: words without stop words, stemmed. */
  terms(text: string): string[] {
    const terms: string[] = [];
    for (const word of splitWords(text)) if (!stopWords.has(word)) terms.push(this.stem(word));
    return terms;
  }

  /** The stem of a lowercase word; a word that is not of a to z is its own. */
  stem(word: string): string {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const stem = word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(word) : word;
    if (this.#stems.size < stemMemory) this.#stems.set(word, stem);
    return stem;
  }
}

/**
 * The lowercase words of a text: `listOpenPRs`, `list_open-prs` and `list open PRs` give the same three. Digits stand alone, accents are
 * dropped, a run of Chinese, Japanese or Korean characters gives its overlapping pairs, other scripts their runs of letters.
 */
export function splitWords(text: string): string[] {
  const spaced = splitHumps(ascii.test(text) ? text : foldMarks(text)).toLowerCase();
  if (ascii.test(spaced)) return spaced.match(asciiWords) ?? [];
  return (spaced.match(unicodeWords) ?? []).flatMap((word) => (cjkRun.test(word) ? pairs(word) : [word]));
}

/** Sets a blank between the words of a camelCase name. An acronym's plural stays one word (`URLs`). */
function splitHumps(text: string): string {
  return text.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))/g, "$1 ");
}

/** Compatibility forms (full width, ligatures) become plain letters and Latin letters lose their accents; kana keep their marks. */
function foldMarks(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
