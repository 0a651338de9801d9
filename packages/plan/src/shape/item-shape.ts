import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";

/** The shape of any item of a list of this shape; `{}` when it is not known. */
export function itemShape(shape: JsonObject): JsonObject {
  if (Object.hasOwn(shape, "prefixItems")) return {};
  const items = Object.hasOwn(shape, "items") ? shape["items"] : undefined;
  if (isObject(items)) return items;
  for (const key of ["anyOf", "oneOf"]) {
    const branches = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!Array.isArray(branches)) continue;
    const each = (branches as readonly Json[]).flatMap((branch) => (isObject(branch) ? [itemShape(branch)] : [{}]));
    return each.some((item) => Object.keys(item).length === 0) ? {} : { anyOf: each };
  }
  return {};
}
