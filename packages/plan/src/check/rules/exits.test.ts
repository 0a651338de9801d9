import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { only, told } from "../../../test-support/told.ts";

const exit = "{tool_name: exit}";
const child = "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: exit}\n";

describe("`exit` inside a `finally`", () => {
  test.each<[string, string, string[]]>([
    ["of a step", `  - {id: a, tool_name: fake__echo, finally: ${exit}}\n`, ["2:57 schema/bad-value exit"]],
    [
      "of a step, in a list",
      "  - {id: a, tool_name: fake__echo, finally: [{id: b, tool_name: exit}]}\n",
      ["2:65 schema/bad-value exit"],
    ],
    ["of the plan", `  - {id: a, tool_name: fake__write}\nfinally: ${exit}\n`, ["3:22 schema/bad-value exit"]],
    [
      "deeper in it",
      `  - {id: a, tool_name: fake__write}\nfinally: {tool_name: parallel, input: {branches: {x: {tool_name: fake__write}, y: [{id: b, tool_name: fake__write, catch: [{do: ${exit}}]}]}}}\n`,
      ["3:141 schema/bad-value exit"],
    ],
    ["in a `catch`", `  - {id: a, tool_name: fake__echo, catch: [{do: ${exit}}]}\n`, []],
    [
      "in a branch that is called `finally`",
      `  - {id: a, tool_name: parallel, input: {branches: {finally: ${exit}}}}\n`,
      [],
    ],
    ["in a plan that is called there", "  - {id: a, tool_name: fake__echo, finally: {tool_name: plan__child}}\n", []],
  ])("%s", (_title, steps, expected) => {
    expect(told(`steps:\n${steps}`, smallCatalog({ plans: [child] }))).toEqual(expected);
  });

  test("is told what to do instead", () => {
    expect(only(`steps:\n  - {id: a, tool_name: fake__write, finally: ${exit}}\n`)).toMatchObject({
      path: "/steps/0/finally/tool_name",
      step: "a/@finally",
      message:
        "`exit` cannot stand inside a `finally`, which runs when how it ends is settled. Put it into a `catch`, or behind the step; to end with an error, let a step of the `finally` fail.",
    });
  });
});
