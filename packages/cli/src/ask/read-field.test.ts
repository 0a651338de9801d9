import type { JsonObject } from "@graph/host";
import { expect, test } from "vitest";
import { answerFields, type AnswerField } from "./answer-field.ts";
import { readField } from "./read-field.ts";
import { showField } from "./show-field.ts";

const field = (property: JsonObject, more: JsonObject = {}): AnswerField => {
  const [only] = answerFields({ type: "object", properties: { it: property }, ...more }, undefined);
  if (only === undefined) throw new Error("There is no field.");
  return only;
};

const sizes = { enum: ["small", "Large", "large", "extra large"] };

test.each<[JsonObject, string, unknown]>([
  [{ type: "string" }, " as it is ", { value: " as it is " }],
  [{ type: "string", maxLength: 3 }, "four", { problem: "This must have at most 3 characters." }],
  [{ type: "string", pattern: "^a" }, "b", { problem: "This must match the pattern `^a`." }],
  [{ type: "boolean" }, "Y", { value: true }],
  [{ type: "boolean" }, " yes ", { value: true }],
  [{ type: "boolean" }, "TRUE", { value: true }],
  [{ type: "boolean" }, "n", { value: false }],
  [{ type: "boolean" }, "No", { value: false }],
  [{ type: "boolean" }, "false", { value: false }],
  [{ type: "boolean" }, "maybe", { problem: "Say yes or no." }],
  [{ type: "integer" }, " 12 ", { value: 12 }],
  [{ type: "integer" }, "1e3", { value: 1000 }],
  [{ type: "integer" }, "1.5", { problem: "Give a whole number, such as 12." }],
  [{ type: "integer", minimum: 3 }, "2", { problem: "This must be at least 3, got 2." }],
  [{ type: "integer" }, "12345678901234567891", { problem: expect.stringContaining("9007199254740991") }],
  [{ type: "number" }, "-0.5", { value: -0.5 }],
  [{ type: "number" }, ".5", { value: 0.5 }],
  [{ type: "number" }, "1e400", { problem: "Give a number of at most 1.79e308." }],
  [{ type: "number" }, "0x10", { problem: "Give a number, such as 1.5." }],
  [{ type: "number" }, "ten", { problem: "Give a number, such as 1.5." }],
  [sizes, "Small", { value: "small" }],
  [sizes, "1", { value: "small" }],
  [sizes, "4", { value: "extra large" }],
  [sizes, "large", { value: "large" }],
  [sizes, "LARGE", { problem: "Upper and lower case matter here: small, Large, large, extra large." }],
  [sizes, "5", { problem: "Give one of small, Large, large, extra large, by its name or its number." }],
  [{ enum: [30, 10, 20] }, "10", { value: 10 }],
  [{ enum: [30, 10, 20] }, "1", { problem: "Give one of 30, 10, 20." }],
  [{ enum: [true, "later"] }, "YES", { value: true }],
  [{ enum: [true, "later"] }, "true", { value: true }],
  [{ const: "ok" }, "OK", { value: "ok" }],
  [{ const: "ok" }, "no", { problem: "Give ok." }],
  [{ type: "string", enum: ["a"] }, "a", { value: "a" }],
])("%j reads %j", (property, line, expected) => {
  expect(readField(field(property), line)).toEqual(expected);
});

test.each<[JsonObject, JsonObject, string]>([
  [{ type: "string", description: "Who\n  it is" }, { required: ["it"] }, "it (Who it is), a text: "],
  [{ type: "boolean" }, {}, "it, yes or no, or nothing: "],
  [{ type: "boolean", default: true }, {}, "it, yes or no [yes]: "],
  [{ type: "integer", default: 3 }, { required: ["it"] }, "it, a whole number [3]: "],
  [{ enum: ["a", "b c"], default: "a" }, {}, "it, one of 1 a, 2 b c [a]: "],
  [{ enum: [10, 20] }, { required: ["it"] }, "it, one of 10, 20: "],
  [{ const: "ok" }, { required: ["it"] }, "it, only ok: "],
])("%j with %j asks", (property, more, expected) => {
  expect(showField(field(property, more))).toBe(expected);
});

test("the plan's default wins over that of the schema", () => {
  const properties = { a: { type: "string", default: "x" }, b: { type: "string", default: "y" } };
  const fields = answerFields({ type: "object", properties }, { a: "plan" });
  expect(fields.map(({ name, fallback }) => [name, fallback])).toEqual([
    ["a", "plan"],
    ["b", "y"],
  ]);
});
