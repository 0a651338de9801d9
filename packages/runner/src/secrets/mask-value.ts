import type { Json, JsonObject } from "@graph/plan";

/** Masks every text of a value, names of properties included. What has nothing to hide is the same value as before, by reference. */
export function maskValue(value: Json, text: (text: string) => string): Json {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") {
    // A secret of digits comes back as a number from whatever reads it as JSON.
    const shown = String(value);
    const masked = text(shown);
    return masked === shown ? value : masked;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const masked = list.map((item) => maskValue(item, text));
    return masked.some((item, index) => item !== list[index]) ? masked : value;
  }
  return maskObject(value as JsonObject, text);
}

function maskObject(object: JsonObject, text: (text: string) => string): JsonObject {
  const entries = Object.entries(object);
  const masked = entries.map(([key, item]) => [text(key), maskValue(item, text)] as const);
  const changed = masked.some(([key, item], index) => key !== entries[index]?.[0] || item !== entries[index]?.[1]);
  return changed ? Object.fromEntries(withOwnNames(masked)) : object;
}

/** Two names that became one would lose a property without a word: the later ones are counted. */
function withOwnNames(entries: readonly (readonly [string, Json])[]): ReadonlyMap<string, Json> {
  const named = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const [key, item] of entries) {
    let name = key;
    while (named.has(name)) {
      const count = (counts.get(key) ?? 1) + 1;
      counts.set(key, count);
      name = `${key} (${count})`;
    }
    named.set(name, item);
  }
  return named;
}
