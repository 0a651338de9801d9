import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";

const maximumItems = 50;

/** The shape of a value as a plan says it; `shapeOf` answers for a scalar that is a template. */
export function valueShape(
  value: Json,
  pointer: string,
  shapeOf: (pointer: string) => JsonObject | undefined,
): JsonObject {
  if (typeof value === "string") return shapeOf(pointer) ?? { const: value };
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length === 0 || list.length > maximumItems) return { type: "array" };
    const items = list.map((item, index) => valueShape(item, `${pointer}/${index}`, shapeOf));
    return { type: "array", items: items.length === 1 ? (items[0] as JsonObject) : { anyOf: items } };
  }
  if (!isObject(value)) return { const: value };
  const properties = Object.entries(value).map(([name, field]) => {
    const at = pointerTo(pointer, name);
    return [name, valueShape(field, at, shapeOf)] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}
