import type { Json, JsonObject } from "../json.ts";

/** Largest shape, with everything it shares written out. */
const maximumSize = 2_000;

const sizes = new WeakMap<object, number>();

/**
 * A shape, or `{}` when it is too large. Shapes are put together from shared parts, so that a few hundred steps can make one that
 * is small in memory and endless to walk.
 */
export function bounded(shape: JsonObject): JsonObject {
  return sizeOf(shape) > maximumSize ? {} : shape;
}

function sizeOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  let size = sizes.get(value);
  if (size === undefined) {
    size = 1;
    for (const child of Object.values<Json>(value)) size += sizeOf(child);
    size = Math.min(size, maximumSize + 1);
    sizes.set(value, size);
  }
  return size;
}
