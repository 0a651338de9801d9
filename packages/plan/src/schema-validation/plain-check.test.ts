import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { compileSchema } from "./ajv-instance.ts";
import { firstProblem } from "./first-problem.ts";
import { prepareSchema } from "./inspect-schema.ts";
import { refill } from "./meter.ts";
import { plainChecks } from "./plain-check.ts";

const name = fc.constantFrom("a", "b", "constructor", "__proto__", "length");
const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, 1, -0, 1.5, "", "a", "ab", "😀", "\uD800"),
  fc.integer({ min: -2, max: 4 }),
);
const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");

const { schema } = fc.letrec<{ schema: Json; value: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        properties: fc.dictionary(name, tie("schema")),
        additionalProperties: tie("schema"),
        required: fc.array(name, { maxLength: 2 }),
        items: tie("schema"),
        enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        const: scalar,
        minimum: small,
        maximum: small,
        exclusiveMinimum: small,
        exclusiveMaximum: small,
        minLength: small,
        maxLength: small,
        minItems: small,
        maxItems: small,
        minProperties: small,
        maxProperties: small,
        pattern: fc.constantFrom("^a", "b$", "[^a]", "(a|b)+"),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        not: tie("schema"),
        nullable: fc.boolean(),
        $ref: fc.constantFrom("#/$defs/x", "#/$defs/y"),
      },
      { requiredKeys: [] },
    ),
  ) as fc.Arbitrary<Json>,
  value: fc.constant(null),
}));
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ) as fc.Arbitrary<Json>,
})).value;

const root = fc.tuple(schema, schema, schema).map(([main, x, y]): JsonObject => ({ allOf: [main], $defs: { x, y } }));

describe("plainChecks", () => {
  it("accepts exactly what the library accepts, and finds a problem in what it refuses", () => {
    let compared = 0;
    fc.assert(
      fc.property(root, fc.array(value, { minLength: 1, maxLength: 6 }), (written, values) => {
        const prepared = prepareSchema(written);
        if (prepared.unusable !== undefined) return;
        const checks = plainChecks(prepared.schema);
        expect(checks).toBeDefined();
        if (checks === undefined) return;
        const library = compileSchema(prepared.schema, prepared.dialect, "first");
        for (const one of values) {
          refill();
          const accepted = library(one);
          compared += 1;
          expect(checks.of(prepared.schema)(one)).toBe(accepted);
          if (accepted) continue;
          const problem = firstProblem(prepared.schema, one, checks);
          expect(problem.instancePath === "" || problem.instancePath.startsWith("/")).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(400);
  });

  it.each<readonly [string, JsonObject]>([
    ["formats", { properties: { a: { format: "date" } } }],
    ["conditions", { if: {}, else: {} }],
    ["names", { patternProperties: { a: {} } }],
    ["objects in enum", { enum: [{}] }],
  ])("leaves %s to the library", (_title, written) => {
    expect(plainChecks(prepareSchema(written).schema)).toBeUndefined();
  });
});
