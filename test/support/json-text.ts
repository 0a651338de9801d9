/** JSON text with sorted keys, so that equal values have equal texts. `undefined` and what JSON lacks are written out. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (item instanceof Map) return Object.fromEntries(item);
    if (item === null || typeof item !== "object" || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

/** Whether two JSON values are equal. */
export const sameJson = (left: unknown, right: unknown): boolean => sortedJson(left) === sortedJson(right);

/** A value for a message, cut when it is long. */
export function brief(value: unknown, length = 400): string {
  const text = typeof value === "string" ? value : (sortedJson(value) ?? String(value));
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
