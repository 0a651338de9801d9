import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { isObject } from "./is-object.ts";
import type { KeyRule, KeyTable } from "./key-rule.ts";

/** A value of a map that stands under a rule of its own, however deep the rules nest. */
export interface KeyPlace {
  readonly rule: KeyRule;
  readonly value: Json;
  /** JSON Pointer in the plan. */
  readonly pointer: string;
  /** The keys that lead to it from the map: `cases`, `0`, `do`. */
  readonly keys: readonly string[];
}

/** One body of a step or of a plan. */
export interface BodyPlace extends KeyPlace {
  /** Its name among the bodies of its step: `do`, `cases/0/do`, `branches/left`, `catch/0/do`, `finally`. */
  readonly key: string;
  /** The id of its only step when it is one call: `@do`, `@branches.left`, `@catch`. Only one case, option or handler ever runs. */
  readonly id: string;
}

/** Every value of a map for which its table has a rule, in the order in which they stand there. */
export function keyPlaces(keys: KeyTable, map: JsonObject, pointer: string): KeyPlace[] {
  const places: KeyPlace[] = [];
  table(keys, map, pointer, []);
  return places;

  function table(rules: KeyTable, value: JsonObject, at: string, path: readonly string[]): void {
    for (const [key, item] of Object.entries(value))
      if (Object.hasOwn(rules, key)) place(rules[key]!, item, pointerTo(at, key), [...path, key]);
  }

  function place(rule: KeyRule, value: Json, at: string, path: readonly string[]): void {
    if (rule.kind === "map" && isObject(value)) table(rule.keys ?? {}, value, at, path);
    else if (rule.kind === "list" && Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries())
        place(rule.of!, item, pointerTo(at, index), [...path, String(index)]);
    } else if (rule.kind === "named" && isObject(value)) {
      for (const [name, item] of Object.entries(value)) place(rule.of!, item, pointerTo(at, name), [...path, name]);
    } else places.push({ rule, value, pointer: at, keys: path });
  }
}

/** The bodies among them. */
export function bodyPlaces(keys: KeyTable, map: JsonObject, pointer: string): BodyPlace[] {
  const bodies: BodyPlace[] = [];
  for (const place of keyPlaces(keys, map, pointer))
    if (place.rule.kind === "body") bodies.push({ ...place, key: place.keys.join("/"), id: singleCallId(place.keys) });
  return bodies;
}

function singleCallId(keys: readonly string[]): string {
  const [first = ""] = keys;
  if (first === "catch") return "@catch";
  if (first === "branches") return `@${keys.join(".")}`;
  return `@${keys.at(-1) ?? first}`;
}
