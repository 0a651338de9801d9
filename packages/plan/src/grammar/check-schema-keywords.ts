import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { Findings } from "./findings.ts";
import { isObject, kindOf } from "./is-object.ts";

type Holds = "value" | "schema" | "schemas" | "schema-map";

// The vocabularies of JSON Schema 2020-12, https://json-schema.org/draft/2020-12/json-schema-core and -validation, and the two
// older words that its own meta-schema still knows.
const keywords: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ...names("value", ["$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment"]),
  ...names("value", ["type", "enum", "const", "required", "dependentRequired", "uniqueItems", "pattern", "format"]),
  ...names("value", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
  ...names("value", ["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"]),
  ...names("value", ["minProperties", "maxProperties", "contentEncoding", "contentMediaType"]),
  ...names("value", ["title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"]),
  ...names("schema", [
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "unevaluatedItems",
    "contains",
  ]),
  ...names("schema", ["not", "if", "then", "else", "contentSchema", "items"]),
  ...names("schemas", ["allOf", "anyOf", "oneOf", "prefixItems"]),
  ...names("schema-map", [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "dependencies",
  ]),
]);

// Words that other schema languages have, and what to write instead.
const instead: ReadonlyMap<string, string> = new Map([
  ["min", "minimum"],
  ["max", "maximum"],
  ["example", "examples"],
  ["id", "$id"],
  ["optional", "required"],
  ["values", "enum"],
  ["choices", "enum"],
  ["options", "enum"],
  ["regex", "pattern"],
]);

/** Reports misspelt keywords of a schema in a plan. JSON Schema itself lets any word pass, and then checks nothing. */
export function checkSchemaKeywords(findings: Findings, schema: JsonObject, pointer: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = pointerTo(pointer, keyword);
    const holds = keywords.get(keyword);
    if (holds === undefined) {
      if (!keyword.startsWith("x-")) unknownKeyword(findings, keyword, pointer, at);
      continue;
    }
    if (holds === "schema") below(findings, value, at);
    else if (holds === "schemas" && Array.isArray(value)) {
      value.forEach((item: Json, index) => below(findings, item, pointerTo(at, index)));
    } else if (holds === "schema-map" && isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (keyword === "dependencies" && Array.isArray(item)) continue;
        below(findings, item, pointerTo(at, name));
      }
    }
  }
}

function below(findings: Findings, schema: Json, pointer: string): void {
  if (isObject(schema)) checkSchemaKeywords(findings, schema, pointer);
  else if (typeof schema !== "boolean") {
    findings.add("schema/bad-value", `A JSON Schema is a map (or true or false), not ${kindOf(schema)}.`, pointer);
  }
}

function unknownKeyword(findings: Findings, keyword: string, pointer: string, at: string): void {
  const near = instead.get(keyword) ?? findings.nearest(keyword, keywords.keys());
  const shown = keyword.length > 60 ? `${keyword.slice(0, 60)}…` : keyword;
  const hint =
    near === undefined
      ? " If it is the name of a property, it belongs under `properties`."
      : ` Did you mean \`${near}\`?`;
  findings.add("schema/unknown-keyword", `\`${shown}\` is no keyword of JSON Schema.${hint}`, at, {
    key: true,
    ...(near === undefined
      ? {}
      : {
          expected: [near],
          suggestions: [
            { title: `Rename it to \`${near}\``, patch: [{ op: "move", from: at, path: pointerTo(pointer, near) }] },
          ],
        }),
  });
}

function names(holds: Holds, list: readonly string[]): [string, Holds][] {
  return list.map((name) => [name, holds]);
}
