import type { Json } from "@graph/plan";

/** Deepest nesting of a value that a run takes in. */
const maxDepth: number = 100;

/** What is wrong with a value that should be JSON. */
interface NotJson {
  readonly kind: "not-json" | "too-deep";
  readonly pointer: string;
  readonly message: string;
}

interface Walked {
  readonly bytes: number;
  readonly depth: number;
  /** The run that has counted it toward its live outputs last. */
  countedBy: object | undefined;
}

/** Containers below this size are cheaper to walk again than to remember. */
const rememberedFrom = 256;

/** Objects that were walked: passing a large value on costs nothing, whatever its size. */
const walked = new WeakMap<object, Walked>();

/** A value that is JSON, or what is wrong with it. */
export type Walk = { readonly value: Json; readonly fault?: undefined } | { readonly fault: NotJson };

/**
 * Looks through a value once: only JSON kinds, nested at most 100 deep, no rings; estimates its bytes as JSON text. Gives back the value
 * itself, or a copy when a text in it had to be made well-formed Unicode.
 */
export function walkResult(value: unknown): Walk {
  const fault: Fault = { segments: [], message: "", kind: "not-json" };
  deepest = 0;
  illFormed = false;
  if (measure(value, 0, fault) >= 0) return { value: illFormed ? wellFormed(value as Json) : (value as Json) };
  if (fault.kind === "too-deep" && isRing(value, fault.segments)) {
    refuse(fault, "contains itself");
    fault.segments.length = 0;
  }
  return { fault: toNotJson(fault) };
}

/** Estimated bytes of a value as JSON text; of one already counted by `owner`, nothing. */
export function sizeOf(value: Json, owner?: object): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  const known = walked.get(value);
  if (known !== undefined) {
    if (owner === undefined) return known.bytes;
    if (known.countedBy === owner) return 16;
    known.countedBy = owner;
    return known.bytes;
  }
  let bytes = 2;
  if (isList(value)) for (const item of value) bytes += sizeOf(item, owner) + 1;
  else
    for (const key in value) if (Object.hasOwn(value, key)) bytes += key.length + 4 + sizeOf(value[key] ?? null, owner);
  return bytes;
}

/** A copy in which every text is well-formed Unicode. */
function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(wellFormed);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
}

interface Fault {
  /** Innermost first. */
  readonly segments: (string | number)[];
  message: string;
  kind: NotJson["kind"];
}

/** Whether the walk under way has met a text with a lone surrogate. */
let illFormed = false;

/** Deepest level that the walk under way has reached. One walk is never interrupted by another: it does not wait. */
let deepest = 0;

function measure(value: unknown, depth: number, fault: Fault): number {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) illFormed = true;
      return value.length + 2;
    case "boolean":
      return 5;
    case "number":
      return Number.isFinite(value) ? 8 : refuse(fault, `is ${String(value)}, which JSON does not have`);
    case "object":
      if (value === null) return 4;
      return measureContainer(value, depth, fault);
    case "undefined":
      return refuse(fault, "is undefined; leave the key out or return null");
    default:
      return refuse(fault, `is a ${typeof value}, which JSON does not have`);
  }
}

function measureContainer(value: object, depth: number, fault: Fault): number {
  const known = walked.get(value);
  if (known !== undefined) {
    if (depth + known.depth > maxDepth) return tooDeep(fault);
    if (depth + known.depth > deepest) deepest = depth + known.depth;
    return known.bytes;
  }
  if (depth >= maxDepth) return tooDeep(fault);
  const before = deepest;
  deepest = depth + 1;
  const bytes = Array.isArray(value) ? measureList(value, depth, fault) : measureObject(value, depth, fault);
  if (bytes < 0) return bytes;
  // A value that is about to be copied is not the one that runs on.
  if (bytes >= rememberedFrom && !illFormed) walked.set(value, { bytes, depth: deepest - depth, countedBy: undefined });
  if (before > deepest) deepest = before;
  return bytes;
}

function measureList(list: readonly unknown[], depth: number, fault: Fault): number {
  let bytes = 2;
  for (let index = 0; index < list.length; index++) {
    const size = measure(list[index], depth + 1, fault);
    if (size < 0) return fail(fault, index);
    bytes += size + 1;
  }
  return bytes;
}

function measureObject(value: object, depth: number, fault: Fault): number {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype)) {
    return refuse(fault, `is a ${className(value)}, which is not plain data`);
  }
  let bytes = 2;
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) illFormed = true;
    const size = measure((value as Record<string, unknown>)[key], depth + 1, fault);
    if (size < 0) return fail(fault, key);
    bytes += key.length + 4 + size;
  }
  return bytes;
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

function refuse(fault: Fault, message: string): number {
  fault.kind = "not-json";
  fault.message = message;
  return -1;
}

function tooDeep(fault: Fault): number {
  fault.kind = "too-deep";
  fault.message = `is nested more than ${maxDepth} levels deep`;
  return -1;
}

function fail(fault: Fault, segment: string | number): number {
  fault.segments.push(segment);
  return -1;
}

function toNotJson(fault: Fault): NotJson {
  const segments = fault.segments
    .toReversed()
    .map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"));
  const shown = segments.slice(0, 8);
  if (segments.length > shown.length) shown.push("…");
  const pointer = shown.length === 0 ? "" : `/${shown.join("/")}`;
  return {
    kind: fault.kind,
    pointer,
    message: `the value at ${pointer === "" ? "the top" : pointer} ${fault.message}`,
  };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
