/** Whether a name fits a pattern in which `*` stands for any characters, none as well. Case counts. Takes time linear in both. */
export function matchesGlob(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return name === pattern;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let place = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, place);
    if (found === -1 || found + part.length > end) return false;
    place = found + part.length;
  }
  return true;
}
