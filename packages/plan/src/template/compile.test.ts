import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { compileTemplate } from "./compile.ts";
import { parseTemplate } from "./parse.ts";
import type { TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

const list = [{ name: "x" }, { name: "y" }];
const values = new Map<string, Json>([
  [
    "input",
    {
      list,
      "any key": 2,
      text: 'a<b> & "c"',
      none: null,
      yes: true,
      two: 2,
      if: 1,
      each: 2,
      log: 3,
      true: 4,
      null: 5,
      lookup: 6,
      empty: {},
      length: "own",
      tag: "<<input.two>> {{input.two}}",
    },
  ],
  ["join", "a step called like a helper"],
]);

const scope: TemplateScope = {
  read(root) {
    const value = values.get(root);
    if (root === "skipped") {
      throw new TemplateError("ref/missing-step", "missing_step", "skipped", { skippedBy: "skipped" });
    }
    if (value === undefined) {
      throw new TemplateError("ref/missing-step", "missing_step", `\`${root}\` has no result.`);
    }
    return value;
  },
};

function evaluate(text: string): Json {
  return compileTemplate(parseTemplate(text))(scope);
}

function failure(text: string): TemplateError {
  try {
    evaluate(text);
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
  throw new Error(`${text} did not fail`);
}

describe("values", () => {
  test.each<[string, Json]>([
    ["<<input.two>>", 2],
    [" {{ input.two }}\n", 2],
    ["<<input.none>>", null],
    ["<<input.yes>>", true],
    ["<<input.list.0.name>>", "x"],
    ["<<input.list[1].name>>", "y"],
    ['<<input.list[0]["name"]>>', "x"],
    ["<<input.list.length>>", 2],
    ["<<input.text.length>>", 10],
    ["<<input.length>>", "own"],
    ['<<input["any key"]>>', 2],
    ["<<steps.input.two>>", 2],
    ["<<join>>", "a step called like a helper"],
    ["<<input.if>><<input.each>><<input.log>><<input.true>><<input.null>><<input.lookup>>", "123456"],
    ["<<true>>", true],
    ["<<null>>", null],
    ["<<input.text>>!", 'a<b> & "c"!'],
    ["<<input.list>> <<input.none>> <<input.yes>>", '[{"name":"x"},{"name":"y"}] null true'],
    ["<<input.tag>>", "<<input.two>> {{input.two}}"],
    ["got <<input.tag>>", "got <<input.two>> {{input.two}}"],
    ["plain", "plain"],
    ["", ""],
    ["\\<<input.two>>", "<<input.two>>"],
    ["\\\\<<input.two>>", "\\2"],
  ])("%s", (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test("a sole tag hands the value over, not a copy", () => {
    expect(evaluate("<<input.list>>")).toBe(list);
  });
});

describe("missing values", () => {
  test.each([
    ["<<input.lst>>", "ref/no-such-field", "bad_path", "Did you mean `list`?"],
    ["<<input.empty.x>>", "ref/no-such-field", "bad_path", "empty object"],
    ["<<input.list.name>>", "ref/no-such-field", "bad_path", "pluck"],
    ["<<input.two.x>>", "ref/no-such-field", "bad_path", "a number"],
    ["<<input.text.x>>", "ref/no-such-field", "bad_path", "parse_json"],
    ["<<input.toString>>", "ref/no-such-field", "bad_path", "toString"],
    ["<<input.list.map>>", "ref/no-such-field", "bad_path", "list"],
    ["<<input.list[2]>>", "ref/empty-data", "empty_data", "2 items"],
    ["<<input.none.x.y>>", "ref/empty-data", "empty_data", "`input.none` is null"],
    ["<<nothing.x>>", "ref/missing-step", "missing_step", "nothing"],
  ])("%s", (text, code, errorClass, part) => {
    const error = failure(`see ${text}!`);
    expect({ code: error.code, class: error.class }).toEqual({ code, class: errorClass });
    expect(error.message).toContain(part);
    expect(error).toMatchObject({ tag: text, tagStart: 4, tagEnd: 4 + text.length });
  });

  test("the keys that exist are carried", () => {
    expect(failure("<<input.list[0].nme>>").expected).toEqual(["name"]);
    expect(failure("<<input.list[0].nme>>").message).toBe(
      "`input.list[0]` has no field `nme`. It has `name`. Did you mean `name`?",
    );
    expect(failure("<<input.list.x>>").expected).toEqual(["length"]);
    expect(failure("<<input.nope>>").expected).toHaveLength(15);
  });

  test("an error that is thrown again and again has the place of its last tag", () => {
    const error = new TemplateError("ref/missing-step", "missing_step", "gone");
    const failing: TemplateScope = {
      read() {
        throw error;
      },
    };
    expect(() => compileTemplate(parseTemplate("<<a>>"))(failing)).toThrow(error);
    expect(error.tagStart).toBe(0);
    expect(() => compileTemplate(parseTemplate("xyz <<a>>"))(failing)).toThrow(error);
    expect(error.tagStart).toBe(4);
  });

  test("any other error of the scope passes as it is", () => {
    const error = new RangeError("host");
    const failing: TemplateScope = {
      read() {
        throw error;
      },
    };
    expect(() => compileTemplate(parseTemplate("<<default a 1>>"))(failing)).toThrow(error);
  });

  test("a template with an error in it is not evaluated", () => {
    expect(failure("a <<b c>>")).toMatchObject({ code: "input/invalid", class: "type", tag: "<<b c>>" });
  });
});

describe("bounds", () => {
  test("a text that shares one list many times is not written out", () => {
    let value: Json = ["x"];
    for (let level = 0; level < 60; level += 1) {
      value = [value, value];
    }
    const shared: TemplateScope = { read: () => value };
    expect(() => compileTemplate(parseTemplate("x <<a>>"))(shared)).toThrow(/8,388,608 characters/);
    expect(compileTemplate(parseTemplate("<<a>>"))(shared)).toBe(value);
  });

  test("a value that is nested very deep is not written out", () => {
    let value: Json = [];
    for (let level = 0; level < 100_000; level += 1) {
      value = [value];
    }
    const deep: TemplateScope = { read: () => value };
    expect(() => compileTemplate(parseTemplate("x <<a>>"))(deep)).toThrow(/nested more than 200 deep/);
  });

  test("a text over the limit is refused", () => {
    const long: TemplateScope = { read: () => "x".repeat(5_000_000) };
    expect(() => compileTemplate(parseTemplate("<<a>><<a>>"))(long)).toThrow(/8,388,608 characters/);
  });
});
