import { type Json, type JsonObject, sha256 } from "@graph/plan";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  const cases: readonly (readonly [string, Json, string])[] = [
    [
      "sorts keys at every level",
      { b: 1, a: { d: [1, { f: 1, e: 2 }], c: null } },
      '{"a":{"c":null,"d":[1,{"e":2,"f":1}]},"b":1}',
    ],
    ["keeps the order of lists", [3, 1, 2], "[3,1,2]"],
    ["escapes texts as JSON does", 'a"\n\u0000', '"a\\"\\n\\u0000"'],
    [
      "takes __proto__ as a plain key",
      JSON.parse('{"__proto__": {"b": 1, "a": 2}}') as Json,
      '{"__proto__":{"a":2,"b":1}}',
    ],
    ["writes negative zero as zero", -0, "0"],
  ];
  it.each(cases)("%s", (_, value, text) => expect(canonicalJson(value)).toBe(text));

  it("leaves out members that are undefined", () => {
    expect(canonicalJson({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}');
  });

  it("reads back to the same value, whatever the order of keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value as Json))).toBe(text);
      }),
    );
  });

  it("refuses a value that contains itself", () => {
    const ring: { self?: unknown } = {};
    ring.self = ring;
    expect(() => canonicalJson(ring as Json)).toThrow(RangeError);
  });
});

it("hashes as sha256sum does", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries<Json>(value as JsonObject).map(([key, item]) => [key, reversed(item)] as const);
  return Object.fromEntries(members.toReversed());
}
