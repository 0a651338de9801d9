import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool } from "../test-support/builtins.ts";

const tool = builtinNamed("reshape", catalogWith({}));

it.each([[{ a: [1, { b: null }] }], [[1, 2]], ["text"], [0], [false], [null]])("returns %j as it is", async (shape) => {
  expect(await runTool(tool, { shape })).toBe(shape);
});

it("takes nothing beside the shape", async () => {
  await expect(runTool(tool, { a: 1 })).rejects.toThrow("input:");
});
