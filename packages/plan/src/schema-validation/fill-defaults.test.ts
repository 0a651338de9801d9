import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { fillDefaults } from "./fill-defaults.ts";

describe("fillDefaults", () => {
  it.each<readonly [string, JsonObject, Json, Json]>([
    [
      "a missing property",
      { properties: { a: { default: 1 }, b: { default: null } } },
      { c: 2 },
      { c: 2, a: 1, b: null },
    ],
    ["only what is missing", { properties: { a: { default: 1 } } }, { a: null }, { a: null }],
    ["below", { properties: { a: { properties: { b: { default: 1 } } } } }, { a: {} }, { a: { b: 1 } }],
    ["in a default", { properties: { a: { default: {}, properties: { b: { default: 1 } } } } }, {}, { a: { b: 1 } }],
    [
      "in items",
      { properties: { a: { items: { properties: { b: { default: 1 } } } } } },
      { a: [{}, { b: 2 }] },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    ["behind a reference", { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { default: 3 } } }, {}, { a: 3 }],
    ["own properties only", { properties: { constructor: { default: 1 } } }, {}, { constructor: 1 }],
    ["not what is no object", { properties: { a: { default: 1 } } }, "x", "x"],
    ["a ring of references", { properties: { a: { $ref: "#/properties/a" } } }, { b: 1 }, { b: 1 }],
  ])("%s", (_title, schema, value, expected) => {
    expect(fillDefaults(schema, value)).toEqual(expected);
  });

  it("returns what it does not change, and copies only what it does", () => {
    const schema = { properties: { a: { properties: { x: { default: 1 } } }, b: {} } };
    const whole = { a: { x: 2 }, b: { y: 1 } };
    expect(fillDefaults(schema, whole)).toBe(whole);
    const value = { a: {}, b: { y: 1 } };
    const filled = fillDefaults(schema, value) as typeof value;
    expect([value.a, filled.b === value.b]).toEqual([{}, true]);
  });

  it("defines a property called __proto__", () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"default": {"x": 1}}}}') as JsonObject;
    const filled = fillDefaults(schema, {}) as JsonObject;
    expect([Object.keys(filled), Object.getPrototypeOf(filled)]).toEqual([["__proto__"], Object.prototype]);
  });
});
