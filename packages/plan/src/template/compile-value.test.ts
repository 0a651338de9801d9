import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { compileValue } from "./compile-value.ts";
import { TemplateError } from "./template-error.ts";

const scope = { read: (): Json => ({ n: 1, s: "x" }) };

function failure(value: Json): TemplateError {
  try {
    compileValue(value)(scope);
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
  throw new Error("it did not fail");
}

describe("values with templates in them", () => {
  test("tags are evaluated, everything else stays", () => {
    expect(compileValue({ a: "<<i.n>>", b: [1, "n: <<i.n>>", null, true], c: "plain" })(scope)).toEqual({
      a: 1,
      b: [1, "n: 1", null, true],
      c: "plain",
    });
    expect(compileValue("<<i>>")(scope)).toEqual({ n: 1, s: "x" });
  });

  test("parts without tags are handed over by reference", () => {
    const still = { list: [1, { x: "1 << 2" }] };
    expect(compileValue(still)(scope)).toBe(still);
    const result = compileValue({ still, moving: "<<i.n>>" })(scope) as { readonly still: Json };
    expect(result.still).toBe(still);
  });

  test("an escaped delimiter is written, although it is no tag", () => {
    expect(compileValue({ a: "\\<<i.n>>" })(scope)).toEqual({ a: "<<i.n>>" });
  });

  test("keys keep their order and are no templates", () => {
    const result = compileValue({ z: "<<i.n>>", "<<i.s>>": 1, a: "<<i.s>>", m: 2 })(scope) as object;
    expect(Object.keys(result)).toEqual(["z", "<<i.s>>", "a", "m"]);
  });

  test("`__proto__` is a key like any other", () => {
    const value = JSON.parse('{"__proto__": "<<i.n>>", "b": {"__proto__": {"x": "<<i.s>>"}}}') as Json;
    const result = compileValue(value)(scope) as object;
    expect(JSON.stringify(result)).toBe('{"__proto__":1,"b":{"__proto__":{"x":"x"}}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test("the template itself is not changed", () => {
    const value = { a: ["<<i.n>>"] };
    const evaluate = compileValue(value);
    expect(evaluate(scope)).toEqual({ a: [1] });
    expect(evaluate(scope)).toEqual({ a: [1] });
    expect(value).toEqual({ a: ["<<i.n>>"] });
  });

  test.each<[Json, string]>([
    ["<<i.x>>", ""],
    [{ a: [0, { b: "see <<i.x>>" }] }, "/a/1/b"],
    [{ "a/b": { "c~d": "<<i.x>>" } }, "/a~1b/c~0d"],
    [{ "": "<<i.x>>" }, "/"],
  ])("%j fails at %j", (value, pointer) => {
    expect(failure(value)).toMatchObject({ pointer, class: "bad_path", tag: "<<i.x>>" });
  });

  test("a text that cannot be read fails when it is evaluated", () => {
    expect(failure({ a: "<<b c>>" })).toMatchObject({ pointer: "/a", class: "type" });
  });

  test("a value that is nested too deep fails, it does not overflow", () => {
    let value: Json = "<<i.n>>";
    for (let depth = 0; depth < 50_000; depth += 1) {
      value = [value];
    }
    expect(failure(value).message).toBe("This value is nested more than 100 deep.");
  });
});
