import { byCodeUnit, type Candidate } from "../search/candidate.ts";
import type { Chunk } from "./chunk.ts";

/** From this probability on, a question's "none" says that nothing in it fits. */
const noneGate = 0.5;
/** Next best tools of each question that go on beside those that reach the threshold. 0 would be the documented rule alone. */
const finalistFill = 10;

/** A question of a round with what was answered: probabilities by label. */
export interface AnsweredChunk extends Chunk {
  readonly probabilities: ReadonlyMap<string, number>;
}

/** Whether a round has shown that nothing fits: no tool reaches the threshold and every question says none. */
export function isGated(chunks: readonly AnsweredChunk[], none: string, threshold: number): boolean {
  return chunks.every(
    ({ candidates, probabilities }) =>
      (probabilities.get(none) ?? 0) >= noneGate &&
      candidates.every(({ name }) => (probabilities.get(name) ?? 0) < threshold),
  );
}

/**
 * Who goes on to the next round, most likely first: every tool that reaches the threshold, and of each question the next best with a
 * probability over 0, up to `finalistFill` or an equal share of the places in the final, whichever is less, one at least.
 */
export function chooseFinalists(
  chunks: readonly AnsweredChunk[],
  threshold: number,
  places: number,
): readonly Candidate[] {
  const fill = Math.max(1, Math.min(finalistFill, Math.floor(places / chunks.length)));
  const chosen = chunks.flatMap(({ candidates, probabilities }) => {
    const ranked = rank(candidates, probabilities);
    const reached = ranked.filter(({ probability }) => probability >= threshold);
    const next = ranked.slice(reached.length, reached.length + fill).filter(({ probability }) => probability > 0);
    return [...reached, ...next];
  });
  return chosen.sort(byProbability).map(({ candidate }) => candidate);
}

interface Ranked {
  readonly candidate: Candidate;
  readonly probability: number;
}

function rank(candidates: readonly Candidate[], probabilities: ReadonlyMap<string, number>): Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, probability: probabilities.get(candidate.name) ?? 0 }))
    .sort(byProbability);
}

function byProbability(left: Ranked, right: Ranked): number {
  return right.probability - left.probability || byCodeUnit(left.candidate.name, right.candidate.name);
}
