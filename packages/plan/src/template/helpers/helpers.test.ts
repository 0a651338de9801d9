import { describe, expect, test } from "vitest";
import type { Json } from "../../json.ts";
import { compileTemplate } from "../compile.ts";
import { parseTemplate } from "../parse.ts";
import { TemplateError } from "../template-error.ts";
import { helpers, usage } from "./index.ts";

const values = new Map<string, Json>([
  [
    "i",
    {
      none: null,
      empty: [],
      text: "Hello, wörld",
      blank: "",
      n: 2,
      huge: Number.MAX_VALUE,
      yes: true,
      no: false,
      names: ["a", "b", "a"],
      mixed: ["a", 1, null, { x: 1 }],
      rows: [
        { id: 1, kind: "b", size: 3, tag: { a: 1, b: 2 } },
        { id: 2, kind: "a", size: 1, tag: { b: 2, a: 1 } },
        { id: 3, kind: "b", size: null },
        null,
      ],
      object: { b: 1, a: 2, "10": 3 },
      emoji: "a😀",
    },
  ],
]);

function evaluate(text: string): Json {
  const parsed = parseTemplate(`<<${text}>>`);
  expect(parsed.problems).toEqual([]);
  return compileTemplate(parsed)({
    read(root) {
      const value = values.get(root);
      if (value === undefined) {
        throw new TemplateError(
          "ref/missing-step",
          "missing_step",
          `${root} has no result`,
          root === "skipped" ? { skippedBy: root } : {},
        );
      }
      return value;
    },
  });
}

test("the list is closed", () => {
  expect([...helpers.keys()].sort()).toEqual(
    "default coalesce exists eq ne gt gte lt lte and or not contains length json parse_json string number join split slice first last keys pluck where sort_by unique sum upper lower trim replace date add sub"
      .split(" ")
      .sort(),
  );
});

test("each says how it is used and what it takes", () => {
  expect([...helpers.values()].map((helper) => `${usage(helper)} ${helper.minimum}-${helper.maximum}`)).toEqual([
    "default value fallback 2-2",
    "coalesce value [more…] 1-Infinity",
    "exists value 1-1",
    "eq left right 2-2",
    "ne left right 2-2",
    "gt left right 2-2",
    "gte left right 2-2",
    "lt left right 2-2",
    "lte left right 2-2",
    "and value more… 2-Infinity",
    "or value more… 2-Infinity",
    "not value 1-1",
    "contains whole part 2-2",
    "length value 1-1",
    "first list 1-1",
    "last list 1-1",
    "slice value start [end] 2-3",
    "join list [separator] 1-2",
    "keys object 1-1",
    "pluck list key 2-2",
    "where list key value 3-3",
    "sort_by list key [order] 2-3",
    "unique list [key] 1-2",
    "sum list [key] 1-2",
    "upper text 1-1",
    "lower text 1-1",
    "trim text 1-1",
    "replace text search replacement 3-3",
    "split text separator 2-2",
    "json value 1-1",
    "parse_json text 1-1",
    "string value 1-1",
    "number value 1-1",
    "add left right… 2-Infinity",
    "sub left right 2-2",
    "date value [format] 1-2",
  ]);
  for (const helper of helpers.values()) {
    expect(helper.description.length).toBeGreaterThan(10);
    expect(helper.run === undefined).toBe(helper.compile !== undefined);
  }
});

