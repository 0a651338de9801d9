import type { Json } from "@graph/plan";

/** A rendered value where a text is needed: a text as it is, anything else as its JSON. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
