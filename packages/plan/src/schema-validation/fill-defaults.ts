import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../grammar/is-object.ts";
import { lookUp } from "./references.ts";

const maximumDepth = 100;

const followReference = (schema: Json | undefined, root: JsonObject): JsonObject | undefined => {
  let current = schema;
  for (let hops = 0; isObject(current) && hops < 10; hops += 1) {
    const reference: Json | undefined = Object.hasOwn(current, "$ref") ? current["$ref"] : undefined;
    if (typeof reference !== "string" || !reference.startsWith("#")) return current;
    current = lookUp(root, reference.slice(1));
  }
  return undefined;
};

const fill = (schema: JsonObject | undefined, value: Json, root: JsonObject, depth: number): Json => {
  if (schema === undefined || depth > maximumDepth) return value;
  if (Array.isArray(value)) {
    const items = Object.hasOwn(schema, "items") ? followReference(schema["items"], root) : undefined;
    if (items === undefined) return value;
    let changed = false;
    const filled = (value as readonly Json[]).map((item) => {
      const result = fill(items, item, root, depth + 1);
      changed ||= result !== item;
      return result;
    });
    return changed ? filled : value;
  }
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : undefined;
  if (!isObject(value) || !isObject(properties)) return value;
  const changes = new Map<string, Json>();
  for (const [name, declared] of Object.entries(properties)) {
    const property = followReference(declared, root);
    if (property === undefined) continue;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const before = given === undefined && Object.hasOwn(property, "default") ? property["default"] : given;
    if (before === undefined) continue;
    const result = fill(property, before, root, depth + 1);
    if (result !== given) changes.set(name, result);
  }
  return changes.size === 0 ? value : Object.fromEntries([...Object.entries(value), ...changes]);
};

/**
 * Fills in the `default`s of object properties that are missing, in nested objects and in items of lists too (a default object gets
 * its own defaults). Returns the value itself when nothing is missing, and copies only the objects it changes. Defaults under
 * `anyOf` and the like are not filled in: which branch is meant is not known. Never throws.
 */
export const fillDefaults = (schema: JsonObject, value: Json): Json =>
  fill(followReference(schema, schema), value, schema, 0);
