import { describe, expect, expectTypeOf, it } from "vitest";
import { DefinitionError } from "./definition-error.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

const add = {
  name: "add",
  description: "Adds two numbers",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" }, key: { type: "string" } },
  },
  run: ({ a, b }: { a: number; b: number }) => a + b,
};

describe("defineTool", () => {
  it("gives the tool back, typed", () => {
    const tool = defineTool(add);
    expect(tool).toBe(add);
    expectTypeOf(tool).toEqualTypeOf<Tool<{ a: number; b: number }, number>>();
  });

  const refused: readonly (readonly [string, object, string, RegExp])[] = [
    ["a name with a dot", { name: "math.add" }, "name/bad-name", /The tool name "math.add" cannot be used/],
    ["an empty name", { name: "" }, "name/bad-name", /1 to 60 letters/],
    ["a name that is no text", { name: 7 }, "name/bad-name", /The tool name 7 cannot be used/],
    ["a name of 61 characters", { name: "a".repeat(61) }, "name/bad-name", /1 to 60 letters/],
    ["a blank description", { description: " \n" }, "tool/unusable", /`add` has no description; say in a sentence/],
    ["no input schema", { inputSchema: undefined }, "tool/unusable", /an `inputSchema` that is not an object/],
    ["a list for an input schema", { inputSchema: [] }, "tool/unusable", /an `inputSchema` that is not an object/],
    [
      "arguments that are no object",
      { inputSchema: { type: "string" } },
      "tool/unusable",
      /takes "string" as its input/,
    ],
    ["a boolean output schema", { outputSchema: true }, "tool/unusable", /an `outputSchema` that is not an object/],
    [
      "an idempotency argument that is not declared",
      { idempotencyArgument: "constructor" },
      "tool/unusable",
      /`constructor`/,
    ],
    ["a literal argument that is no pointer", { literalArguments: ["command"] }, "tool/unusable", /such as \/command/],
    ["no run", { run: undefined }, "tool/unusable", /has no `run`/],
  ];
  it.each(refused)("refuses %s", (_, change, code, message) => {
    const attempt = (): unknown => defineTool({ ...add, ...change });
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(DefinitionError);
    expect(attempt).toThrow(expect.objectContaining({ code }));
  });

  const accepted: readonly (readonly [string, object])[] = [
    ["an input schema without a type", { inputSchema: { properties: {} } }],
    ["a list as output", { outputSchema: { type: "array" } }],
    ["a declared idempotency argument", { idempotencyArgument: "key" }],
    ["a literal argument", { literalArguments: ["/a"] }],
    ["a name of 60 characters", { name: "a".repeat(60) }],
  ];
  it.each(accepted)("accepts %s", (_, change) => {
    const tool = { ...add, ...change } as Tool;
    expect(defineTool(tool)).toBe(tool);
  });
});
