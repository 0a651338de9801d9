import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";

export interface HostData {
  readonly data: Json;
  readonly problems: readonly { readonly pointer: string; readonly message: string; readonly deep: boolean }[];
}

// A structure that shares its parts may be small and yet have more places than anybody could visit.
const maximumPlaces = 2_000_000;

// Deeper data would end the stack of whoever walks it. Texts may nest 64 deep.
const maximumDepth = 500;

/** Takes over a plan that a host built as data: a copy of its JSON, so that later changes of the host's object change nothing. */
export function takeHostData(value: unknown): HostData {
  const problems: { pointer: string; message: string; deep: boolean }[] = [];
  const ancestors = new Set<object>();
  let places = 0;
  return { data: copy(value, "", 0), problems };

  function refuse(pointer: string, message: string, deep = false): null {
    problems.push({ pointer, message, deep });
    return null;
  }

  function copy(item: unknown, pointer: string, depth: number): Json {
    switch (typeof item) {
      case "string":
        return item.replace(/\p{Surrogate}/gu, "\uFFFD");
      case "boolean":
        return item;
      case "number":
        return Number.isFinite(item) ? item : refuse(pointer, `JSON has no number ${item}.`);
      case "object":
        break;
      default:
        return refuse(pointer, `A plan is JSON; it cannot hold a value of the type ${typeof item}.`);
    }
    if (item === null) return null;
    if (depth >= maximumDepth) return refuse(pointer, `Nested deeper than ${maximumDepth} levels.`, true);
    if (ancestors.has(item)) return refuse(pointer, "This stands inside itself: a plan cannot hold a ring.", true);
    if (++places > maximumPlaces) {
      return places === maximumPlaces + 1
        ? refuse(pointer, `More than ${maximumPlaces} lists and objects.`, true)
        : null;
    }
    ancestors.add(item);
    const taken = copyContainer(item, pointer, depth);
    ancestors.delete(item);
    return taken;
  }

  function copyContainer(item: object, pointer: string, depth: number): Json {
    if (Array.isArray(item)) return item.map((one: unknown, index) => copy(one, pointerTo(pointer, index), depth + 1));
    const prototype: unknown = Object.getPrototypeOf(item);
    if (prototype !== null && prototype !== Object.prototype) {
      return refuse(pointer, "A plan is JSON: only plain objects, lists, texts, numbers, booleans and null.");
    }
    return copyObject(item, pointer, depth);
  }

  function copyObject(item: object, pointer: string, depth: number): JsonObject {
    const entries: [string, Json][] = [];
    for (const [key, one] of Object.entries(item) as [string, unknown][]) {
      // As in JSON itself: a host leaves a key out by setting it to undefined.
      if (one !== undefined) entries.push([key, copy(one, pointerTo(pointer, key), depth + 1)]);
    }
    return Object.fromEntries(entries);
  }
}
