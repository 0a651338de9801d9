import { parsePlan } from "@graph/plan";
import { expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { registerTool } from "./register-tool.ts";
import { searchDocument } from "./search-document.ts";

it("gives the search a tool's own name, whoever owns it", () => {
  const catalog = createCatalog();
  const tool = {
    name: "a__b",
    description: "D",
    inputSchema: { type: "object" },
    tags: ["t"],
    category: "c",
    title: "T",
    run: () => 1,
  };
  catalog.add({ ...tool, outputSchema: { type: "number" } });
  catalog.add(tool, { namespace: "builtin" });
  catalog.add(tool, { namespace: "my_app" });
  catalog.addServerTools("gh", [
    registerTool(tool, {
      name: "gh__x_y",
      owner: { kind: "server", server: "gh", tool: "x.y" },
      readOnly: false,
      repeatable: false,
    }),
  ]);
  catalog.addPlan(
    parsePlan("identifier: p__q\ndescription: P\nsteps:\n  - id: a\n    tool_name: user__x\n    input: {}\n"),
  );
  expect(catalog.entries().map((entry) => [entry.name, searchDocument(entry).ownName])).toEqual([
    ["builtin__a__b", "a__b"],
    ["gh__x_y", "x.y"],
    ["my_app__a__b", "a__b"],
    ["plan__p__q", "p__q"],
    ["user__a__b", "a__b"],
  ]);
  const entry = catalog.entries().find(({ name }) => name === "user__a__b");
  expect(entry && searchDocument(entry)).toEqual({
    name: "user__a__b",
    ownName: "a__b",
    title: "T",
    description: "D",
    inputSchema: { type: "object" },
    outputSchema: { type: "number" },
    tags: ["t"],
    category: "c",
  });
});
