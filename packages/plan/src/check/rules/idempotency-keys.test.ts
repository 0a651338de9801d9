import { describe, expect, test } from "vitest";
import { check, only, told } from "../../../test-support/told.ts";

const open = "input_schema: {type: object}\n";
const send = (key: string): string => `[{id: x, tool_name: fake__send, input: {to: x}, idempotency_key: ${key}}]`;
const around: Readonly<Record<string, (body: string) => string>> = {
  map: (body) => `map, input: {over: <<input.l>>, do: ${body}}`,
  reduce: (body) => `reduce, input: {over: <<input.l>>, do: ${body}}`,
  loop: (body) => `loop, input: {max_iterations: 2, do: ${body}}`,
  "a renamed item": (body) => `reduce, input: {over: <<input.l>>, as: one, do: ${body}}`,
  route: (body) => `route, input: {if: <<input.x>>, then: ${body}}`,
  parallel: (body) => `parallel, input: {branches: {b: ${body}}}`,
  catch: (body) => `fake__echo, catch: [{do: ${body}}]`,
  "loop in a branch": (body) =>
    `parallel, input: {branches: {b: {tool_name: loop, input: {max_iterations: 2, do: {tool_name: route, input: {if: <<input.x>>, then: ${body}}}}}}}`,
};
const problems = (name: string, key: string): string[] =>
  told(`${open}steps:\n  - {id: a, tool_name: ${around[name]?.(send(key)) ?? ""}}\n`).map((line) =>
    line.replace(/^\d+:\d+ /, ""),
  );

describe("a key in a body that is run more than once", () => {
  test.each<[string, string, boolean]>([
    ["map", "k", false],
    ["map", "k-<<item.id>>", true],
    ["map", "k-<<index>>", true],
    ["map", "k-<<run.id>>", true],
    ["map", "k-<<run.plan>>", false],
    ["map", "k-<<input.x>>", false],
    ["reduce", "k", false],
    ["reduce", "<<item>>", true],
    ["reduce", "<<index>>", true],
    ["reduce", "k-<<run.id>>", true],
    // What came before may be the same in two rounds.
    ["reduce", "<<accumulator.id>>", false],
    ["a renamed item", "<<one>>", true],
    ["loop", "k", false],
    ["loop", "<<index>>", true],
    ["loop", "k-<<run.id>>", true],
    ["loop", "<<accumulator.id>>", false],
    ["loop in a branch", "k", false],
    ["loop in a branch", "k-<<index>>", true],
    ["route", "k", true],
    ["parallel", "k", true],
    ["catch", "k", true],
    ["catch", "k-<<error.attempt>>", true],
  ])("%s: %s", (name, key, right) => {
    expect(problems(name, key)).toEqual(right ? [] : ["step/idempotency-key idempotency_key"]);
  });

  test("is told what it could read", () => {
    const text = (name: string): string =>
      `${open}steps:\n  - {id: a, tool_name: ${around[name]?.(send("k")) ?? ""}}\n`;
    expect(only(text("a renamed item")).message).toBe(
      "In a body this key is the same every time, so that only the first call would count. Read `one` or `index` or `run.id` in it.",
    );
    expect(only(text("loop")).message).toBe(
      "In a body this key is the same every time, so that only the first call would count. Read `index` or `run.id` in it.",
    );
  });
});

describe("a key in bodies in bodies", () => {
  const nested = (outer: string, inner: string, key: string): string =>
    `${open}steps:\n  - {id: a, tool_name: ${outer}, do: [{id: b, tool_name: ${inner}, do: ${send(key)}}}]}}\n`;
  const items = "map, input: {over: <<input.l>>";
  const named = "map, input: {over: <<input.l>>, as: outer";
  const rounds = "loop, input: {max_iterations: 2";

  test.each<[string, string, string, string | undefined]>([
    [items, items, "k-<<run.id>>", undefined],
    [named, items, "k-<<outer>>-<<index>>", undefined],
    [named, items, "k-<<outer>>-<<item.id>>", undefined],
    [named, rounds, "k-<<outer.id>>-<<index>>", undefined],
    [rounds, named.replace("outer", "inner"), "k-<<inner>>-<<run.id>>", undefined],
    [
      items,
      items,
      "k-<<index>>",
      "In each round of `a` this key is the same every time, so that only the first call would count. Read `run.id` in it, or give the items of `a` a name of their own with `as` and read that.",
    ],
    [
      named,
      items,
      "k-<<index>>",
      "In each round of `a` this key is the same every time, so that only the first call would count. Read `outer` or `run.id` in it.",
    ],
    [
      named,
      items,
      "k-<<outer>>",
      "In each round of `a/b` this key is the same every time, so that only the first call would count. Read `item` or `index` or `run.id` in it.",
    ],
    [
      rounds,
      items,
      "k-<<index>>",
      "In each round of `a` this key is the same every time, so that only the first call would count. Read `run.id` in it.",
    ],
  ])("%s, %s: %s", (outer, inner, key, message) => {
    const text = nested(outer, inner, key);
    const found = check(text).diagnostics.map((one) => [one.code, one.message]);
    expect(found).toEqual(message === undefined ? [] : [["step/idempotency-key", message]]);
  });
});

test.each(["42", "{a: k}"])("a key that is no text, %s, is refused, and makes nothing repeatable", (key) => {
  const text = `steps:\n  - {id: a, tool_name: fake__send, input: {to: x}, retry: {max_attempts: 2}, idempotency_key: ${key}}\n`;
  expect(told(text)).toEqual(["2:52 warning step/retry-not-applied retry", `2:95 schema/bad-value ${key}`]);
});

test.each<[string, string]>([
  ["fake__echo", "`fake__echo` has no place for an idempotency key. Remove it."],
  ["exit", "A control step has no place for an idempotency key: give one to the steps of its body. Remove it."],
  [
    "wait, input: {for: 1s}",
    "A control step has no place for an idempotency key: give one to the steps of its body. Remove it.",
  ],
])("a tool without a place for one: %s", (tool, message) => {
  expect(only(`steps:\n  - {id: a, tool_name: ${tool}, idempotency_key: k}\n`)).toMatchObject({
    code: "step/idempotency-key",
    message,
    suggestions: [{ title: "Remove `idempotency_key`", verified: true }],
  });
});
