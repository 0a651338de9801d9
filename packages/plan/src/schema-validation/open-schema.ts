import { isObject } from "../grammar/is-object.ts";
import type { JsonObject } from "../json.ts";

const known = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** Plans that give one tool its arguments in more ways than this are no reason to keep them all. */
const keptPerSchema = 64;

/**
 * A schema that says nothing about some of its properties: of those that are tags nothing is known. What is left of most tools'
 * schemas is so plain that the validation library need not be loaded to check a plan.
 */
export function openSchema(schema: JsonObject, names: readonly string[]): JsonObject {
  const { properties } = schema;
  if (names.length === 0 || !isObject(properties)) return schema;
  const closed = names.filter((name) => Object.hasOwn(properties, name));
  if (closed.length === 0) return schema;
  let variants = known.get(schema);
  if (variants === undefined) known.set(schema, (variants = new Map()));
  const key = closed.join("\0");
  const made = variants.get(key);
  if (made !== undefined) return made;
  const open = { ...schema, properties: { ...properties, ...Object.fromEntries(closed.map((name) => [name, {}])) } };
  if (variants.size < keptPerSchema) variants.set(key, open);
  return open;
}
