import type { JsonObject } from "@graph/plan";
import {
  type createKeywordIndex,
  type KeywordIndex,
  type RegisteredTool,
  type SearchDocument,
  type SearchHit,
  searchDocument,
} from "@graph/tools";
import type { Candidate } from "./candidate.ts";

/** Makes a keyword index: `createKeywordIndex` of `@graph/tools`, perhaps with the operator's synonyms. */
export type BuildIndex = (documents: Iterable<SearchDocument>) => ReturnType<typeof createKeywordIndex>;

/** What is to be scored. */
export interface KeywordQuery {
  readonly query: string;
  readonly candidates: readonly Candidate[];
  /** The value that the candidates were read from: as long as somebody holds it, its index is kept. */
  readonly source: object;
  /** Version of the catalog, which adds what the candidates leave out. */
  readonly version: number;
  /** Most hits. */
  readonly limit: number;
}

/** Scores candidates by keywords. */
export class KeywordScores {
  readonly #buildIndex: () => BuildIndex;
  readonly #find: (name: string) => RegisteredTool | undefined;
  readonly #kept = new WeakMap<object, { readonly version: number; readonly index: KeywordIndex }>();

  constructor(buildIndex: () => BuildIndex, find: (name: string) => RegisteredTool | undefined) {
    this.#buildIndex = buildIndex;
    this.#find = find;
  }

  /** Hits by name; what does not match at all is left out. */
  score({ query, candidates, source, version, limit }: KeywordQuery): ReadonlyMap<string, SearchHit> {
    let kept = this.#kept.get(source);
    if (kept === undefined || kept.version !== version) {
      const index = this.#buildIndex()(candidates.map((candidate) => this.#document(candidate)));
      kept = { version, index };
      this.#kept.set(source, kept);
    }
    return new Map(kept.index.search(query, { limit }).hits.map((hit) => [hit.name, hit]));
  }

  /** What a candidate says of itself counts; what it leaves out comes from the catalog's tool of that name. */
  #document({ name, description, given }: Candidate): SearchDocument {
    const tool = this.#find(name);
    const known: SearchDocument = tool === undefined ? { name, description } : searchDocument(tool);
    const inputSchema = objectUnder(given, "inputSchema") ?? known.inputSchema;
    return {
      ...known,
      ...(description !== "" && { description }),
      ...(inputSchema !== undefined && { inputSchema }),
    };
  }
}

function objectUnder(value: JsonObject, key: string): JsonObject | undefined {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as JsonObject) : undefined;
}
