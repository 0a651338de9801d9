import { types } from "node:util";
import { pointerTo, type Json } from "@graph/plan";

/** Deepest nesting of a value that a run takes in. */
const maxDepth = 100;

/** What is wrong with a value that should be JSON. */
interface NotJson {
  readonly kind: "not-json" | "too-deep";
  readonly pointer: string;
  readonly message: string;
}

/** A value that is JSON, or what is wrong with it. */
export type Walk = { readonly value: Json; readonly fault?: undefined } | { readonly fault: NotJson };

/** What a container is made of, as far as sizes go: parts that are remembered themselves stand apart, so that each counts once. */
export interface Walked {
  readonly bytes: number;
  readonly ownBytes: number;
  readonly depth: number;
  readonly parts: readonly (object | string)[];
}

/** Containers and texts below this size are cheaper to look at again than to remember. */
export const rememberedFrom = 4096;

/** Objects that were walked: passing a large value on costs nothing, whatever its size. */
const walked = new WeakMap<object, Walked>();

/** What is known of a large container that was walked before. */
export function walkedContainer(value: object): Walked | undefined {
  return walked.get(value);
}

/**
 * Looks through a value once: only JSON kinds, nested at most 100 deep, no rings; estimates its bytes as JSON text. Gives back the value
 * itself, or a copy when it had to be changed: texts that were not well-formed Unicode, or properties that are computed at each read.
 * Never throws, whatever the value does when it is read.
 */
export function walkResult(value: unknown): Walk {
  const state: State = { segments: [], message: "", kind: "not-json", deepest: 0, copy: false, ownBytes: 0, parts: [] };
  try {
    if (measure(value, 0, state) < 0) {
      if (state.kind === "too-deep" && isRing(value, state.segments)) {
        refuse(state, "contains itself");
        state.segments.length = 0;
      }
      return { fault: toNotJson(state) };
    }
    return { value: state.copy ? copyOf(value) : (value as Json) };
  } catch {
    return {
      fault: { kind: "not-json", pointer: "", message: "the value cannot be read: reading it throws an error" },
    };
  }
}

interface State {
  /** Where the fault is, innermost first. */
  readonly segments: (string | number)[];
  message: string;
  kind: NotJson["kind"];
  /** Deepest level reached. */
  deepest: number;
  copy: boolean;
  /** Of the container that is being measured. */
  ownBytes: number;
  parts: (object | string)[];
}

function measure(value: unknown, depth: number, state: State): number {
  switch (typeof value) {
    case "string":
      return measureText(value, state);
    case "boolean":
      return own(5, state);
    case "number":
      return Number.isFinite(value) ? own(8, state) : refuse(state, `is ${value}, which JSON does not have`);
    case "object":
      return value === null ? own(4, state) : measureContainer(value, depth, state);
    case "undefined":
      return refuse(state, "is undefined; leave the key out or return null");
    default:
      return refuse(state, `is a ${typeof value}, which JSON does not have`);
  }
}

function measureText(text: string, state: State): number {
  if (!text.isWellFormed()) state.copy = true;
  const bytes = text.length + 2;
  if (bytes < rememberedFrom) return own(bytes, state);
  state.parts.push(text);
  return bytes;
}

function own(bytes: number, state: State): number {
  state.ownBytes += bytes;
  return bytes;
}

function measureContainer(value: object, depth: number, state: State): number {
  const known = walked.get(value);
  if (known !== undefined) {
    if (depth + known.depth > maxDepth) return tooDeep(state);
    state.deepest = Math.max(state.deepest, depth + known.depth);
    state.parts.push(value);
    return known.bytes;
  }
  if (depth >= maxDepth) return tooDeep(state);
  const { deepest, ownBytes, parts } = state;
  state.deepest = depth + 1;
  state.ownBytes = 2;
  state.parts = [];
  const bytes = Array.isArray(value) ? measureList(value, depth, state) : measureObject(value, depth, state);
  if (bytes < 0) return bytes;
  const inner = { ownBytes: state.ownBytes, parts: state.parts };
  const levels = state.deepest - depth;
  state.deepest = Math.max(deepest, state.deepest);
  state.parts = parts;
  // A value that is about to be copied is not the one that runs on.
  if (bytes >= rememberedFrom && !state.copy) {
    walked.set(value, { bytes, depth: levels, ...inner });
    parts.push(value);
    state.ownBytes = ownBytes;
  } else {
    parts.push(...inner.parts);
    state.ownBytes = ownBytes + inner.ownBytes;
  }
  return bytes;
}

function measureList(list: readonly unknown[], depth: number, state: State): number {
  let bytes = 2;
  for (let index = 0; index < list.length; index++) {
    const size = measure(list[index], depth + 1, state);
    if (size < 0) return fail(state, index);
    bytes += size + 1;
    state.ownBytes++;
  }
  return bytes;
}

function measureObject(value: object, depth: number, state: State): number {
  if (types.isProxy(value)) state.copy = true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype)) {
    return refuse(state, `is a ${className(value)}, which is not plain data`);
  }
  let bytes = 2;
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed() || isComputed(value, key)) state.copy = true;
    const size = measure((value as Record<string, unknown>)[key], depth + 1, state);
    if (size < 0) return fail(state, key);
    bytes += key.length + 4 + size;
    state.ownBytes += key.length + 4;
  }
  return bytes;
}

/** A property with a getter may give something else the next time: what is read once is what counts. */
function isComputed(value: object, key: string): boolean {
  return Object.getOwnPropertyDescriptor(value, key)?.get !== undefined;
}

/** A copy of plain data, each property read once, in which every text is well-formed Unicode. What it reads is walked again. */
function copyOf(value: unknown): Json {
  const copy = copied(value, 0);
  const again = walkResult(copy);
  if (again.fault !== undefined) throw new TypeError(again.fault.message);
  return again.value;
}

function copied(value: unknown, depth: number): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || depth > maxDepth) return value as Json;
  if (Array.isArray(value)) return value.map((item: unknown) => copied(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, Json] => [key.toWellFormed(), copied(inner, depth + 1)]),
  );
}

/** A value that is too deep is a ring when an object stands twice on the way down to the place that was refused. */
function isRing(value: unknown, innermostFirst: readonly (string | number)[]): boolean {
  const seen = new Set<unknown>();
  let current = value;
  for (const segment of innermostFirst.toReversed()) {
    if (seen.has(current)) return true;
    seen.add(current);
    if (typeof current !== "object" || current === null) return false;
    current = (current as Record<string | number, unknown>)[segment];
  }
  return seen.has(current);
}

/** A plain object of another realm (a vm context, a worker's message). */
function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "hasOwnProperty")
  );
}

function className(value: object): string {
  const constructor: unknown = (value as { constructor?: unknown }).constructor;
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "object of a class";
}

function refuse(state: State, message: string): number {
  state.kind = "not-json";
  state.message = message;
  return -1;
}

function tooDeep(state: State): number {
  state.kind = "too-deep";
  state.message = `is nested more than ${maxDepth} levels deep`;
  return -1;
}

function fail(state: State, segment: string | number): number {
  state.segments.push(segment);
  return -1;
}

function toNotJson({ kind, segments, message }: State): NotJson {
  const shown = segments.toReversed().slice(0, 8);
  if (segments.length > shown.length) shown.push("…");
  const pointer = shown.reduce<string>(pointerTo, "");
  return { kind, pointer, message: `the value at ${pointer === "" ? "the top" : pointer} ${message}` };
}
