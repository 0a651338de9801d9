import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { bounded } from "./bounded.ts";
import { itemShape } from "./item-shape.ts";
import { readShape } from "./read-shape.ts";
import { selfContained } from "./self-contained.ts";
import { canBe, possibleTypes, type ShapeType } from "./types.ts";
import { valueShape } from "./value-shape.ts";

const closed = (properties: JsonObject): JsonObject => ({ type: "object", properties, additionalProperties: false });
const text: JsonObject = { type: "string" };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

describe("readShape", () => {
  it.each<readonly [string, JsonObject, readonly (string | number)[], JsonObject]>([
    ["the whole", text, [], text],
    ["a field", closed({ a: text }), ["a"], text],
    ["a field of an open object", { type: "object", properties: { a: text } }, ["b"], {}],
    ["of an object whose other fields are of one kind", { type: "object", additionalProperties: text }, ["b"], text],
    ["of an object with patterns", { ...closed({}), patternProperties: { a: {} } }, ["b"], {}],
    ["an item, by number and by text", list(text), [0], text],
    ["an item of a tuple", { type: "array", prefixItems: [text], items: { type: "null" } }, ["0"], text],
    ["a length", list(text), ["length"], { type: "integer" }],
    ["the length of a text", text, ["length"], { type: "integer" }],
    ["where null may stand", { type: ["object", "null"], properties: { a: text } }, ["a"], text],
    ["in one of several forms", { anyOf: [closed({ a: text }), closed({ b: text })] }, ["a"], text],
    [
      "in several forms",
      { anyOf: [closed({ a: text }), closed({ a: { type: "null" } })] },
      ["a"],
      { anyOf: [text, { type: "null" }] },
    ],
    [
      "in all parts",
      { allOf: [{ type: "object", properties: { a: text } }, { type: "object" }] },
      ["a"],
      { allOf: [text, {}] },
    ],
    ["into the unknown", {}, ["a", 0, "b"], {}],
  ])("reads %s", (_title, shape, segments, expected) => {
    expect(readShape(shape, segments)).toEqual({ shape: expected });
  });

  it.each<readonly [string, JsonObject, readonly (string | number)[], number, readonly string[], string | undefined]>([
    ["a field that is not there", closed({ a: text, b: text }), ["c"], 0, ["a", "b"], undefined],
    ["below", closed({ a: closed({ b: text }) }), ["a", "c"], 1, ["b"], undefined],
    ["a field of a text", closed({ a: text }), ["a", "b"], 1, ["length"], "a string"],
    ["a field of a list", list(text), ["a"], 0, ["length"], "a list"],
    ["an item of a number", { type: "number" }, [0], 0, [], "a number"],
    ["in none of the forms", { anyOf: [closed({ a: text }), closed({ b: text })] }, ["c"], 0, ["a", "b"], undefined],
    ["in one of the parts", { allOf: [{}, closed({ a: text })] }, ["c"], 0, ["a"], undefined],
    ["what is never there", closed({ a: false }), ["a"], 0, [], undefined],
  ])("refuses %s", (_title, shape, segments, depth, expected, type) => {
    expect(readShape(shape, segments)).toEqual({
      impossible: { depth, expected, ...(type !== undefined && { type }) },
    });
  });

  it("does not read what is inherited", () => {
    expect(readShape(closed({}), ["constructor"]).impossible?.depth).toBe(0);
  });
});

describe("possibleTypes", () => {
  it.each<readonly [JsonObject, readonly ShapeType[] | undefined]>([
    [{}, undefined],
    [{ type: ["string", "null"] }, ["string", "null"]],
    [{ const: 1 }, ["integer"]],
    [{ enum: ["a", 1.5] }, ["string", "number"]],
    [{ type: "number", enum: ["a", 1] }, ["integer"]],
    [{ anyOf: [{ type: "string" }, { type: "array" }] }, ["string", "array"]],
    [{ anyOf: [{ type: "string" }, {}] }, undefined],
    [{ allOf: [{ type: ["string", "null"] }, { type: "string" }] }, ["string"]],
    [{ type: "thing" }, undefined],
  ])("%j", (shape, expected) => {
    const types = possibleTypes(shape);
    expect(types === undefined ? undefined : [...types]).toEqual(expected);
  });

  it("knows that a number may be whole", () => {
    const can = (given: ShapeType, wanted: ShapeType): boolean => canBe(new Set([given]), new Set([wanted]));
    expect([can("integer", "number"), can("number", "integer"), can("string", "number"), can("null", "null")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("shapes from schemas and values", () => {
  it("writes references out, and gives up on rings", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { a: { $ref: "#/$defs/x" }, n: { $ref: "#" } },
      $defs: { x: { type: "string", description: "x" } },
    };
    const shape = selfContained(schema);
    expect(readShape(shape, ["a"])).toEqual({ shape: { type: "string" } });
    expect(readShape(shape, ["n", "a"])).toEqual({ shape: { type: "string" } });
    expect(JSON.stringify(shape)).not.toContain("$ref");
    expect(selfContained({ $ref: "#" })).toEqual({});
    expect(selfContained({ properties: { a: { $ref: "https://x.example" } } })).toEqual({ properties: { a: {} } });
  });

  it("reads the shape of a value with tags in it", () => {
    const value: Json = { a: "<<x>>", b: [1, 2], c: { "d/e": "t" } };
    const shape = valueShape(value, "/output", (pointer) => (pointer === "/output/a" ? list(text) : undefined));
    expect(readShape(shape, ["a", 0])).toEqual({ shape: text });
    expect(readShape(shape, ["b", 1])).toEqual({ shape: { anyOf: [{ const: 1 }, { const: 2 }] } });
    expect(readShape(shape, ["c", "d/e"])).toEqual({ shape: { const: "t" } });
    expect(readShape(shape, ["d"]).impossible?.expected).toEqual(["a", "b", "c"]);
  });

  it("takes the items of lists in any of several forms", () => {
    expect(itemShape(list(text))).toEqual(text);
    expect(itemShape({ anyOf: [list(text), list({ type: "null" })] })).toEqual({ anyOf: [text, { type: "null" }] });
    expect(itemShape({ anyOf: [list(text), {}] })).toEqual({});
    expect(itemShape({ type: "array", prefixItems: [text] })).toEqual({});
  });

  it("forgets shapes that are small in memory and endless to walk", () => {
    let shape: JsonObject = text;
    for (let level = 0; level < 200; level += 1) shape = { anyOf: [shape, shape] };
    expect(bounded(shape)).toEqual({});
    expect(bounded(text)).toBe(text);
  });
});
