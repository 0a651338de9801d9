import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { createValidator } from "./create-validator.ts";

const says = (schema: JsonObject, value: Json): string[] =>
  createValidator(schema)
    .validate(value)
    .problems.map(({ pointer, keyword, message }) => `${pointer} ${keyword}: ${message}`);

const tree: JsonObject = {
  type: "object",
  required: ["v"],
  properties: { v: { type: "integer" }, next: { $ref: "#" } },
};

describe("createValidator", () => {
  it.each<readonly [string, JsonObject, Json, readonly string[]]>([
    ["nothing asked", {}, [1], []],
    ["an object", { type: "object" }, [], [" type: must be an object, got a list"]],
    [
      "types",
      { properties: { a: { type: ["string", "null"] } } },
      { a: 5 },
      ["/a type: must be a string or null, got 5"],
    ],
    ["whole numbers", { properties: { a: { type: "integer" } } }, { a: 1.5 }, ["/a type: must be an integer, got 1.5"]],
    ["missing", { required: ["a", "b"] }, { a: 1 }, [" required: `b` is missing"]],
    [
      "own properties only",
      { required: ["constructor", "toString"] },
      {},
      [" required: `constructor` is missing", " required: `toString` is missing"],
    ],
    [
      "unknown names",
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      [" additionalProperties: `b` is not known here"],
    ],
    ["enum", { properties: { a: { enum: ["x", 1] } } }, { a: "y" }, ["/a enum: must be one of x, 1"]],
    [
      "limits",
      { properties: { a: { minimum: 3 }, b: { maxLength: 1 }, c: { minItems: 2 } } },
      { a: 2, b: "xy", c: [1] },
      [
        "/a minimum: must be at least 3, got 2",
        "/b maxLength: must have at most 1 character",
        "/c minItems: must have at least 2 items",
      ],
    ],
    ["patterns", { properties: { a: { pattern: "^a+$" } } }, { a: "b" }, ["/a pattern: must match the pattern `^a+$`"]],
    [
      "formats",
      { properties: { a: { format: "date" }, b: { format: "nobody-knows" } } },
      { a: "x", b: "x" },
      ["/a format: must be written as `date`"],
    ],
    [
      "equal items",
      { properties: { a: { uniqueItems: true } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
      ["/a uniqueItems: must not have two equal items"],
    ],
    [
      "branches of other types",
      { properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      { a: null },
      ["/a type: must be a string or a number, got null"],
    ],
    [
      "the branch that is meant",
      { properties: { a: { anyOf: [{ type: "string" }, { type: "object", required: ["k"] }] } } },
      { a: {} },
      ["/a required: `k` is missing"],
    ],
    [
      "the variant that is meant",
      {
        oneOf: [
          { properties: { kind: { const: "a" }, n: { type: "number" } } },
          { properties: { kind: { const: "b" } } },
        ],
      },
      { kind: "c" },
      [" oneOf: must fit exactly one of the 2 allowed forms"],
    ],
    [
      "pointers are escaped",
      { properties: { "a/b~c": { type: "string" } } },
      { "a/b~c": 1 },
      ["/a~1b~0c type: must be a string, got 1"],
    ],
    ["references", tree, { v: 1, next: { v: "x" } }, ["/next/v type: must be an integer, got a string"]],
    [
      "nullable, as OpenAPI writes it",
      { properties: { a: { type: "string", nullable: true, enum: ["x"] } } },
      { a: null },
      [],
    ],
    ["NaN", { properties: { a: { type: "number" } } }, { a: Number.NaN }, ["/a type: must be a number, got NaN"]],
  ])("%s", (_title, schema, value, expected) => {
    expect(says(schema, value)).toEqual(expected);
    expect(createValidator(schema).accepts(value)).toBe(expected.length === 0);
  });

  it.each([
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
  ])("checks %s", ($schema) => {
    const validator = createValidator({
      $schema,
      type: "object",
      properties: { n: { type: "integer" }, a: { format: "email", type: "string" } },
    });
    expect([
      validator.unchecked,
      validator.accepts({ n: 5 }),
      validator.accepts({ n: "five" }),
      validator.accepts({ a: "x" }),
    ]).toEqual([undefined, true, false, false]);
  });

  it("takes lists of `items` in the dialects that have them", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      items: [{ type: "string" }],
      additionalItems: { type: "number" },
    };
    expect([["a", 1], [1], ["a", "b"]].map((value) => createValidator(schema).accepts(value))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("does not check what it does not understand, and says so", () => {
    const old = createValidator({
      $schema: "http://json-schema.org/draft-04/schema#",
      type: "object",
      properties: { n: { type: "integer" } },
    });
    expect([old.accepts({ n: "x" }), old.unchecked]).toEqual([true, expect.stringContaining("draft-04")]);
    const ahead = createValidator({ properties: { a: { type: "string", pattern: "(?=a)" } } });
    expect([ahead.accepts({ a: "b" }), ahead.accepts({ a: 1 }), ahead.unchecked]).toEqual([
      true,
      false,
      expect.stringContaining("(?=a)"),
    ]);
    expect(createValidator({ properties: { a: { minimum: "5" } } }).unchecked).toContain("`minimum`");
  });

  it("keeps two schemas with one $id apart, and follows $id and $anchor inside a schema", () => {
    const [one, two] = ["string", "number"].map((type) =>
      createValidator({
        $id: "https://x.example/s",
        type: "object",
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { type } },
      }),
    );
    expect([
      one?.accepts({ a: "x" }),
      one?.accepts({ a: 1 }),
      two?.accepts({ a: "x" }),
      two?.accepts({ a: 1 }),
    ]).toEqual([true, false, false, true]);
    const anchored = createValidator({
      $id: "https://x.example/t",
      properties: { a: { $ref: "https://x.example/t#n" }, b: { $ref: "other" } },
      $defs: { n: { $anchor: "n", type: "number" }, o: { $id: "other", type: "string" } },
    });
    expect([anchored.accepts({ a: 1, b: "x" }), anchored.accepts({ a: "x" }), anchored.accepts({ b: 1 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("counts what it does not list", () => {
    const validator = createValidator({ properties: { list: { items: { type: "string" } } } });
    const list = Array.from({ length: 100_000 }, (_one, index) => index);
    const { problems, more } = validator.validate({ list }, 1);
    expect([problems.map(({ pointer }) => pointer), more]).toEqual([["/list/0"], 99_999]);
  });

  it("refuses values that nest without end where the schema follows them", () => {
    const deep: { next?: unknown } = {};
    let inner = deep;
    for (let level = 0; level < 20_000; level += 1) {
      const next = {};
      inner.next = next;
      inner = next;
    }
    const ring: { next?: unknown } = {};
    ring.next = ring;
    for (const value of [deep, ring])
      expect(says(tree, value as Json)).toEqual([" depth: is nested deeper than 100 levels, or is a ring"]);
    expect(createValidator({ properties: { next: {} } }).accepts(deep as Json)).toBe(true);
  });

  it("never makes a promise of the answer", () => {
    expect(
      createValidator({
        $async: true,
        type: "object",
        properties: { a: { type: "string", format: "date" } },
      }).accepts({ a: "x" }),
    ).toBe(false);
  });
});
