import type { Json } from "../json.ts";

/** What a block in a text takes for false: null, false, 0, an empty text and an empty list. Gates and helpers know no such thing. */
export function isFalse(value: Json): boolean {
  return (
    value === null || value === false || value === 0 || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
