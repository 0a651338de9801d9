import type { Json } from "@graph/plan";

/** As deep as a run takes values in. */
const maxDepth = 100;

/** Whether a value is plain JSON data, nested at most 100 deep, so that a ring is none. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of a plain object, of this realm or another; what a class makes has one more above it.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}
