import { Compounds } from "./compounds.ts";
import { longestQuery, mostClauses, mostNear, searchConstants, type SearchConstants } from "./constants.ts";
import { documentTerms, withCompounds, type SearchDocument } from "./document.ts";
import { ExactNames } from "./exact-names.ts";
import { explain, type MatchedTerm } from "./explain.ts";
import { Postings } from "./postings.ts";
import { rank } from "./rank.ts";
import { readQuery, type QueryReader } from "./query.ts";
import { synonymGroups, synonymTable } from "./synonyms.ts";
import { Tokenizer } from "./tokenizer.ts";

/** A tool that a search found. */
export interface SearchHit {
  readonly name: string;
  /** From 0 to 1, whatever else is in the catalog: how much of what the query says the tool matches. `constants.ts` has the formula. */
  readonly score: number;
  /** The query names the tool. */
  readonly exact: boolean;
  /** Why: the words of the query that were found, and where. */
  readonly terms: readonly MatchedTerm[];
}

/** A word of a query as the index took it. */
export interface SearchTerm {
  readonly word: string;
  /** How many tools have it; 0: the catalog does not know the word. */
  readonly documents: number;
}

/** What a search gives. */
export interface SearchResult {
  /** The best first; equal ones by name. */
  readonly hits: readonly SearchHit[];
  /** The best three below the minimum. */
  readonly near: readonly SearchHit[];
  readonly terms: readonly SearchTerm[];
}

/** What a search should give. */
export interface SearchOptions {
  /** Most hits. Default 10. */
  readonly limit?: number;
  /** Least score of a hit. Default 0: everything that matches at all. */
  readonly minimum?: number;
}

/** An index over tools. */
export interface KeywordIndex {
  readonly size: number;
  /** Finds the tools that fit a text, the same ones in the same order whatever order they were given in. Reads its first 8,192 characters. */
  search(query: string, options?: SearchOptions): SearchResult;
}

/** How an index is made. */
export interface KeywordIndexOptions {
  /** Groups of words that may stand for one another, beside those that are built in. */
  readonly synonyms?: readonly (readonly string[])[];
  /** For measurements. */
  readonly constants?: SearchConstants;
}

/** Makes an index over tools. Of two documents of one name the first counts. */
export function createKeywordIndex(
  documents: Iterable<SearchDocument>,
  options: KeywordIndexOptions = {},
): KeywordIndex {
  return new Bm25Index(sortedByName(documents), options);
}

class Bm25Index implements KeywordIndex {
  readonly size: number;
  readonly #documents: readonly SearchDocument[];
  readonly #names: ExactNames;
  readonly #reader: QueryReader;

  constructor(documents: readonly SearchDocument[], options: KeywordIndexOptions) {
    const constants = options.constants ?? searchConstants;
    const tokenizer = new Tokenizer();
    const compounds = new Compounds(documents.map(({ description }) => description));
    const terms = documents.map((document) =>
      withCompounds(documentTerms(document, tokenizer), document, compounds, tokenizer),
    );
    this.size = documents.length;
    this.#documents = documents;
    this.#names = new ExactNames(documents);
    this.#reader = {
      tokenizer,
      constants,
      postings: new Postings(terms, constants),
      synonyms: synonymTable([...synonymGroups, ...(options.synonyms ?? [])], tokenizer),
    };
  }

  search(query: string, options: SearchOptions = {}): SearchResult {
    const { limit = 10, minimum = 0 } = options;
    const text = query.slice(0, longestQuery);
    const words = readQuery(text, this.#reader);
    const ranked = rank(text, words, this.#names.find(text), this.#reader, { count: limit + mostNear, mostClauses });
    const hits = ranked.map(({ document, score, exact }) => ({
      name: this.#documents[document]?.name ?? "",
      score,
      exact,
      terms: explain(document, words, this.#reader.postings),
    }));
    const found = hits.filter(({ score }) => score >= minimum).slice(0, limit);
    return {
      hits: found,
      near: hits.filter(({ score }) => score < minimum).slice(0, mostNear),
      terms: words.map((word) => ({
        word: word.word,
        documents: this.#reader.postings.count(word.terms[0]?.term ?? ""),
      })),
    };
  }
}

function sortedByName(documents: Iterable<SearchDocument>): readonly SearchDocument[] {
  const byName = new Map<string, SearchDocument>();
  for (const document of documents) if (!byName.has(document.name)) byName.set(document.name, document);
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
