import type { FieldName } from "./constants.ts";
import { fieldNames, type Postings } from "./postings.ts";
import type { QueryWord, TermKind } from "./query.ts";

/** A word of the query that was found in a tool. */
export interface MatchedTerm {
  /** As the query spells it, in lowercase. */
  readonly word: string;
  /** The term of the index: the word's stem, that of a synonym, or two stems for words that stand side by side. */
  readonly term: string;
  readonly kind: TermKind;
  readonly fields: readonly FieldName[];
}

/** Says which words of a query a document has, and where. */
export function explain(document: number, words: readonly QueryWord[], postings: Postings): MatchedTerm[] {
  const matched: MatchedTerm[] = [];
  for (const { word, terms } of words) {
    for (const { term, kind } of terms) {
      const mask = postings.fieldsOf(term, document);
      if (mask === 0) continue;
      matched.push({ word, term, kind, fields: fieldNames.filter((_, bit) => (mask & (1 << bit)) !== 0) });
    }
  }
  return matched;
}
