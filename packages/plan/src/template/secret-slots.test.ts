import { describe, expect, test } from "vitest";
import { check } from "../../test-support/told.ts";
import type { Json, JsonObject } from "../json.ts";
import { compileSecrets, maskedSecrets } from "./secret-slots.ts";

const values: JsonObject = { input: { who: "Ann", n: 5, list: [1] } };
const scope = { read: (root: string): Json => values[root] ?? null };
const slots = (input: JsonObject): unknown => compileSecrets(input)?.(scope);

describe("where secrets belong into an input", () => {
  test.each<[string, JsonObject, unknown]>([
    ["none", { a: "<<input.who>>", b: "secrets are not named here", c: [1, null] }, undefined],
    ["alone", { a: "<<secrets.KEY>>" }, [{ pointer: "/a", parts: [{ secret: "KEY" }] }]],
    ["alone, blanks do not count", { a: " {{secrets.KEY}}\n" }, [{ pointer: "/a", parts: [{ secret: "KEY" }] }]],
    ["in text", { a: "Bearer <<secrets.KEY>>!" }, [{ pointer: "/a", parts: ["Bearer ", { secret: "KEY" }, "!"] }]],
    [
      "two, and another tag",
      { a: "<<secrets.A>>:<<input.who>>/<<input.n>><<input.list>>@<<secrets.B>>" },
      [{ pointer: "/a", parts: [{ secret: "A" }, ":", "Ann", "/", "5", "[1]", "@", { secret: "B" }] }],
    ],
    [
      "deep, under any key",
      { "x/y~": [{ z: "<<secrets.KEY>>" }, "<<secrets.KEY>>"] },
      [
        { pointer: "/x~1y~0/0/z", parts: [{ secret: "KEY" }] },
        { pointer: "/x~1y~0/1", parts: [{ secret: "KEY" }] },
      ],
    ],
    [
      "a name that is none of the grammar's",
      { a: '<<secrets["my key"]>>' },
      [{ pointer: "/a", parts: [{ secret: "my key" }] }],
    ],
  ])("%s", (_title, input, expected) => {
    expect(slots(input)).toEqual(expected);
  });
});

test("what `secrets` reads in a plan is masked, for every name that its calls name", () => {
  const call = (name: string): string => `{tool_name: fake__echo, input: {v: <<secrets.${name}>>}}`;
  const names = ["A1", "B1", "C1", "D1", "E1"];
  const catalogOf = new Map(names.map((name) => [name, "set"] as const));
  const text = `steps:\n  - {id: p, tool_name: parallel, input: {branches: {x: ${call("A1")}}}, finally: ${call("B1")}}\n  - {id: q, tool_name: fake__echo, input: {v: "x <<secrets.C1>>"}, catch: [{do: ${call("D1")}}]}\nfinally: ${call("E1")}\n`;
  const { snapshot } = check(text, {
    get: () => echo,
    entries: () => [echo],
    servers: () => [],
    plan: () => undefined,
    secrets: catalogOf,
  });
  expect(snapshot && maskedSecrets(snapshot.main)).toEqual(Object.fromEntries(names.map((name) => [name, "***"])));
});

const echo = {
  name: "fake__echo",
  description: "Returns its input.",
  inputSchema: { type: "object" },
  owner: { kind: "user", namespace: "fake" },
  readOnly: true,
  repeatable: true,
} as const;
