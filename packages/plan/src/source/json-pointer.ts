/** One step further down a JSON Pointer (RFC 6901). */
export function pointerTo(pointer: string, key: string | number): string {
  if (typeof key === "number") return `${pointer}/${key}`;
  return `${pointer}/${/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key}`;
}

/** The keys of a JSON Pointer, from the root down. */
export function pointerKeys(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((key) => (key.includes("~") ? key.replaceAll("~1", "/").replaceAll("~0", "~") : key));
}

/** Whether a place is at or under another one. */
export function isWithin(pointer: string, parent: string): boolean {
  return pointer.startsWith(parent) && (pointer.length === parent.length || pointer[parent.length] === "/");
}
