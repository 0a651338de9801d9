import { createRequire } from "node:module";

type Distance = (left: string, right: string) => number;

let distance: Distance | undefined;

function levenshtein(): Distance {
  distance ??= (createRequire(import.meta.url)("fastest-levenshtein") as { distance: Distance }).distance;
  return distance;
}

/**
 * The candidates that a misspelt name most likely meant, nearest first; none when nothing is near.
 * A name is near when a third of its letters or fewer have to change, when it is the beginning of the other (`min`, `minimum`),
 * or when it has the same words (`toolName`, `tool_name`).
 */
export function nearestNames(name: string, candidates: Iterable<string>, max = 3): string[] {
  const wanted = plain(name);
  if (wanted === "" || name.length > 200) return [];
  const near: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const score = scoreOf(wanted, plain(candidate));
    if (score !== undefined) near.push({ candidate, score });
  }
  near.sort((left, right) => left.score - right.score || (left.candidate < right.candidate ? -1 : 1));
  return near.slice(0, max).map(({ candidate }) => candidate);
}

function scoreOf(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  const longer = Math.max(wanted.length, candidate.length);
  const allowed = Math.max(1, Math.floor(longer / 3));
  if (Math.abs(wanted.length - candidate.length) <= allowed) {
    const changes = levenshtein()(wanted, candidate);
    if (changes <= allowed && changes < longer) return changes;
  }
  // Behind every near spelling, so that `plan__x` does not beat a slip of one letter.
  const shorter = Math.min(wanted.length, candidate.length);
  if (shorter >= 3 && (candidate.startsWith(wanted) || wanted.startsWith(candidate))) return 100 + longer - shorter;
  if (shorter >= 4 && candidate.endsWith(wanted)) return 200 + longer - shorter;
  return undefined;
}

function plain(name: string): string {
  return name.replaceAll(/[_\s-]+/g, "").toLowerCase();
}
