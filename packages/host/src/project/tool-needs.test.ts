import { parsePlan, type ParsedPlan } from "@graph/plan";
import { expect, test } from "vitest";
import { serversOf, toolNeeds } from "./tool-needs.ts";

const plan = (identifier: string, ...tools: readonly string[]): ParsedPlan =>
  parsePlan({
    identifier,
    description: "One.",
    steps: tools.map((tool, index) =>
      index === 0
        ? { id: `s${index}`, tool_name: tool, input: {} }
        : { id: `s${index}`, tool_name: "map", input: { over: [], do: { tool_name: tool, input: {} } } },
    ),
  });

test("tools of bodies and of called plans are needed, rings end", () => {
  const plans = new Map([
    ["plan__b", plan("b", "fs__read", "plan__c")],
    ["plan__c", plan("c", "gh__list", "plan__b")],
  ]);
  const needs = toolNeeds(plan("a", "builtin__reshape", "plan__b"), (name) => plans.get(name));
  expect([...needs.names].sort()).toEqual(["builtin__reshape", "fs__read", "gh__list", "map", "plan__b", "plan__c"]);
  expect([...needs.plans.keys()].sort()).toEqual(["plan__b", "plan__c"]);
});

test("a `tool_name` in the input of a tool is data: it names no tool and starts no server", () => {
  const data = { tool_name: "s__c", input: { do: { tool_name: "s__d", input: {} } } };
  const parsed = parsePlan({
    identifier: "a",
    description: "One.",
    steps: [
      { id: "x", tool_name: "builtin__reshape", input: { shape: data, do: data } },
      {
        id: "y",
        tool_name: "map",
        input: { over: [data], do: [{ id: "z", tool_name: "fs__read", input: { steps: [data] } }] },
      },
    ],
  });
  expect([...toolNeeds(parsed, () => undefined).names].sort()).toEqual(["builtin__reshape", "fs__read", "map"]);
});

test("a plan that is no plan needs nothing", () => {
  for (const steps of [null, 5, "x", [null, [[]], { tool_name: 5 }, { tool_name: "map", input: null }]]) {
    const parsed = parsePlan({ identifier: "a", description: "One.", steps });
    expect([...toolNeeds(parsed, () => undefined).names].filter((name) => name !== "map")).toEqual([]);
  }
});

test("servers by what their tools' names begin with", () => {
  expect(serversOf(new Set(["a__b__c", "fs-x__y", "map"]), ["a", "a_b", "fs", "fs-x", "b"])).toEqual(["a", "fs-x"]);
});
