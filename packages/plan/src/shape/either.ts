import type { JsonObject } from "../json.ts";

/** A value of one of several shapes; nothing is known when one of them is not. */
export function either(...shapes: readonly JsonObject[]): JsonObject {
  const known = shapes.every((shape) => Object.keys(shape).length > 0);
  return known && shapes.length > 0 ? (shapes.length === 1 ? shapes[0]! : { anyOf: shapes }) : {};
}
