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
  expect(needs.wholeCatalog).toBe(false);
});

test("a search needs the whole catalog", () => {
  expect(toolNeeds(plan("a", "builtin__catalog_tools"), () => undefined).wholeCatalog).toBe(true);
});

test("servers by what their tools' names begin with", () => {
  expect(serversOf(new Set(["a__b__c", "fs-x__y", "map"]), ["a", "a_b", "fs", "fs-x", "b"])).toEqual(["a", "fs-x"]);
});
