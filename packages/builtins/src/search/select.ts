import { byCodeUnit, type Candidate } from "./candidate.ts";

/** A candidate with its score, 0 to 1. */
export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** The query names it. */
  readonly exact?: boolean;
  /** Words of the query that were found in it. */
  readonly matched?: readonly string[];
}

/** What a selection goes by. */
export interface SelectionRules {
  /** Least score. */
  readonly threshold: number;
  /** At least so many are taken, however low they score. */
  readonly floor: number;
  /** At most so many; `undefined`: no limit. */
  readonly limit: number | undefined;
}

/** What was taken, best first, and what came nearest to it. */
export interface Selection {
  readonly selected: readonly Scored[];
  readonly near: readonly Scored[];
}

/** How many near misses are shown. */
export const nearCount = 3;

/** Takes those that reach the threshold, fills up to the floor, cuts at the limit. Of equal scores those that the query names come first, then by name. */
export function select(scored: readonly Scored[], rules: SelectionRules): Selection {
  const ordered = [...scored].sort(
    (left, right) =>
      right.score - left.score ||
      Number(right.exact ?? false) - Number(left.exact ?? false) ||
      byCodeUnit(left.candidate.name, right.candidate.name),
  );
  const reached = ordered.filter(({ score }) => score >= rules.threshold).length;
  const count = Math.min(Math.max(reached, rules.floor), rules.limit ?? ordered.length, ordered.length);
  return {
    selected: ordered.slice(0, count),
    near: ordered
      .slice(count)
      .filter(({ score }) => score > 0)
      .slice(0, nearCount),
  };
}

/** Scores as they are shown: three decimals. */
export function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
