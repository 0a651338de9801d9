import type { Json, JsonObject } from "@graph/host";
import { exactRange, expectedInstead, inexactNumber, losesDigits } from "./exact-numbers.ts";

/** A text of the command line as a value, or what was expected in its place. */
export type TypedText = { readonly value: Json } | { readonly expected: string };

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/u;

/**
 * Reads a text by the type that the schema declares. Only texts of the command line are converted, never values: `"5"` in a JSON
 * document stays a text. Where a text is allowed it stays as it is; without a declared type it is a text.
 */
export function typedText(text: string, schema: JsonObject | undefined, root: JsonObject = schema ?? {}): TypedText {
  const types = typesOf(schema, root, 0);
  const allowed = enumOf(schema);
  if (allowed !== undefined) {
    const found = allowed.find((value) => (typeof value === "string" ? value : JSON.stringify(value)) === text);
    // Another value is refused by the schema, whose message lists what is allowed.
    return { value: found === undefined ? text : found };
  }
  if (types.size === 0 || types.has("string")) return { value: text };
  if ((types.has("number") || types.has("integer")) && number.test(text)) {
    return losesDigits(text) ? { expected: expectedInstead(text) } : { value: Number(text) };
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return { value: text === "true" };
  if (types.has("null") && text === "null") return { value: null };
  if (types.has("array") || types.has("object")) {
    const value = parseJson(text);
    if (value !== undefined && inexactNumber(text) !== undefined)
      return { expected: `JSON whose numbers keep their digits: each ${exactRange}` };
    const kind = Array.isArray(value) ? "array" : typeof value === "object" && value !== null ? "object" : "";
    if (value !== undefined && types.has(kind)) return { value };
  }
  return { expected: [...types].map((type) => words.get(type) ?? type).join(" or ") };
}

const words: ReadonlyMap<string, string> = new Map([
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["array", "a list as JSON"],
  ["object", "an object as JSON"],
]);

function enumOf(schema: JsonObject | undefined): readonly Json[] | undefined {
  if (schema === undefined) return undefined;
  if (Object.hasOwn(schema, "const")) return [schema["const"] ?? null];
  const values = schema["enum"];
  return Array.isArray(values) ? values : undefined;
}

/** The types a schema allows, through `anyOf`, `oneOf` and `$ref` into its own definitions. */
function typesOf(schema: Json | undefined, root: JsonObject, depth: number): Set<string> {
  const types = new Set<string>();
  if (!isObject(schema) || depth > 8) return types;
  const { type, $ref } = schema;
  if (typeof type === "string") types.add(type);
  if (Array.isArray(type)) for (const one of type) if (typeof one === "string") types.add(one);
  if (types.size > 0) return types;
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (Array.isArray(branches))
      for (const branch of branches) for (const one of typesOf(branch, root, depth + 1)) types.add(one);
  }
  if (typeof $ref === "string" && $ref.startsWith("#/")) {
    for (const one of typesOf(resolve($ref.slice(2).split("/"), root), root, depth + 1)) types.add(one);
  }
  return types;
}

function resolve(names: readonly string[], root: JsonObject): Json | undefined {
  let value: Json | undefined = root;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
