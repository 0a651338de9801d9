import { expect, test } from "vitest";
import { told } from "../../test-support/told.ts";

const list = "  - {id: l, tool_name: fake__list}\n";

test.each<[string, string, string[]]>([
  ["a schema that is a tag", "{prompt: q, output_schema: <<l.items>>}", ["3:63 template/not-here <<l.items>>"]],
  [
    "a tag deep in a schema",
    "{prompt: q, output_schema: {properties: {x: {enum: <<l.items>>}}}}",
    ["3:87 template/not-here <<l.items>>"],
  ],
  ["none", "{prompt: q, output_schema: {properties: {x: {type: string}}}}", ["2:10 warning plan/unused-step l"]],
])("what a refused tag names is not called unused: %s", (_title, input, expected) => {
  const ask = `  - {id: a, tool_name: ask, input: ${input}}\n`;
  expect(told(`steps:\n${list}${ask}output: {v: <<a.answer>>}\n`)).toEqual(expected);
});

test("nor is an input that only a refused tag names", () => {
  const text =
    "input_schema: {type: object, properties: {tool: {type: string}}}\nsteps:\n  - {id: a, tool_name: <<input.tool>>}\n";
  expect(told(text)).toEqual(["3:24 template/not-here <<input.tool>>"]);
});
