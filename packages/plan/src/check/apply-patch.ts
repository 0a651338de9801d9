import type { PatchOperation } from "../diagnostic.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerKeys } from "../source/json-pointer.ts";
import { valueAt } from "./input-places.ts";

/** Applies a suggestion to a plan's data and leaves the data as it is; `undefined` when a place is not there. */
export function applyPatch(data: JsonObject, patch: readonly PatchOperation[]): JsonObject | undefined {
  let result: Json | undefined = data;
  for (const operation of patch) {
    const keys = pointerKeys(operation.path);
    let value = operation.value;
    if (operation.op === "move") {
      const from = operation.from ?? "";
      value = valueAt(result, from);
      if (value === undefined) return undefined;
      result = change(result, pointerKeys(from), undefined, "remove");
    }
    if (operation.op !== "remove" && value === undefined) return undefined;
    if (operation.op === "replace" && valueAt(result, operation.path) === undefined) return undefined;
    result = change(
      result,
      keys,
      value,
      operation.op === "remove" ? "remove" : operation.op === "replace" ? "replace" : "add",
    );
    if (result === undefined) return undefined;
  }
  return isObject(result) ? result : undefined;
}

function change(
  value: Json | undefined,
  keys: readonly string[],
  put: Json | undefined,
  how: "add" | "replace" | "remove",
): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    const list = [...(value as readonly Json[])];
    const index = key === "-" ? list.length : Number(key);
    if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined;
    const changed = rest.length > 0 ? change(list[index], rest, put, how) : put;
    if (changed === undefined && (rest.length > 0 || how !== "remove")) return undefined;
    const removed = rest.length > 0 || how === "replace" ? 1 : how === "remove" ? 1 : 0;
    list.splice(index, removed, ...(changed === undefined ? [] : [changed]));
    return list;
  }
  if (!isObject(value)) return undefined;
  const changed = rest.length > 0 ? change(Object.hasOwn(value, key) ? value[key] : undefined, rest, put, how) : put;
  if (changed === undefined && (rest.length > 0 || how !== "remove")) return undefined;
  const entries = Object.entries(value);
  const position = entries.findIndex(([name]) => name === key);
  const entry: (readonly [string, Json])[] = changed === undefined ? [] : [[key, changed]];
  const kept =
    position < 0 ? [...entries, ...entry] : [...entries.slice(0, position), ...entry, ...entries.slice(position + 1)];
  return Object.fromEntries(kept);
}
