import type { Json } from "../json.ts";

const article: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  null: "null",
};

/** A type of JSON Schema as a phrase: "a list". */
export const describeType = (type: string): string => (Object.hasOwn(article, type) ? (article[type] as string) : type);

/** The kind of a value as a phrase; the value itself where it is short. Texts are not repeated: they may be long or private. */
export const describeValue = (value: Json | undefined): string => {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value === "" ? "an empty string" : "a string";
  return Array.isArray(value) ? "a list" : "an object";
};

/** "a", "a or b", "a, b or c". */
export const oneOf = (phrases: readonly string[]): string =>
  phrases.length < 2 ? (phrases[0] ?? "nothing") : `${phrases.slice(0, -1).join(", ")} or ${phrases.at(-1)}`;
