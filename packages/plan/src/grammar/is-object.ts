import type { Json, JsonObject } from "../json.ts";

/** Whether a value is a map. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What kind of value it is, for messages. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "nothing (null)";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "a text";
  return typeof value === "number" ? "a number" : "a boolean";
}
