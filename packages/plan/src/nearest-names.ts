import { createRequire } from "node:module";

type Distance = (left: string, right: string) => number;

/** So many letters beside its number a name has at least, to be taken for a slip of one with another number. */
const numberedLetters = 8;

let distance: Distance | undefined;

function levenshtein(): Distance {
  distance ??= (createRequire(import.meta.url)("fastest-levenshtein") as { distance: Distance }).distance;
  return distance;
}

/**
 * The candidates that a misspelt name most likely meant, nearest first; none when nothing is near.
 * A name is near when a third of its letters or fewer have to change, when it is the beginning of the other (`min`, `minimum`),
 * or when it has the same words (`toolName`, `tool_name`). What two names have in front of `__` in common does not make them
 * alike, and names that differ in a number only (`step1`, `step2`) are two things, unless they are long.
 */
export function nearestNames(name: string, candidates: Iterable<string>, max = 3): string[] {
  const whole = plain(name);
  if (whole === "" || name.length > 200) return [];
  const separator = name.indexOf("__");
  const prefix = separator > 0 ? name.slice(0, separator + 2) : undefined;
  const rest = prefix === undefined ? whole : plain(name.slice(prefix.length));
  const near: { readonly candidate: string; readonly score: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const score =
      prefix !== undefined && candidate.startsWith(prefix)
        ? scoreOf(rest, plain(candidate.slice(prefix.length)))
        : scoreOf(whole, plain(candidate));
    if (score !== undefined) near.push({ candidate, score });
  }
  near.sort((left, right) => left.score - right.score || (left.candidate < right.candidate ? -1 : 1));
  return near.slice(0, max).map(({ candidate }) => candidate);
}

function scoreOf(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  const letters = wanted.replaceAll(/\d/g, "");
  if (letters === candidate.replaceAll(/\d/g, "")) return letters.length >= numberedLetters ? 50 : undefined;
  const longer = Math.max(wanted.length, candidate.length);
  const allowed = Math.floor(longer / 3);
  if (Math.abs(wanted.length - candidate.length) <= allowed) {
    const changes = isSwapped(wanted, candidate) ? 1 : levenshtein()(wanted, candidate);
    if (changes <= allowed) return changes;
  }
  // Behind every near spelling, so that `plan__x` does not beat a slip of one letter.
  const shorter = Math.min(wanted.length, candidate.length);
  if (shorter >= 3 && (candidate.startsWith(wanted) || wanted.startsWith(candidate))) return 100 + longer - shorter;
  if (shorter >= 4 && candidate.endsWith(wanted)) return 200 + longer - shorter;
  return undefined;
}

/** Whether two neighbouring letters changed places: one slip, which counts as two changes otherwise. */
function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return left[at] === right[at + 1] && left[at + 1] === right[at] && left.slice(at + 2) === right.slice(at + 2);
}

function plain(name: string): string {
  return name.replaceAll(/[_\s-]+/g, "").toLowerCase();
}
