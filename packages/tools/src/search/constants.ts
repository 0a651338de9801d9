/** The parts of a tool that are weighed apart. */
export type FieldName = "name" | "first" | "rest" | "argumentNames" | "argumentDescriptions" | "labels" | "output";

interface FieldConstants {
  /** How much a word counts here. */
  readonly weight: number;
  /** How much a text longer than the average takes off, 0 to 1 (the `b` of BM25). */
  readonly length: number;
}

/**
 * Every figure of the ranking and of the score.
 *
 * Ranking (BM25F). A word t of the query, of weight w, tells i(t) = ln(1 + (N - n + 0.5) / (n + 0.5)) when n of N tools have it;
 * N is taken as `leastTools` where the catalog is smaller, because in a catalog of one tool no word would tell anything. In a
 * tool it has the strength f = Σ over fields of weight · count / (1 - length + length · fieldLength / averageLength), and adds
 * w · i(t) · s(f) with s(f) = f · (k + 1) / (f + k), k = `saturation`. Phrases, synonyms and parts of compounds add the same with
 * their own weights. The sum is multiplied by 1 + `coverage` · (the share of the query's information that the tool has a word for):
 * that is a tool's *raw* value for a text.
 *
 * A query of several sentences is also searched clause by clause: value = (1 - c) · raw / best raw + c · the best, over the clauses,
 * of raw / best raw, with c = `clauses`. For one clause value = raw / best raw.
 *
 * Score. *Ideal* is the raw value of a tool that has every word of the query in its name: Σ w · i(t) · s(`fullStrength`) · (1 + `coverage`),
 * where the `tellingWords` words that tell most count fully and every further one `furtherWords`, because no tool has all words of a
 * long request. A word that no tool has tells most of all (n = 0) and so holds the score down. The fit of a query is the best raw /
 * ideal, mixed over whole and clauses like the value; score = min(1, value · fit) ^ `sharpness`. It grows with the value, so the order
 * of the scores is the order of the ranking. A tool that the query names exactly has the score 1.
 */
export interface SearchConstants {
  readonly fields: { readonly [Field in FieldName]: FieldConstants };
  readonly leastTools: number;
  readonly saturation: number;
  /** Weight of two neighbouring words that stand side by side in the tool too. */
  readonly phrase: number;
  /** Weight of a word that stands for one of the query. */
  readonly synonym: number;
  /** Weight of a word of the query that is data: quoted, an address. */
  readonly data: number;
  /** Weight of a word that half of all requests have (`find`, `provide`). */
  readonly weak: number;
  readonly coverage: number;
  readonly clauses: number;
  readonly fullStrength: number;
  readonly tellingWords: number;
  readonly furtherWords: number;
  readonly sharpness: number;
}

/** Measured on five public sets of questions about tools; the optimum is flat. */
export const searchConstants: SearchConstants = {
  fields: {
    name: { weight: 2.5, length: 0.75 },
    first: { weight: 1, length: 0.6 },
    rest: { weight: 0.4, length: 0.75 },
    argumentNames: { weight: 0.9, length: 0.75 },
    argumentDescriptions: { weight: 0.6, length: 0.9 },
    labels: { weight: 0.2, length: 0 },
    output: { weight: 0.2, length: 0.75 },
  },
  leastTools: 40,
  saturation: 2.5,
  phrase: 0.4,
  synonym: 0.35,
  data: 0.5,
  weak: 0.5,
  coverage: 1,
  clauses: 0.4,
  fullStrength: 2.5,
  tellingWords: 2,
  furtherWords: 0.15,
  sharpness: 1.75,
};

/** A query is read up to this length, in UTF-16 units, and cut into at most this many clauses. */
export const longestQuery = 8_192;
export const mostClauses = 8;
/** How many tools below the minimum are given as near misses. */
export const mostNear = 3;
