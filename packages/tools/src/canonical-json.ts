import type { Json, JsonObject } from "@graph/plan";

/** Deeper than any definition needs; also what ends a value that contains itself. */
const deepest = 512;

/**
 * The text of a JSON value in which the order of keys does not count: keys sorted by code unit, no blanks, members that are
 * `undefined` left out. Throws a `RangeError` beyond 512 levels.
 */
export function canonicalJson(value: Json): string {
  return write(value, 0);
}

function write(value: Json | undefined, depth: number): string {
  if (depth > deepest) throw new RangeError(`A value is nested deeper than ${deepest} levels.`);
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (isList(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  return `{${members(value, depth).join(",")}}`;
}

function members(value: JsonObject, depth: number): string[] {
  const texts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member: Json | undefined = value[key];
    if (member !== undefined) texts.push(`${JSON.stringify(key)}:${write(member, depth + 1)}`);
  }
  return texts;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