describe("values", () => {
  test.each<[string, Json]>([
    ["default i.missing 1", 1],
    ["default i.none 1", 1],
    ["default i.none.x 1", 1],
    ["default i.empty[0] 1", 1],
    ["default nothing.x 1", 1],
    ["default skipped.x 1", 1],
    ["default i.no 1", false],
    ["default i.blank 1", ""],
    ["default (first i.empty) 1", 1],
    ["default i.missing null", null],
    ["coalesce i.missing skipped i.none i.n 9", 2],
    ["coalesce i.missing i.none", null],
    ["exists i.none", true],
    ["exists i.missing", false],
    ["exists skipped", false],
    ["exists (first i.empty)", false],

    ["eq i.n 2", true],
    ['eq i.n "2"', false],
    ["eq i.rows[0].tag i.rows[1].tag", true],
    ["eq i.names i.mixed", false],
    ["eq i.none null", true],
    ["eq i.empty i.object", false],
    ["eq i.rows i.object", false],
    ["eq i.rows[0] i.rows[1]", false],
    ["eq i.rows[0].tag i.rows[0]", false],
    ['eq (parse_json "{\\"a\\":1}") (parse_json "{\\"b\\":1}")', false],
    ['eq (parse_json "[[1,{\\"a\\":[2]}]]") (parse_json "[[1,{\\"a\\":[2]}]]")', true],
    ["ne i.n 2", false],
    ["gt i.n 1", true],
    ["gte 2 2", true],
    ['lt "a" "b"', true],
    ["lte 3 2", false],
    ["and i.yes i.yes i.no", false],
    ["and i.no i.missing", false],
    ["or i.yes i.missing", true],
    ["or i.no i.no", false],
    ["not i.no", true],
    ['contains i.names "b"', true],
    ["contains i.mixed 1", true],
    ['contains i.text "wör"', true],
    ['contains i.object "a"', true],
    ['contains i.object "toString"', false],

    ["length i.names", 3],
    ["length i.text", 12],
    ["length i.object", 3],
    ["first i.names", "a"],
    ["last i.mixed", { x: 1 }],
    ["slice i.names 1", ["b", "a"]],
    ["slice i.names 0 -1", ["a", "b"]],
    ["slice i.text 0 5", "Hello"],
    ["slice i.names 5 9", []],
    ["join i.names", "a, b, a"],
    ['join i.names "-"', "a-b-a"],
    ['join i.mixed ""', 'a1null{"x":1}'],
    ["join i.empty", ""],
    ["keys i.object", ["10", "b", "a"]],
    ['pluck i.rows "kind"', ["b", "a", "b", null]],
    ['pluck i.rows "tag"', [{ a: 1, b: 2 }, { b: 2, a: 1 }, null, null]],
    ['pluck i.rows "constructor"', [null, null, null, null]],
    ['pluck (where i.rows "kind" "b") "id"', [1, 3]],
    ['pluck (where i.rows "size" null) "id"', [3, null]],
    ['pluck (where i.rows "tag" i.rows[1].tag) "id"', [1, 2]],
    ['pluck (sort_by i.rows "size") "id"', [2, 1, 3, null]],
    ['pluck (sort_by i.rows "kind" "desc") "id"', [1, 3, 2, null]],
    ['pluck (sort_by i.rows "kind" order="desc") "id"', [1, 3, 2, null]],
    ["unique i.names", ["a", "b"]],
    ['pluck (unique i.rows "kind") "id"', [1, 2, null]],
    ['pluck (unique i.rows "tag") "id"', [1, 3]],
    ["sum i.empty", 0],
    ['sum (slice i.rows 0 2) "size"', 4],

    ["upper i.text", "HELLO, WÖRLD"],
    ["lower i.text", "hello, wörld"],
    ['trim " a\\n"', "a"],
    ['replace i.text "l" "$&"', "He$&$&o, wör$&d"],
    ['replace i.text "." "x"', "Hello, wörld"],
    ['split "a\\nb" "\\n"', ["a", "b"]],
    ['split i.emoji ""', ["a", "😀"]],

    ["json i.mixed", '["a",1,null,{"x":1}]'],
    ['json "a"', '"a"'],
    ['parse_json "{\\"a\\": [1]}"', { a: [1] }],
    ["string i.n", "2"],
    ["string i.none", "null"],
    ["string i.text", "Hello, wörld"],
    ["number 5", 5],
    ['number " -1.5e3 "', -1500],
    ["add 1 2 3.5", 6.5],
    ["sub 1 3", -2],

    ["date 0", "1970-01-01T00:00:00.000Z"],
    ['date -1 "iso"', "1969-12-31T23:59:59.999Z"],
    ['date 1709210096789 "date"', "2024-02-29"],
    ['date "2024-02-29T12:34:56.789+02:00"', "2024-02-29T10:34:56.789Z"],
    ['date "2024-02-29T12:34:56Z" "datetime"', "2024-02-29 12:34:56"],
    ['date "2024-02-29 12:34" "time"', "12:34:00"],
    ['date "2024-12-31" "month"', "2024-12"],
    ['date "0001-01-01" "year"', "0001"],
    ['date "1970-01-02" "ms"', 86_400_000],
    ['date "1969-12-31T23:59:59.5Z" "seconds"', -1],
  ])("%s", (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });
});

