import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { possibleTypes } from "./types.ts";

/** What a path yields. `impossible`: by the declared shape the path can't be there. */
export type ShapeRead =
  | { readonly shape: JsonObject; readonly impossible?: undefined }
  | {
      readonly impossible: {
        /** Number of segments that are right. */
        readonly depth: number;
        /** The names that exist there. */
        readonly expected: readonly string[];
        /** What stands there instead: "a string"; `undefined` for an object that lacks the field. */
        readonly type?: string;
      };
    };

const unknown: ShapeRead = { shape: {} };

/** Follows a path into a shape whose references are written out. An open object may have any field: its shape is unknown. */
export function readShape(shape: JsonObject, segments: readonly (string | number)[]): ShapeRead {
  let current: JsonObject = shape;
  for (const [depth, segment] of segments.entries()) {
    const next = readSegment(current, segment);
    if ("missing" in next) return { impossible: { depth, ...next.missing } };
    if (!isObject(next.shape)) return next.shape ? unknown : { impossible: { depth, expected: [] } };
    current = next.shape;
  }
  return { shape: current };
}

type Step =
  | { readonly shape: JsonObject | boolean }
  | { readonly missing: { readonly expected: readonly string[]; readonly type?: string } };

function readSegment(shape: JsonObject | boolean, segment: string | number): Step {
  if (!isObject(shape)) return { shape };
  const own = readOwn(shape, segment);
  if ("missing" in own) return own;
  const found: (JsonObject | boolean)[] =
    own.shape === true || (isObject(own.shape) && Object.keys(own.shape).length === 0) ? [] : [own.shape];
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const branches = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const steps = (branches as readonly (JsonObject | boolean)[]).map((branch) => readSegment(branch, segment));
    const missing = steps.flatMap((step) => ("missing" in step ? [step.missing] : []));
    const there = steps.flatMap((step) => ("missing" in step ? [] : [step.shape]));
    const refused = key === "allOf" ? missing.length > 0 : there.length === 0;
    if (refused) {
      const type = missing[0]?.type;
      return {
        missing: {
          expected: [...new Set(missing.flatMap(({ expected }) => expected))],
          ...(type !== undefined && { type }),
        },
      };
    }
    if (key === "allOf") found.push(...there);
    else found.push(there.length === 1 ? (there[0] as JsonObject | boolean) : { anyOf: there as Json[] });
  }
  if (found.length === 0) return { shape: {} };
  return { shape: found.length === 1 ? (found[0] as JsonObject | boolean) : { allOf: found as Json[] } };
}

/** What the keywords beside `anyOf` and its like say. */
function readOwn(shape: JsonObject, segment: string | number): Step {
  const types = possibleTypes(shape);
  const isObjectType = types?.has("object") ?? true;
  const isList = types?.has("array") ?? true;
  const isIndex = typeof segment === "number" || /^\d+$/u.test(segment);
  if (segment === "length" && ((types?.has("array") ?? false) || (types?.has("string") ?? false))) {
    return isObjectType ? { shape: {} } : { shape: { type: "integer" } };
  }
  if (isIndex && isList) return isObjectType ? { shape: {} } : { shape: readItem(shape, Number(segment)) };
  if (isObjectType) return readField(shape, String(segment));
  // Unknown types are objects as well, so a type is known here.
  const [type] = types ?? [];
  if (type === "array") return { missing: { expected: ["length"], type: "a list" } };
  if (type === undefined) return { missing: { expected: [] } };
  const names = {
    string: "a string",
    number: "a number",
    integer: "an integer",
    boolean: "true or false",
    null: "null",
    object: "an object",
  };
  return { missing: { expected: type === "string" ? ["length"] : [], type: names[type] } };
}

function readField(shape: JsonObject, name: string): Step {
  const properties = Object.hasOwn(shape, "properties") ? shape["properties"] : undefined;
  if (isObject(properties) && Object.hasOwn(properties, name)) return { shape: asShape(properties[name]) };
  if (Object.hasOwn(shape, "patternProperties")) return { shape: {} };
  const others = Object.hasOwn(shape, "additionalProperties") ? shape["additionalProperties"] : undefined;
  if (others === false) return { missing: { expected: isObject(properties) ? Object.keys(properties) : [] } };
  return { shape: asShape(others) };
}

/** The shape of one item of a list. */
function readItem(shape: JsonObject, index: number): JsonObject | boolean {
  const tuple = Object.hasOwn(shape, "prefixItems") ? shape["prefixItems"] : undefined;
  if (Array.isArray(tuple)) {
    const item = (tuple as readonly Json[])[index];
    if (item !== undefined) return asShape(item);
  }
  return Object.hasOwn(shape, "items") ? asShape(shape["items"]) : {};
}

function asShape(value: Json | undefined): JsonObject | boolean {
  return typeof value === "boolean" ? value : isObject(value) ? value : {};
}
