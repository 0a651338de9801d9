import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { createValidator } from "./create-validator.ts";
import { inspectSchema } from "./inspect-schema.ts";

/** Processor time in milliseconds: the machine may be busy with other things. */
const timeOf = (act: () => void): number => {
  const started = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};
/** Of one act; the first one of a process also loads the libraries. */
const longest = 100;
const check = (schema: JsonObject, value: Json): void => {
  inspectSchema(schema);
  createValidator(schema).validate(value);
};

createValidator({ properties: { a: { format: "date", pattern: "^a" } } }).validate({ a: "x" });

const many = (count: number, make: (index: number) => Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_one, index) => [`p${index}`, make(index)]));
const doubled = (levels: number, word: string): JsonObject => {
  const defs = many(levels, (index) => ({
    [word]: [{ $ref: `#/$defs/p${index + 1}` }, { $ref: `#/$defs/p${index + 1}` }],
  }));
  return { $ref: "#/$defs/p0", $defs: { ...defs, [`p${levels}`]: { type: "string" } } };
};
const manyItems = Array.from({ length: 20_000 }, (_one, index) => ({ a: { b: index } }));
let nested: Json = 1;
for (let level = 0; level < 90; level += 1) nested = [nested];

describe("hostile schemas", () => {
  it.each<readonly [string, JsonObject, Json]>([
    ["a pattern that backtracks", { properties: { v: { pattern: "^(a+)+$" } } }, { v: `${"a".repeat(50_000)}!` }],
    [
      "a pattern of large repetitions",
      { properties: { v: { pattern: "((a{1,100}){1,100}){1,100}" } } },
      { v: "a".repeat(1_000) },
    ],
    ["a pattern of many states", { properties: { v: { pattern: "(?:a?){500}a{500}" } } }, { v: "a".repeat(100_000) }],
    [
      "two thousand patterns",
      { properties: many(1_900, (index) => ({ pattern: `(?:a?){${index % 400}}x` })) },
      { p5: "aaaa" },
    ],
    [
      "patterns for names",
      {
        patternProperties: Object.fromEntries(
          Array.from({ length: 200 }, (_one, index) => [`^(a|b${index})+$`, { type: "string" }]),
        ),
      },
      many(2_000, () => 1),
    ],
    ["references that double", doubled(40, "allOf"), {}],
    ["alternatives that double", doubled(40, "anyOf"), {}],
    [
      "a tree that doubles",
      {
        $ref: "#/$defs/n",
        $defs: { n: { allOf: [{ items: { $ref: "#/$defs/n" } }, { items: { $ref: "#/$defs/n" } }] } },
      },
      nested,
    ],
    [
      "two thousand properties",
      { type: "object", properties: many(1_998, () => ({ type: "string", minLength: 2 })) },
      many(1_998, () => 1),
    ],
    [
      "two thousand formats",
      { type: "object", properties: many(1_998, () => ({ type: "string", format: "date" })) },
      many(1_998, () => "x"),
    ],
    [
      "a hundred parts for each item",
      { properties: { v: { items: { allOf: Array.from({ length: 100 }, () => ({ required: ["x"] })) } } } },
      { v: manyItems },
    ],
    ["equal items", { properties: { v: { uniqueItems: true } } }, { v: manyItems }],
    ["forty thousand names", { required: Array.from({ length: 40_000 }, (_one, index) => `${index}`) }, {}],
    ["names that need each other", { dependentRequired: many(5_000, () => ["a", "b"]) }, { p1: 1 }],
    [
      "a format of quadratic time",
      { properties: { v: { format: "uri-template" }, w: { format: "email" } } },
      { v: "{".repeat(100_000), w: "a.".repeat(50_000) },
    ],
  ])("%s", (_title, schema, value) => {
    expect(timeOf(() => check(schema, value))).toBeLessThan(3 * longest);
  });

  it("no pattern stands still", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "\\w",
      "a?",
      "b*",
      "(a+)+",
      "(a|a)*",
      "a{2,50}",
      "^",
      "$",
      "\\b",
      "(?:ab)+",
    );
    const pattern = fc
      .array(fc.tuple(atom, fc.constantFrom("", "*", "+", "?", "{1,30}")), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.map(([one, count]) => `(?:${one})${count}`).join(""));
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: 60_000 }), (source, length) => {
        expect(
          timeOf(() => check({ properties: { v: { pattern: source } } }, { v: `${"ab".repeat(length)}!` })),
        ).toBeLessThan(3 * longest);
      }),
      { numRuns: 60 },
    );
  });

  it("no schema throws, whatever it holds", () => {
    const word = fc.constantFrom(
      "type",
      "properties",
      "items",
      "$ref",
      "$id",
      "$anchor",
      "anyOf",
      "allOf",
      "not",
      "if",
      "then",
      "enum",
      "const",
      "pattern",
      "format",
      "required",
      "$defs",
      "minimum",
      "nullable",
      "id",
      "$schema",
      "discriminator",
      "dependencies",
      "$async",
      "graphBudget",
      "unevaluatedProperties",
      "contains",
      "uniqueItems",
      "patternProperties",
      "__proto__",
    );
    const leaf = fc.oneof(
      fc.constantFrom<Json>("#", "#/$defs/type", "object", "string", "date", "^a", true, 5, -1, null, "x"),
      fc.string(),
    );
    const { any } = fc.letrec<{ any: Json }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(word, tie("any"), { maxKeys: 4 }),
      ) as fc.Arbitrary<Json>,
    }));
    fc.assert(
      fc.property(fc.dictionary(word, any), any, (schema, value) => {
        inspectSchema(schema);
        const validator = createValidator(schema);
        const { problems } = validator.validate(value);
        expect(validator.accepts(value)).toBe(problems.length === 0);
      }),
      { numRuns: 1_000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