describe("errors", () => {
  test.each([
    ["default i.missing i.absent", "bad_path", "absent"],
    ["default (upper 5) 1", "type", "needs text"],
    ["exists (upper 5)", "type", "needs text"],
    ['gt 1 "2"', "type", "`number`"],
    ["gt null 1", "type", "null and a number"],
    ["gt i.names i.names", "type", "a list and a list"],
    ["and i.n i.yes", "type", "ne value null"],
    ["or i.none 1", "type", "coalesce"],
    ["not null", "type", "true or false"],
    ["contains 5 1", "type", "a list or text or an object"],
    ["contains i.text 5", "type", "a number is looked for in text"],
    ["length 5", "type", "needs a list or text or an object"],
    ["first i.empty", "empty_data", "default (first …) …"],
    ["last i.empty", "empty_data", "empty list"],
    ["first i.text", "type", "needs a list"],
    ["slice i.names 0.5", "type", "whole number"],
    ['join i.text ","', "type", "`list`"],
    ["keys i.names", "type", "an object"],
    ['pluck i.names "x"', "type", "one of the items is text"],
    ['sort_by i.mixed "x"', "type", "one of the items is text"],
    ['sort_by i.rows "id" "up"', "type", "`asc` or `desc`"],
    ['sort_by i.rows "tag"', "type", "an object"],
    ["sum i.names", "type", "text"],
    ["upper 5", "type", "needs text as `text`, and got a number"],
    ['replace i.text "" "x"', "type", "is empty"],
    ['parse_json "{"', "type", 'not JSON: "{"'],
    ['number "5x"', "type", '"5x"'],
    ['number ""', "type", '""'],
    ['number "1e999"', "type", "1e999"],
    ['number "0x10"', "type", "0x10"],
    ["number i.yes", "type", "a boolean"],
    ['add 1 "2"', "type", "a number"],
    ["add i.huge i.huge", "type", "range of numbers"],
    ['date "yesterday"', "type", "ISO 8601"],
    ['date "2023-02-29"', "type", "ISO 8601"],
    ['date "2024-13-01"', "type", "ISO 8601"],
    ['date "2024-01-01T24:00"', "type", "ISO 8601"],
    ['date "2024-01-01T10:00+25:00"', "type", "ISO 8601"],
    ["date 999999999999999", "type", "years 0 to 9999"],
    ['date 0 "YYYY"', "type", "Formats are iso, date"],
    ["date i.none", "type", "null"],
  ])("%s", (text, errorClass, part) => {
    let caught: unknown;
    try {
      evaluate(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TemplateError);
    expect(caught).toMatchObject({ class: errorClass, tag: `<<${text}>>` });
    expect(String(caught)).toContain(part);
  });

  test("orderings say so by their code, wrong arguments by another", () => {
    expect(() => evaluate('gt 1 "2"')).toThrow(expect.objectContaining({ code: "step/gate-types" }));
    expect(() => evaluate("upper 5")).toThrow(expect.objectContaining({ code: "input/invalid", expected: ["string"] }));
  });
});

describe("bounds", () => {
  const big = "x".repeat(3_000_000);

  test.each<[string, Json]>([
    ['join a ""', [big, big, big]],
    ['replace a "x" "yyyy"', big],
    ["json a", [big, big, big]],
    ["unique a", [`${big}1`, `${big}2`, `${big}3`]],
  ])("%s makes no text over the limit", (text, value) => {
    expect(() => compileTemplate(parseTemplate(`<<${text}>>`))({ read: () => value })).toThrow(/8,388,608 characters/);
  });

  test("text that is nested very deep is not JSON for us", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    const evaluate = compileTemplate(parseTemplate("<<parse_json a>>"));
    expect(() => evaluate({ read: () => text })).toThrow(/nested more than 100 deep/);
  });

  test("comparing values that share parts many times gives up", () => {
    const shared = (): Json => {
      let value: Json = ["x"];
      for (let level = 0; level < 40; level += 1) {
        value = [value, value];
      }
      return value;
    };
    const scope = new Map<string, Json>([
      ["a", shared()],
      ["b", shared()],
    ]);
    const evaluate = compileTemplate(parseTemplate("<<eq a b>>"));
    expect(() => evaluate({ read: (root) => scope.get(root) ?? null })).toThrow(/too large to be compared/);
  });

  test("`__proto__` in a JSON text is a key", () => {
    const value = evaluate('parse_json "{\\"__proto__\\": {\\"x\\": 1}}"');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });
});

describe("shapes of results", () => {
  test.each([...helpers.values()])("$name has one when nothing is known of its arguments", (helper) => {
    const shape = helper.result(helper.parameters.map(() => ({})));
    expect(Object.keys(shape).every((key) => ["type", "minimum", "items"].includes(key))).toBe(true);
  });

  const rows = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
  const string = { type: "string" };
  test.each<[string, readonly { readonly [key: string]: Json }[], Json]>([
    ["default", [string, { const: 1 }], { anyOf: [string, { const: 1 }] }],
    ["default", [{}, string], {}],
    ["coalesce", [string], string],
    ["coalesce", [string, rows], { anyOf: [string, rows] }],
    ["exists", [{}], { type: "boolean" }],
    ["first", [rows], rows.items],
    ["first", [{}], {}],
    ["slice", [rows, {}], rows],
    ["pluck", [rows, { const: "id" }], { type: "array", items: { anyOf: [{ type: "integer" }, { type: "null" }] } }],
    ["pluck", [rows, { type: "string" }], { type: "array" }],
    ["where", [rows, {}, {}], rows],
    ["split", [string, string], { type: "array", items: string }],
    ["length", [rows], { type: "integer", minimum: 0 }],
    ["add", [{ type: "integer" }, { type: "integer" }], { type: "integer" }],
    ["add", [{ type: "integer" }, {}], { type: "number" }],
    ["date", [string], string],
    ["date", [string, { const: "ms" }], { type: "integer" }],
    ["date", [string, string], { type: ["string", "integer"] }],
    ["parse_json", [string], {}],
    ["date", [], string],
    ["number", [{}], { type: "number" }],
    ["keys", [{}], { type: "array", items: string }],
    ["unique", [rows], rows],
  ])("%s %j", (name, shapes, result) => {
    expect(helpers.get(name)?.result(shapes)).toEqual(result);
  });
});
