import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { only, told } from "../../../test-support/told.ts";

const bare = smallCatalog({ without: ["builtin__decide", "builtin__infer", "builtin__agent_turn"] });
const step = (rest: string): string => `steps:\n  - id: a\n    ${rest}\n`;

describe("what asks a model needs the built-in tool for it", () => {
  test.each<[string, string, string[]]>([
    ["an if", step("tool_name: fake__echo\n    if: {decide: q}"), ["4:9 tool/unknown {decide: q}"]],
    [
      "two in one gate",
      step("tool_name: fake__echo\n    if: {all: [{decide: q}, {not: {infer: q}}]}"),
      ["4:9 tool/unknown {all: [{decide: q}, {not: {infer: q}}]}"],
    ],
    [
      "a gate of a control step",
      step("tool_name: filter\n    input: {over: [1], where: {infer: 'Is <<item>> odd?'}}"),
      ["4:31 tool/unknown {infer: 'Is <<item>> odd?'}"],
    ],
    ["a key of a control step", step("tool_name: exit\n    input: {decide: q}"), ["4:21 tool/unknown q"]],
    [
      "a case",
      step("tool_name: route\n    input: {cases: [{if: {decide: q}, do: []}]}"),
      ["4:26 tool/unknown {decide: q}"],
    ],
    [
      "a choice",
      step("tool_name: route\n    input: {choose: {question: q, options: {x: {do: []}}}}"),
      ["4:32 tool/unknown q"],
    ],
    ["an agent", step("tool_name: agent\n    input: {prompt: q, tools: []}"), ["3:16 tool/unknown agent"]],
    ["a solver", "steps: []\nsolver: {query_to_answer: q}\n", ["2:9 tool/unknown {query_to_answer: q}"]],
    ["a step that asks nothing", step("tool_name: route\n    input: {if: {value: 1, op: eq, to: 2}, then: []}"), []],
  ])("%s", (_title, text, expected) => {
    expect(told(text, bare)).toEqual(expected);
    expect(told(text)).toEqual([]);
  });

  test("each kind by its own name", () => {
    const message = (text: string, without: string): string => only(text, smallCatalog({ without: [without] })).message;
    const gate = step("tool_name: fake__echo\n    if: {any: [{decide: q}, {infer: q}]}");
    const says = (tool: string): string =>
      `This asks a model through the tool \`${tool}\`, which is not in this catalog: register the built-in tools.`;
    expect(message(gate, "builtin__decide")).toBe(says("builtin__decide"));
    expect(message(gate, "builtin__infer")).toBe(says("builtin__infer"));
    expect(message(step("tool_name: agent\n    input: {prompt: q, tools: []}"), "builtin__agent_turn")).toBe(
      says("builtin__agent_turn"),
    );
  });
});
