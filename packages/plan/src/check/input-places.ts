import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerKeys } from "../source/json-pointer.ts";
import { own } from "./plan-tree.ts";

/** What stands at a JSON Pointer, own keys only. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let current = value;
  for (const key of pointerKeys(pointer)) {
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(key)];
    else current = isObject(current) ? own(current, key) : undefined;
  }
  return current;
}

/** A JSON Pointer into the input, as people write it: `filter.since`. */
export function pathOf(pointer: string, property?: string): string {
  return [...pointerKeys(pointer), ...(property === undefined ? [] : [property])].join(".");
}

/** The one object argument that has such a property. */
export function ownerOf(schema: JsonObject, property: string): string | undefined {
  const properties = own(schema, "properties");
  if (!isObject(properties)) return undefined;
  const owners = Object.entries(properties).filter(([, one]) => {
    const inner = isObject(one) ? own(one, "properties") : undefined;
    return isObject(inner) && Object.hasOwn(inner, property);
  });
  return owners.length === 1 ? owners[0]?.[0] : undefined;
}

/** The first line of what a schema says about an argument. */
export function descriptionOf(schema: JsonObject, pointer: string, property: string): string | undefined {
  const properties = pointer === "" ? own(schema, "properties") : undefined;
  const one = isObject(properties) ? own(properties, property) : undefined;
  const description = isObject(one) ? own(one, "description") : undefined;
  if (typeof description !== "string" || description === "") return undefined;
  const [first = ""] = description.split("\n", 1);
  const short = first.length > 160 ? `${first.slice(0, 159)}…` : first;
  return /[.!?…]$/u.test(short) ? short : `${short}.`;
}
