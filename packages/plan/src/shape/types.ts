import { isObject } from "../grammar/is-object.ts";
import type { Json } from "../json.ts";

export type ShapeType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

const all: ReadonlySet<Json> = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** The type of a value, whole numbers as `integer`. */
function typeOfValue(value: Json): ShapeType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as ShapeType;
}

/** The types a value of this shape may have; `undefined` when any. `number` stands for whole numbers as well. */
export function possibleTypes(shape: Json | undefined): ReadonlySet<ShapeType> | undefined {
  if (shape === false) return new Set();
  if (!isObject(shape)) return undefined;
  let types: ReadonlySet<ShapeType> | undefined;
  if (Object.hasOwn(shape, "type")) {
    const names = [shape["type"]].flat().filter((name): name is ShapeType => name !== undefined && all.has(name));
    if (names.length > 0) types = new Set(names);
  }
  if (Object.hasOwn(shape, "const")) types = narrow(types, new Set([typeOfValue(shape["const"] as Json)]));
  const allowed = Object.hasOwn(shape, "enum") ? shape["enum"] : undefined;
  if (Array.isArray(allowed))
    types = narrow(types, new Set((allowed as readonly Json[]).map((value) => typeOfValue(value))));
  for (const key of ["anyOf", "oneOf"]) {
    const branches = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!Array.isArray(branches)) continue;
    const each = (branches as readonly Json[]).map((branch) => possibleTypes(branch));
    const any = new Set<ShapeType>();
    for (const set of each) for (const type of set ?? []) any.add(type);
    if (!each.includes(undefined)) types = narrow(types, any);
  }
  const parts = Object.hasOwn(shape, "allOf") ? shape["allOf"] : undefined;
  if (Array.isArray(parts)) {
    for (const part of parts as readonly Json[]) {
      const set = possibleTypes(part);
      if (set !== undefined) types = narrow(types, set);
    }
  }
  return types;
}

function narrow(left: ReadonlySet<ShapeType> | undefined, right: ReadonlySet<ShapeType>): ReadonlySet<ShapeType> {
  if (left === undefined) return right;
  const both = new Set<ShapeType>();
  for (const type of right) {
    if (left.has(type) || (type === "integer" && left.has("number"))) both.add(type);
    else if (type === "number" && left.has("integer")) both.add("integer");
  }
  return both;
}

/** Whether a value of one of `given` can be one of `wanted`. */
export function canBe(given: ReadonlySet<ShapeType>, wanted: ReadonlySet<ShapeType>): boolean {
  // A number may happen to be whole.
  return [...given].some(
    (type) =>
      wanted.has(type) || (type === "integer" && wanted.has("number")) || (type === "number" && wanted.has("integer")),
  );
}

/** The values a shape is limited to by `enum` or `const`; `undefined` when it is not. */
export function possibleValues(shape: Json | undefined): readonly Json[] | undefined {
  if (!isObject(shape)) return undefined;
  if (Object.hasOwn(shape, "const")) return [shape["const"] as Json];
  const allowed = Object.hasOwn(shape, "enum") ? shape["enum"] : undefined;
  return Array.isArray(allowed) ? (allowed as readonly Json[]) : undefined;
}
