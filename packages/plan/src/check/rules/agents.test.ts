import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { check, only, told } from "../../../test-support/told.ts";

const child = "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: fake__echo}\n";
const catalog = smallCatalog({ plans: [child] });
const agent = (tools: string): string => `steps:\n  - {id: a, tool_name: agent, input: {prompt: q${tools}}}\n`;
const toolsOf = (tools: string): string[] | undefined =>
  check(agent(tools), catalog).snapshot?.main.body.steps[0]?.tools?.map(({ name }) => name);

describe("the tools that an agent may call", () => {
  test.each<[string, string[]]>([
    [", tools: []", []],
    [", tools: [fake__echo]", ["fake__echo"]],
    [", tools: ['fake__*', fake__echo]", ["fake__echo", "fake__list", "fake__send", "fake__write"]],
    [", tools: ['*__find', 'fake__l?st']", ["fake__list", "srv__find"]],
    [", tools: ['builtin__*']", ["builtin__decide", "builtin__infer"]],
    // Plans, tools that cannot be used, and the one that its own model is asked through are left out.
    [
      "",
      [
        "builtin__decide",
        "builtin__infer",
        "fake__echo",
        "fake__list",
        "fake__send",
        "fake__write",
        "srv__find",
        "srv__save",
      ],
    ],
    [
      ", tools: ['*']",
      [
        "builtin__decide",
        "builtin__infer",
        "fake__echo",
        "fake__list",
        "fake__send",
        "fake__write",
        "srv__find",
        "srv__save",
      ],
    ],
  ])("%s", (tools, expected) => {
    expect(toolsOf(tools)).toEqual(expected);
  });

  test("only an agent has them", () => {
    expect(check("steps:\n  - {id: a, tool_name: fake__echo}\n").snapshot?.main.body.steps[0]).not.toHaveProperty(
      "tools",
    );
  });
});

describe("patterns that fit nothing", () => {
  test.each<[string, string, string]>([
    ["fake__ecko", "tool/unknown", "No tool fits `fake__ecko`. Did you mean `fake__echo`?"],
    ["nothing_like_it", "tool/unknown", "No tool fits `nothing_like_it`."],
    ["'fake__z*'", "tool/unknown", "No tool fits `fake__z*`."],
    ["user__x", "tool/unknown", "No tool fits `user__x`."],
    [
      "plan__child",
      "tool/unknown",
      "`plan__child` names plans, which an agent cannot call. Call the plan in a step of its own.",
    ],
    [
      "'plan__*'",
      "tool/unknown",
      "`plan__*` names plans, which an agent cannot call. Call the plan in a step of its own.",
    ],
    ["srv__odd", "tool/unknown", "`srv__odd` cannot be used: its schema has the type `objekt`. Take it out."],
    ["builtin__agent_turn", "tool/unknown", "No tool fits `builtin__agent_turn`."],
    [
      "plan_and_execute",
      "tool/unknown",
      "There is no tool `plan_and_execute`: no plan is made up while one runs. Write the steps out, call a plan in a step (`plan__x`), or use an `agent` step, which chooses its calls itself.",
    ],
    [
      "'gone__*'",
      "tool/server-missing",
      "The server `gone` of the tool `gone__*` is not configured. Configured are: srv, down.",
    ],
    [
      "'down__*'",
      "tool/unavailable",
      "`down__*` is a tool of the server `down`, which cannot be started or does not answer (exit code 1).",
    ],
    ["map", "tool/unknown", "No tool fits `map`."],
  ])("%s", (pattern, code, message) => {
    expect(only(agent(`, tools: [fake__echo, ${pattern}]`), catalog)).toMatchObject({
      code,
      message,
      line: 4,
      column: 70,
      step: "a",
    });
  });

  test("the nearest tool is suggested", () => {
    expect(only(agent(", tools: [fake__ecko]"), catalog).suggestions).toEqual([
      {
        title: "Write `fake__echo`",
        patch: [{ op: "replace", path: "/steps/0/input/tools/0", value: "fake__echo" }],
        verified: true,
      },
    ]);
  });

  test("of a server that the plan says it requires: a note, and the plan cannot run", () => {
    const { snapshot, diagnostics } = check(`requires_servers: [gone]\n${agent(", tools: ['gone__*']")}`, catalog);
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["note tool/server-missing"]);
    expect(snapshot).toBeUndefined();
  });

  test("a pattern that is none is told once, whatever its length", () => {
    expect(told(agent(`, tools: [${"a".repeat(2_000)}]`), catalog)).toEqual([
      `2:58 schema/bad-value ${"a".repeat(2_000)}`,
    ]);
  });
});

test("a step that names a tool of another system is told what to do here", () => {
  expect(only("steps:\n  - {id: a, tool_name: plan_and_execute, input: {goal: x}}\n")).toMatchObject({
    code: "tool/unknown",
    line: 4,
    column: 24,
    message: expect.stringMatching(
      /^There is no tool `plan_and_execute`: no plan is made up while one runs\./,
    ) as string,
  });
});
