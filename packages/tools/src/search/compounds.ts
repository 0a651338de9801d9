import { splitWords } from "./tokenizer.ts";

/** Shorter words are taken as they are; parts have at least three letters and at most fourteen, and there are at most four. */
const shortestWord = 7;
const shortestPart = 3;
const longestPart = 14;
const longestWord = 40;
const mostParts = 4;

/** Takes run-together names apart (`getcurrentweather`), by the words that the descriptions of the catalog use. */
export class Compounds {
  readonly #counts = new Map<string, number>();

  constructor(descriptions: Iterable<string>) {
    for (const description of descriptions) {
      for (const word of new Set(splitWords(description))) {
        if (word.length >= shortestPart) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
      }
    }
  }

  /** The parts of a word, the fewest there can be; none for a word that descriptions use as it is, or that has no such parts. */
  split(word: string): readonly string[] {
    if (word.length < shortestWord || word.length > longestWord || (this.#counts.get(word) ?? 0) > 1) return [];
    const best: (readonly string[] | undefined)[] = [[]];
    for (let end = 1; end <= word.length; end += 1) {
      for (let start = Math.max(0, end - longestPart); start <= end - shortestPart; start += 1) {
        const before = best[start];
        const part = word.slice(start, end);
        if (before === undefined || !this.#counts.has(part)) continue;
        if (before.length + 1 < (best[end]?.length ?? mostParts + 1)) best[end] = [...before, part];
      }
    }
    const parts = best[word.length] ?? [];
    return parts.length > 1 ? parts : [];
  }
}
