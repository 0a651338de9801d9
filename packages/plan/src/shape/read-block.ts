import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { itemShape } from "./item-shape.ts";
import { readShape, type ShapeRead } from "./read-shape.ts";
import { possibleTypes } from "./types.ts";

/** The shape of the current item in the body of a block over a value of this shape; `{}` when it is not known. */
export function blockItem(kind: "each" | "with" | "section", shape: JsonObject): JsonObject {
  if (kind === "with") return shape;
  const types = new Set(possibleTypes(shape));
  // Over null the body is not rendered.
  types.delete("null");
  if (types.size === 1 && types.has("array")) return itemShape(shape);
  // Over an object a section has it as its item, and `#each` one of its values; over `true` a section has none of its own.
  return kind === "section" && types.size > 0 && !types.has("array") && !types.has("boolean") ? shape : {};
}

/**
 * What a path yields whose first name is no name of the plan: a field of the current item, else of the items around it, the innermost
 * first. Impossible only when it can be in none of them.
 */
export function readBlock(
  path: { readonly root: string; readonly segments: readonly (string | number)[] },
  items: readonly JsonObject[],
): ShapeRead {
  if (path.root === "this") return readShape(items[0] ?? {}, path.segments);
  if (path.root === "@index") return { shape: { type: "integer" } };
  if (path.root.startsWith("@")) return { shape: {} };
  const segments = [path.root, ...path.segments];
  const possible = items.filter((item) => readShape(item, [path.root]).impossible === undefined);
  const [item] = possible;
  if (item === undefined) return nowhere(path.root, items);
  // A field that may be left out leaves the word to the items around.
  return possible.length === 1 || isRequired(item, path.root) ? readShape(item, segments) : { shape: {} };
}

function nowhere(root: string, items: readonly JsonObject[]): ShapeRead {
  const reads = items.flatMap((item) => readShape(item, [root]).impossible ?? []);
  const expected = [...new Set(reads.flatMap((read) => (read.type === undefined ? read.expected : [])))];
  const [inner] = reads;
  // The items around may have the field that was meant, whatever the innermost is.
  const type = reads.length > 1 && expected.length > 0 ? undefined : inner?.type;
  return { impossible: { depth: 0, expected, ...(type !== undefined && { type }) } };
}

function isRequired(shape: JsonObject, name: string): boolean {
  const required: Json | undefined = Object.hasOwn(shape, "required") ? shape["required"] : undefined;
  const types = possibleTypes(shape);
  return Array.isArray(required) && required.includes(name) && types?.size === 1 && isObject(shape);
}
