import * as fc from "fast-check";
import { expect, test } from "vitest";
import { typedText } from "./typed-text.ts";

test.each([
  ["5", { type: "number" }, 5],
  ["-1.5e3", { type: "number" }, -1500],
  ["5", { type: "string" }, "5"],
  ["5", undefined, "5"],
  ["5", {}, "5"],
  ["true", { type: "boolean" }, true],
  ["true", { type: "string" }, "true"],
  ["null", { type: ["integer", "null"] }, null],
  ["null", { type: ["string", "null"] }, "null"],
  ["[1,2]", { type: "array" }, [1, 2]],
  ['{"a":1}', { type: "object" }, { a: 1 }],
  ["2", { enum: [1, 2] }, 2],
  ["b", { enum: ["a", "b"] }, "b"],
  ["3", { anyOf: [{ type: "integer" }, { type: "null" }] }, 3],
  ["", { type: "string" }, ""],
] as const)("%j as %j", (text, schema, value) => {
  expect(typedText(text, schema)).toEqual({ value });
});

test.each([
  ["5x", { type: "number" }, "a number"],
  ["12345678901234567891", { type: "integer" }, "a whole number from -9007199254740991 to 9007199254740991"],
  ["9007199254740993", { type: "number" }, "a whole number from -9007199254740991 to 9007199254740991"],
  [
    "[12345678901234567891]",
    { type: "array" },
    "JSON whose numbers keep their digits: each a whole number from -9007199254740991 to 9007199254740991",
  ],
  ["1e400", { type: "number" }, "a number of at most 1.79e308"],
  ["", { type: "number" }, "a number"],
  ["0x10", { type: "integer" }, "a whole number"],
  ["01", { type: "integer" }, "a whole number"],
  [" 5", { type: "number" }, "a number"],
  ["yes", { type: "boolean" }, "true or false"],
  ["a,b", { type: "array" }, "a list as JSON"],
  ["{}", { type: "array" }, "a list as JSON"],
  ["x", { type: ["number", "null"] }, "a number or null"],
] as const)("%j is no %j", (text, schema, expected) => {
  expect(typedText(text, schema)).toEqual({ expected });
});

test.each([
  ["null", null],
  ["a", "a"],
  ["1", 1],
  ["b", "b"],
])("%j where null is one of those allowed", (text, value) => {
  expect(typedText(text, { enum: ["a", 1, null] })).toEqual({ value });
});

test("a reference into the schema's own definitions is followed", () => {
  const root = { $defs: { n: { type: "number" } }, type: "object" };
  expect(typedText("5", { $ref: "#/$defs/n" }, root)).toEqual({ value: 5 });
});

test("a whole number beyond the safe ones is kept when JSON writes it so, and refused when it would lose digits", () => {
  expect(typedText("-9007199254740992", { type: "integer" })).toEqual({ value: -9007199254740992 });
  expect(typedText("9007199254740993", { type: "integer" })).toHaveProperty("expected");
  expect(typedText("12345678901234567891", { type: "number" })).toHaveProperty("expected");
});

test("every number that JSON writes comes back", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(typedText(JSON.stringify(value), { type: "number" })).toEqual({
        value: JSON.parse(JSON.stringify(value)),
      });
    }),
  );
});
