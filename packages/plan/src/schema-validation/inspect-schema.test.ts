import { describe, expect, it } from "vitest";
import { inspectSchema } from "./inspect-schema.ts";

const nested = (levels: number): object => {
  let schema: object = {};
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return { type: "object", ...schema };
};

describe("inspectSchema", () => {
  it.each<readonly [string, unknown]>([
    ["an object", { type: "object" }],
    ["nothing stated", {}],
    ["an object or null", { type: ["object", "null"] }],
    [
      "a property called $ref",
      { type: "object", properties: { $ref: { type: "string" }, type: { enum: ["objekt"] } } },
    ],
    [
      "words of its own",
      { type: "object", "x-order": ["a"], strange: { $ref: "http://x.example" }, default: { type: 5 } },
    ],
    ["a schema of values of any depth", { type: "object", properties: { n: { $ref: "#" } } }],
    ["as deep as it may be", nested(31)],
  ])("takes %s", (_title, schema) => {
    expect(inspectSchema(schema)).toEqual({});
  });

  const ring = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
  const circle: { type: string; properties: Record<string, unknown> } = { type: "object", properties: {} };
  circle.properties["self"] = circle;

  it.each<readonly [string, unknown, string]>([
    ["no schema", undefined, "no input schema"],
    ["null", null, "not an object"],
    ["a text", "object", "not an object"],
    ["a list", [], "not an object"],
    ["another type", { type: "string" }, '"string"'],
    ["a type that does not exist", { type: "objekt" }, "objekt"],
    ["such a type below", { type: "object", properties: { a: { items: { type: ["string", "text"] } } } }, "text"],
    ["another document", { type: "object", properties: { c: { $ref: "https://example.invalid/x.json" } } }, "$ref"],
    ["a file", { type: "object", properties: { c: { $ref: "file:///etc/passwd" } } }, "$ref"],
    ["a reference to nothing", { type: "object", properties: { c: { $ref: "#/$defs/x" } } }, "points at nothing"],
    [
      "a reference to what is no schema",
      { type: "object", $defs: { x: 5 }, properties: { c: { $ref: "#/$defs/x" } } },
      "points at nothing",
    ],
    [
      "a reference up the prototype",
      { type: "object", properties: { c: { $ref: "#/constructor" } } },
      "points at nothing",
    ],
    ["a ring", ring, "ring"],
    ["a ring through anyOf", { anyOf: [{ $ref: "#" }, {}] }, "ring"],
    ["too deep", nested(32), "deeper than 32"],
    ["much too deep", nested(3_000), "deeper than 100"],
    [
      "too many parts",
      {
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 2_000 }, (_one, index) => [`p${index}`, {}])),
      },
      "more than 2000",
    ],
    ["too large", { type: "object", description: "x".repeat(300_000) }, "larger than 256"],
    ["an object that holds itself", circle, "deeper than 100"],
  ])("refuses %s", (_title, schema, words) => {
    expect(inspectSchema(schema).unusable).toContain(words);
  });

  it.each<readonly [string, unknown, string]>([
    ["another dialect", { $schema: "http://json-schema.org/draft-04/schema#", type: "object" }, "draft-04"],
    ["a pattern with look-ahead", { type: "object", properties: { a: { pattern: "(?!x)" } } }, "(?!x)"],
    [
      "a value of the wrong type",
      { type: "object", properties: { a: { exclusiveMinimum: true } } },
      "exclusiveMinimum",
    ],
    ["a property that is no schema", { type: "object", properties: { a: "string" } }, "/properties/a"],
    ["a dynamic reference", { type: "object", properties: { a: { $dynamicRef: "#x" } } }, "$dynamicRef"],
  ])("leaves out %s", (_title, schema, words) => {
    expect(inspectSchema(schema)).toEqual({ unchecked: expect.stringContaining(words) });
  });
});
