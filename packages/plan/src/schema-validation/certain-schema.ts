import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";

/** Keywords whose answer can turn round when a value that is not known yet takes another form. */
const conditional: ReadonlySet<string> = new Set([
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependentRequired",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "uniqueItems",
]);

const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
const values: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);
const maximumDepth = 100;
const known = new WeakMap<JsonObject, JsonObject>();

/**
 * A schema without the keywords that weigh alternatives: what breaks it is wrong whatever the unknown parts of the value become.
 * The schema itself when it has none of them. A schema nested too deep to be looked through says nothing.
 */
export function certainSchema(schema: JsonObject): JsonObject {
  let result = known.get(schema);
  if (result === undefined) {
    result = strip(schema, 0, false) as JsonObject;
    known.set(schema, result);
  }
  return result;
}

function strip(value: Json, depth: number, isMap: boolean): Json {
  if (depth > maximumDepth) return {};
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const copies = list.map((item) => strip(item, depth + 1, false));
    return copies.every((copy, index) => copy === list[index]) ? value : copies;
  }
  if (!isObject(value)) return value;
  const entries: [string, Json][] = [];
  let changed = false;
  for (const [key, child] of Object.entries(value)) {
    if (!isMap && conditional.has(key)) {
      changed = true;
      continue;
    }
    const copy = !isMap && values.has(key) ? child : strip(child, depth + 1, !isMap && maps.has(key));
    changed ||= copy !== child;
    entries.push([key, copy]);
  }
  return changed ? Object.fromEntries(entries) : value;
}
