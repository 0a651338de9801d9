import type { FieldName, SearchConstants } from "./constants.ts";
import type { FieldTerms } from "./document.ts";

/** The fields in the order of their bits in a mask. */
export const fieldNames: readonly FieldName[] = [
  "name",
  "first",
  "rest",
  "argumentNames",
  "argumentDescriptions",
  "labels",
  "output",
];

/** Fields in which two neighbouring words are kept as a phrase too. */
const phraseFields: ReadonlySet<FieldName> = new Set(["name", "first", "rest"]);

/** The documents that have a term, by ascending number. */
export interface PostingList {
  readonly documents: Uint32Array;
  /** How much the term says about each document: its frequencies, weighed by field and length. */
  readonly weights: Float32Array;
  /** A bit for each field it stands in, in the order of `fieldNames`. */
  readonly fields: Uint8Array;
}

/** An inverted index over documents that are numbered by their place in a list. */
export class Postings {
  readonly size: number;
  readonly #tools: number;
  readonly #lists: ReadonlyMap<string, PostingList>;

  constructor(documents: readonly FieldTerms[], constants: SearchConstants) {
    this.size = documents.length;
    this.#tools = Math.max(documents.length, constants.leastTools);
    this.#lists = collect(documents, constants);
  }

  get(term: string): PostingList | undefined {
    return this.#lists.get(term);
  }

  /** How many documents have a term. */
  count(term: string): number {
    return this.#lists.get(term)?.documents.length ?? 0;
  }

  /** The fields of a document that have a term, as a mask; 0 for none. */
  fieldsOf(term: string, document: number): number {
    const list = this.#lists.get(term);
    if (list === undefined) return 0;
    let low = 0;
    let high = list.documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list.documents[middle] ?? 0) < document) low = middle + 1;
      else high = middle;
    }
    return list.documents[low] === document ? (list.fields[low] ?? 0) : 0;
  }

  /** What a term tells, in nats: ln(1 + (N - n + 0.5) / (n + 0.5)) for n of N documents (Robertson and Sparck Jones, kept
   * positive). */
  information(term: string): number {
    const count = this.count(term);
    return Math.log(1 + (this.#tools - count + 0.5) / (count + 0.5));
  }
}

/** A list while documents are read. */
interface Growing {
  readonly documents: number[];
  readonly weights: number[];
  readonly fields: number[];
}

function collect(documents: readonly FieldTerms[], constants: SearchConstants): Map<string, PostingList> {
  const averages = fieldNames.map((field) => averageLength(documents, field));
  const growing = new Map<string, Growing>();
  documents.forEach((terms, document) => {
    fieldNames.forEach((field, bit) => {
      const { weight, length } = constants.fields[field];
      const list = terms[field];
      const value = weight / (1 - length + (length * list.length) / (averages[bit] ?? 1));
      list.forEach((term, position) => {
        count(growing, term, document, value, bit);
        const before = list[position - 1];
        if (before !== undefined && phraseFields.has(field)) count(growing, phrase(before, term), document, value, bit);
      });
    });
  });
  const lists = new Map<string, PostingList>();
  for (const [term, list] of growing) {
    lists.set(term, {
      documents: Uint32Array.from(list.documents),
      weights: Float32Array.from(list.weights),
      fields: Uint8Array.from(list.fields),
    });
  }
  return lists;
}

/** Over the documents that have the field at all: where few do, theirs would otherwise count as very long. */
function averageLength(documents: readonly FieldTerms[], field: FieldName): number {
  const lengths = documents.map((terms) => terms[field].length).filter((length) => length > 0);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
}

/** Two neighbouring words as one term. No word has a blank in it. */
export function phrase(first: string, second: string): string {
  return `${first} ${second}`;
}

function count(growing: Map<string, Growing>, term: string, document: number, value: number, bit: number): void {
  let list = growing.get(term);
  if (list === undefined) growing.set(term, (list = { documents: [], weights: [], fields: [] }));
  const last = list.documents.length - 1;
  if (list.documents[last] === document) {
    list.weights[last] = (list.weights[last] ?? 0) + value;
    list.fields[last] = (list.fields[last] ?? 0) | (1 << bit);
  } else {
    list.documents.push(document);
    list.weights.push(value);
    list.fields.push(1 << bit);
  }
}
