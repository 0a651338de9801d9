import type { Json } from "../json.ts";
import { spend } from "./meter.ts";

/** A text that is equal for equal JSON values, whatever the order of their keys. The depth was limited before. */
const canonical = (value: Json): string => {
  spend(1);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map((item) => canonical(item)).join(",")}]`;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
};

/** Whether no two items are equal. ajv compares each pair, which stands still for seconds at some thousand items. */
export const isUnique = (items: readonly Json[]): boolean => {
  const scalars = new Set<Json>();
  const texts = new Set<string>();
  for (const item of items) {
    const scalar = typeof item !== "object" || item === null;
    const key = scalar ? item : canonical(item);
    const seen = scalar ? scalars : (texts as Set<Json>);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
};
