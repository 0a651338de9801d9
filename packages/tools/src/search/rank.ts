import { match, type Match } from "./match.ts";
import { readClauses, type QueryReader, type QueryWord } from "./query.ts";

/** A document's place in a ranking. */
export interface Ranked {
  readonly document: number;
  readonly score: number;
  readonly exact: boolean;
}

/**
 * Ranks the documents for a query: those it names first, in any case, then by value, then by number (that is, by name). `constants.ts` has
 * the formulas.
 */
export function rank(
  text: string,
  words: readonly QueryWord[],
  named: readonly number[],
  reader: QueryReader,
  most: { readonly count: number; readonly mostClauses: number },
): Ranked[] {
  const { postings, constants } = reader;
  const whole = match(words, postings, constants);
  const clauses = readClauses(text, reader, most.mostClauses).map((clause) => match(clause, postings, constants));
  const share = clauses.length === 0 ? 0 : constants.clauses;
  const values = mixValues(whole, clauses, share);
  const fit = (1 - share) * fitOf(whole) + share * Math.max(0, ...clauses.map(fitOf));
  const exact = named.slice(0, most.count).map((document) => ({ document, score: 1, exact: true }));
  const others = highest(values, most.count - exact.length, new Set(named));
  return [
    ...exact,
    ...others.map((document) => ({
      document,
      score: Math.min(1, (values[document] ?? 0) * fit) ** constants.sharpness,
      exact: false,
    })),
  ];
}

/** How near the best document comes to one that has every word in its name. */
function fitOf({ best, ideal }: Match): number {
  return ideal > 0 ? best / ideal : 0;
}

function mixValues(whole: Match, clauses: readonly Match[], share: number): Float64Array {
  return whole.raw.map((raw, document) => {
    const clause = clauses.reduce((best, one) => Math.max(best, relative(one, document)), 0);
    return (1 - share) * (whole.best > 0 ? raw / whole.best : 0) + share * clause;
  });
}

function relative({ raw, best }: Match, document: number): number {
  return best > 0 ? (raw[document] ?? 0) / best : 0;
}

/** Above this many, sorting everything is cheaper than keeping the best in order. */
const fewest = 100;

/** The numbers of the highest values above 0, highest first; of equal values the lower number. */
function highest(values: Float64Array, count: number, without: ReadonlySet<number>): number[] {
  if (count <= 0) return [];
  const candidates: number[] = [];
  const value = (document: number | undefined): number => (document === undefined ? 0 : (values[document] ?? 0));
  for (let document = 0; document < values.length; document += 1) {
    if (value(document) === 0 || without.has(document)) continue;
    if (count > fewest) {
      candidates.push(document);
      continue;
    }
    if (candidates.length === count && value(document) <= value(candidates[count - 1])) continue;
    let place = candidates.length;
    while (place > 0 && value(candidates[place - 1]) < value(document)) place -= 1;
    candidates.splice(place, 0, document);
    candidates.length = Math.min(candidates.length, count);
  }
  return count > fewest ? candidates.sort((a, b) => value(b) - value(a) || a - b).slice(0, count) : candidates;
}
