import { registerTool } from "@graph/tools";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool, serverTool } from "../test-support/builtins.ts";

const server = (tool: string, more: object): ReturnType<typeof registerTool> =>
  registerTool(
    { name: tool, description: `Tool ${tool}.`, inputSchema: { type: "object" }, ...more },
    { name: `s__${tool}`, owner: { kind: "server", server: "s", tool }, readOnly: false, repeatable: false },
  );
const dependencies = catalogWith({
  tools: [
    server("declared", { outputSchema: { type: "object" }, outputExample: { a: 1 } }),
    server("example", { outputExample: { a: 1 } }),
    serverTool("s", "bare", "Bare."),
  ],
});
const tool = builtinNamed("describe_tools", dependencies);
const pathSchema = { type: "object", properties: { path: { type: "string" } } };

it("keeps order and scores, adds schemas, and reports unknown names", async () => {
  const input = {
    tools: [
      { name: "s__example", score: 0.7, selected: true, description: "old" },
      "s__none",
      "s__bare",
      { name: "constructor" },
      "s__declared",
    ],
  };
  expect(await runTool(tool, input)).toEqual({
    tools: [
      {
        name: "s__example",
        description: "Tool example.",
        score: 0.7,
        inputSchema: { type: "object" },
        outputExample: { a: 1 },
      },
      { name: "s__bare", description: "Bare.", inputSchema: pathSchema },
      {
        name: "s__declared",
        description: "Tool declared.",
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
      },
    ],
    unknown: ["s__none", "constructor"],
  });
});

it("gives names and descriptions alone when schemas are not wanted", async () => {
  expect(await runTool(tool, { tools: [{ name: "s__declared", score: 0.5 }], schemas: false })).toEqual({
    tools: [{ name: "s__declared", description: "Tool declared.", score: 0.5 }],
    unknown: [],
  });
});

it("describes nothing when it is given nothing", async () => {
  expect(await runTool(tool, { tools: [] })).toEqual({ tools: [], unknown: [] });
  await expect(runTool(tool, { tools: [5] })).rejects.toThrow("input:");
});
