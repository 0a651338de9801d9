import type { Json, JsonObject } from "../../json.ts";

/** The schema of a list's items, `{}` when it is not known. */
export function itemsOf(list: JsonObject | undefined): JsonObject {
  return objectAt(list, "items");
}

/** The schema of the field that a literal argument names, `{}` when it is not known. */
export function fieldOf(object: JsonObject, name: JsonObject | undefined): JsonObject {
  const key = name?.["const"];
  return typeof key === "string" ? objectAt(objectAt(object, "properties"), key) : {};
}

function objectAt(object: JsonObject | undefined, key: string): JsonObject {
  const value: Json | undefined = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
