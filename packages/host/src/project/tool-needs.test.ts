import { parsePlan, type JsonObject, type ParsedPlan } from "@graph/plan";
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

test("every body is walked, at any depth, and what asks models names the tools for it", () => {
  const call = (tool: string): JsonObject => ({ tool_name: tool, input: {} });
  const parsed = parsePlan({
    identifier: "a",
    description: "One.",
    steps: [
      {
        id: "r",
        tool_name: "route",
        input: {
          cases: [
            { if: { decide: "?" }, do: [{ id: "p", tool_name: "parallel", input: { branches: { x: call("b__x") } } }] },
          ],
          else: call("e__x"),
        },
        catch: [{ do: call("c__x") }, { do: [{ id: "z", ...call("c2__x"), finally: call("cf__x") }] }],
        finally: call("f__x"),
      },
      {
        id: "o",
        tool_name: "route",
        input: { choose: { question: "?", options: { "a label": { do: call("o__x") } } } },
      },
      { id: "l", tool_name: "loop", input: { max_iterations: 2, do: call("l__x"), until: { infer: "?" } } },
      { id: "ag", tool_name: "agent", input: { prompt: "p", tools: ["gh__*", "fs__read"] } },
    ],
    finally: [{ id: "end", tool_name: "map", input: { over: [], do: call("pf__x") } }],
  });
  const { names, patterns } = toolNeeds(parsed, () => undefined);
  expect([...names].filter((name) => name.includes("__")).sort()).toEqual([
    "b__x",
    "builtin__agent_turn",
    "builtin__decide",
    "builtin__infer",
    "c2__x",
    "c__x",
    "cf__x",
    "e__x",
    "f__x",
    "l__x",
    "o__x",
    "pf__x",
  ]);
  expect([...patterns]).toEqual(["gh__*", "fs__read"]);
});

test.each<[string, JsonObject, readonly string[], readonly string[]]>([
  ["an agent that names none may call all", { prompt: "p" }, ["*"], ["builtin__agent_turn"]],
  ["an agent without tools", { prompt: "p", tools: [] }, [], ["builtin__agent_turn"]],
])("%s", (_what, input, expected, names) => {
  const steps = [{ id: "ag", tool_name: "agent", input }];
  const needs = toolNeeds(parsePlan({ identifier: "a", description: "One.", steps }), () => undefined);
  expect([[...needs.patterns], [...needs.names].filter((name) => name !== "agent")]).toEqual([expected, names]);
});

test("a solver asks a chat model", () => {
  const plan = parsePlan({ identifier: "a", description: "One.", steps: [], solver: { query_to_answer: "?" } });
  expect([...toolNeeds(plan, () => undefined).names]).toEqual(["builtin__infer"]);
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

test.each<[readonly string[], readonly string[]]>([
  [["*"], ["fs", "gh", "git"]],
  [["gh__*"], ["gh"]],
  [["g*__list"], ["gh", "git"]],
  [
    ["gh__list", "fs__?ead"],
    ["fs", "gh"],
  ],
  [["gh"], []],
  [["*__read"], ["fs", "gh", "git"]],
  [[], []],
])("servers whose tools the patterns %j could fit", (patterns, expected) => {
  expect(serversOf(new Set(), ["fs", "gh", "git"], new Set(patterns))).toEqual(expected);
});
