import type { SearchConstants } from "./constants.ts";
import { phrase, type Postings } from "./postings.ts";
import { weakWords } from "./stop-words.ts";
import type { Synonyms } from "./synonyms.ts";
import { splitWords, type Tokenizer } from "./tokenizer.ts";

/** How a term came to be looked for. */
export type TermKind = "word" | "synonym" | "phrase";

/** A term to look for, on behalf of a word of the query. */
interface QueryTerm {
  readonly term: string;
  readonly kind: TermKind;
  readonly weight: number;
}

/** A word of the query with what is looked for on its behalf; a phrase belongs to its second word. */
export interface QueryWord {
  /** As the query spells it, in lowercase. */
  readonly word: string;
  /** What it tells, in nats, by its weight. A word that no tool has tells most. */
  readonly information: number;
  readonly terms: readonly QueryTerm[];
}

/** What is needed to read a query. */
export interface QueryReader {
  readonly tokenizer: Tokenizer;
  readonly synonyms: Synonyms;
  readonly postings: Postings;
  readonly constants: SearchConstants;
}

/** Data, not the wish: quoted text, addresses, e-mail. What a tool is for stands outside of it. */
const data = /"[^"]{1,400}"|(?<=^|[\s(:])'[^']{1,400}'(?=$|[\s.,;:!?)])|`[^`]{1,400}`|\w{1,20}:\/\/\S+|\S+@\S+/g;

/** Where one wish ends and the next begins. */
const clauseEnd = /(?<=[.!?;\n])\s+|,?\s+(?:and then|then|and also|also|additionally|furthermore|as well as)\s+/i;

/** Reads a query, or a clause of one, into the words to look for, each once, in the order of the text. */
export function readQuery(text: string, reader: QueryReader): QueryWord[] {
  const { tokenizer, synonyms, postings, constants } = reader;
  const spelled = new Map<string, string>();
  for (const word of splitWords(text)) spelled.set(tokenizer.stem(word), word);
  const terms = tokenizer.terms(text);
  const weights = wordWeights(text, terms, reader);
  const words = new Map<string, QueryTerm[]>();
  const taken = new Set(weights.keys());
  const widen = (word: string, term: string, kind: TermKind, weight: number): void => {
    if (taken.has(term)) return;
    taken.add(term);
    words.get(word)?.push({ term, kind, weight });
  };
  for (const [term, weight] of weights) words.set(term, [{ term, kind: "word", weight }]);
  const named = new Set<string>();
  terms.forEach((term, position) => {
    const before = terms[position - 1];
    if (before === undefined) return;
    const pair = phrase(before, term);
    widen(term, pair, "phrase", constants.phrase);
    const others = synonyms.get(pair);
    if (others === undefined) return;
    // Two words that are one name (`pull request`): what stands for it counts for both, and neither is widened by itself.
    named.add(before).add(term);
    for (const synonym of others) widen(term, synonym, "synonym", 2 * constants.synonym);
  });
  for (const [word, weight] of weights) {
    if (named.has(word)) continue;
    for (const synonym of synonyms.get(word) ?? []) widen(word, synonym, "synonym", constants.synonym * weight);
  }
  return [...words].map(([term, terms]) => ({
    word: spelled.get(term) ?? term,
    information: (weights.get(term) ?? 1) * postings.information(term),
    terms,
  }));
}

/** The clauses of a query that have at least two words; an empty list when the query is one clause. */
export function readClauses(text: string, reader: QueryReader, most: number): QueryWord[][] {
  const clauses = text.split(clauseEnd).map((clause) => readQuery(clause, reader));
  const telling = clauses.filter((words) => words.length >= 2);
  return telling.length > 1 ? telling.slice(0, most) : [];
}

function wordWeights(text: string, terms: readonly string[], reader: QueryReader): ReadonlyMap<string, number> {
  const { tokenizer, constants } = reader;
  const wished = new Set(tokenizer.terms(text.replace(data, " ")));
  const weak = new Set(
    splitWords(text)
      .filter((word) => weakWords.has(word))
      .map((word) => tokenizer.stem(word)),
  );
  const weights = new Map<string, number>();
  for (const term of terms) {
    const asData = wished.size > 1 && !wished.has(term) ? constants.data : 1;
    weights.set(term, Math.min(asData, weak.has(term) ? constants.weak : 1));
  }
  return weights;
}
