import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { lookUp } from "../schema-validation/references.ts";

/** How far references are written out, and how many schemas that may make; beyond, a shape is unknown. */
const maximumDepth = 12;
const maximumSchemas = 1_000;

/** Keywords that a shape is read from; all others say nothing about what a path yields. */
const single: readonly string[] = ["items", "additionalProperties", "unevaluatedProperties"];
const lists: readonly string[] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const plain: readonly string[] = ["type", "enum", "const", "required", "patternProperties"];

const known = new WeakMap<JsonObject, JsonObject>();

/**
 * A schema as a shape: its references are written out, because parts of it are taken out and put together with parts of others.
 * Whatever cannot be written out (rings, other documents, too much of it) is `{}`: unknown, never wrong.
 */
export function selfContained(schema: JsonObject): JsonObject {
  let result = known.get(schema);
  if (result === undefined) {
    const budget = { left: maximumSchemas };
    const copy = copyShape(schema, schema, 0, budget);
    result = isObject(copy) && budget.left >= 0 ? copy : {};
    known.set(schema, result);
  }
  return result;
}

function copyShape(
  schema: Json | undefined,
  root: JsonObject,
  depth: number,
  budget: { left: number },
): JsonObject | boolean {
  budget.left -= 1;
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || depth > maximumDepth || budget.left < 0) return {};
  if (Object.hasOwn(schema, "$ref")) {
    const reference = schema["$ref"];
    // Siblings of a reference only narrow it; leaving them out leaves the shape wider, which is safe.
    if (typeof reference !== "string" || !/^#(?:$|\/)/u.test(reference)) return {};
    return copyShape(lookUp(root, reference.slice(1)), root, depth + 1, budget);
  }
  const entries: [string, Json][] = [];
  for (const key of plain) if (Object.hasOwn(schema, key)) entries.push([key, schema[key] as Json]);
  for (const key of single) {
    if (Object.hasOwn(schema, key) && !Array.isArray(schema[key]))
      entries.push([key, copyShape(schema[key], root, depth + 1, budget)]);
  }
  for (const key of lists) {
    const list = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (Array.isArray(list))
      entries.push([key, (list as readonly Json[]).map((item) => copyShape(item, root, depth + 1, budget))]);
  }
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : undefined;
  if (isObject(properties)) {
    const copies = Object.entries(properties).map(
      ([name, property]) => [name, copyShape(property, root, depth + 1, budget)] as const,
    );
    entries.push(["properties", Object.fromEntries(copies)]);
  }
  return Object.fromEntries(entries);
}
