import type { Json } from "../json.ts";

/** What stands under a keyword: schemas to go into, or a plain value that is checked here because ajv would throw on it. */
type KeywordKind =
  | {
      readonly holds: "schema" | "schemas" | "schema-map" | "schema-or-schemas" | "schema-or-names-map";
      readonly inPlace: boolean;
    }
  | { readonly holds: "value"; readonly fits: (value: Json) => boolean };

const isCount = (value: Json): boolean => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isNumber = (value: Json): boolean => typeof value === "number" && Number.isFinite(value);
const isNames = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === "string");
const isNamesMap = (value: Json): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every((names) => isNames(names));
const isText = (value: Json): boolean => typeof value === "string";
const isBoolean = (value: Json): boolean => typeof value === "boolean";

const value = (fits: (value: Json) => boolean): KeywordKind => ({ holds: "value", fits });
const schema = (inPlace: boolean): KeywordKind => ({ holds: "schema", inPlace });
const schemas = (inPlace: boolean): KeywordKind => ({ holds: "schemas", inPlace });

/**
 * The keywords that say something about a value, in all dialects that are checked. Everything else (annotations, `x-…`, unknown
 * words) is left out before compiling, so that ajv never meets it. `inPlace`: the schemas below look at the same value again.
 */
export const keywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ["type", value(() => true)],
  ["enum", value((allowed) => Array.isArray(allowed) && allowed.length > 0)],
  ["const", value(() => true)],
  ["required", value(isNames)],
  ["dependentRequired", value(isNamesMap)],
  ["minimum", value(isNumber)],
  ["maximum", value(isNumber)],
  ["exclusiveMinimum", value(isNumber)],
  ["exclusiveMaximum", value(isNumber)],
  ["multipleOf", value((step) => typeof step === "number" && step > 0 && Number.isFinite(step))],
  ["minLength", value(isCount)],
  ["maxLength", value(isCount)],
  ["minItems", value(isCount)],
  ["maxItems", value(isCount)],
  ["minContains", value(isCount)],
  ["maxContains", value(isCount)],
  ["minProperties", value(isCount)],
  ["maxProperties", value(isCount)],
  ["uniqueItems", value(isBoolean)],
  ["pattern", value(isText)],
  ["format", value(isText)],
  ["properties", { holds: "schema-map", inPlace: false }],
  ["patternProperties", { holds: "schema-map", inPlace: false }],
  ["additionalProperties", schema(false)],
  ["unevaluatedProperties", schema(false)],
  ["propertyNames", schema(false)],
  ["items", { holds: "schema-or-schemas", inPlace: false }],
  ["prefixItems", schemas(false)],
  ["additionalItems", schema(false)],
  ["unevaluatedItems", schema(false)],
  ["contains", schema(false)],
  ["allOf", schemas(true)],
  ["anyOf", schemas(true)],
  ["oneOf", schemas(true)],
  ["not", schema(true)],
  ["if", schema(true)],
  ["then", schema(true)],
  ["else", schema(true)],
  ["dependentSchemas", { holds: "schema-map", inPlace: true }],
  ["dependencies", { holds: "schema-or-names-map", inPlace: true }],
]);

/** Keywords that hold schemas for others to refer to. */
export const definitionKeywords: readonly string[] = ["$defs", "definitions"];

/** Keywords whose schema is looked at once for each property or item of the value. */
export const loopKeywords: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "patternProperties",
]);

export type Dialect = "2020-12" | "2019-09" | "draft-07";

/** The dialect that `$schema` names; `undefined` for one that is not checked. Without `$schema` it is 2020-12. */
export const dialectOf = (name: Json | undefined): Dialect | undefined => {
  if (typeof name !== "string") return "2020-12";
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/u.test(name)) return "2020-12";
  if (/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/u.test(name)) return "2019-09";
  return /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/u.test(name) ? "draft-07" : undefined;
};

const typeNames: ReadonlySet<Json> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

export const isTypeName = (name: Json): boolean => typeNames.has(name);
