import { expect, test } from "vitest";
import { gateQuestions, inputQuestions, modelToolsOf, type AskingStep } from "./model-questions.ts";

test("the questions of a gate are found wherever in it", () => {
  const gate = { all: [{ decide: "a" }, { any: [{ infer: "b" }, { not: { decide: "c" } }, "<<x>>"] }, true] };
  expect([...gateQuestions(gate)].sort()).toEqual(["decide", "decide", "infer"]);
  expect(gateQuestions({ value: { decide: "data" }, op: "eq", to: 1 })).toEqual([]);
  expect([gateQuestions(undefined), gateQuestions("<<x>>"), gateQuestions(null)]).toEqual([[], [], []]);
});

const body = { tool_name: "t__x", input: {} };

test.each<[string, AskingStep, readonly string[], readonly string[]]>([
  ["a call with a gate", { tool: "t__x", if: { infer: "?" }, input: { decide: "x" } }, [], ["builtin__infer"]],
  [
    "cases of a route",
    {
      tool: "route",
      input: {
        cases: [
          { if: { decide: "?" }, do: body },
          { if: { infer: "?" }, do: body },
        ],
      },
    },
    ["decide", "infer"],
    ["builtin__decide", "builtin__infer"],
  ],
  [
    "a choice",
    { tool: "route", input: { choose: { question: "?", options: { infer: { do: body } } } } },
    ["decide"],
    ["builtin__decide"],
  ],
  ["a filter", { tool: "filter", input: { over: [], infer: "?" } }, ["infer"], ["builtin__infer"]],
  [
    "a loop",
    { tool: "loop", input: { do: body, until: { decide: "?" }, max_iterations: 2 } },
    ["decide"],
    ["builtin__decide"],
  ],
  ["an exit", { tool: "exit", input: { decide: "?" } }, ["decide"], ["builtin__decide"]],
  ["an agent", { tool: "agent", input: { prompt: "p" } }, [], ["builtin__agent_turn"]],
  ["a map", { tool: "map", input: { over: [{ decide: "?" }], do: body } }, [], []],
])("%s", (_what, step, questions, tools) => {
  expect(inputQuestions(step)).toEqual(questions);
  expect([...modelToolsOf(step)].sort()).toEqual(tools);
});
