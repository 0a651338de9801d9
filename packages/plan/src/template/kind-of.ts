import type { Json } from "../json.ts";

/** The kind of a value, for a message: `a list`, `text`, `null`. */
export function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return "a boolean";
    default:
      return "an object";
  }
}
