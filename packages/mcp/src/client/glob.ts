/** Whether a name matches a glob: `*` is any text, `?` one character. Never goes back more than one star, so it ends in time. */
export function matchesGlob(glob: string, name: string): boolean {
  let inGlob = 0;
  let inName = 0;
  let star = -1;
  let retry = 0;
  while (inName < name.length) {
    if (glob[inGlob] === "*") {
      star = inGlob;
      retry = inName;
      inGlob += 1;
    } else if (inGlob < glob.length && (glob[inGlob] === "?" || glob[inGlob] === name[inName])) {
      inGlob += 1;
      inName += 1;
    } else if (star >= 0) {
      retry += 1;
      inName = retry;
      inGlob = star + 1;
    } else return false;
  }
  while (glob[inGlob] === "*") inGlob += 1;
  return inGlob === glob.length;
}

export function matchesAny(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => matchesGlob(glob, name));
}

/** What a list of globs says of a name: the last one that matches decides, and `!` before it says no. `undefined`: nothing. */
export function wordOf(globs: readonly string[] | undefined, name: string): boolean | undefined {
  let word: boolean | undefined;
  for (const glob of globs ?? []) {
    const no = glob.startsWith("!");
    if (matchesGlob(no ? glob.slice(1) : glob, name)) word = !no;
  }
  return word;
}
