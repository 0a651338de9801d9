import { longestGlob, matchesGlob } from "@graph/plan";

/** A longer one is no glob to `matchesGlob`: it is compared as it is. */
function matches(glob: string, name: string): boolean {
  return glob.length > longestGlob ? glob === name : matchesGlob(name, glob);
}

export function matchesAny(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => matches(glob, name));
}

/** What a list of globs says of a name: the last one that matches decides, and `!` before it says no. `undefined`: nothing. */
export function wordOf(globs: readonly string[] | undefined, name: string): boolean | undefined {
  let word: boolean | undefined;
  for (const glob of globs ?? []) {
    const no = glob.startsWith("!");
    if (matches(no ? glob.slice(1) : glob, name)) word = !no;
  }
  return word;
}
