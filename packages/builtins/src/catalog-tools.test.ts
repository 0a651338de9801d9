import type { ModelRolesOptions } from "@graph/models";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool, serverTool } from "../test-support/builtins.ts";
import { fakeChat } from "../test-support/fake-chat.ts";
import { weightedDecider } from "../test-support/weighted-decider.ts";

const output = async (options: Parameters<typeof catalogWith>[0]): Promise<Record<string, unknown>> =>
  (await runTool(builtinNamed("catalog_tools", catalogWith(options)), {})) as Record<string, unknown>;

it("lists what does a task, and none of the search's own parts", async () => {
  const { tools, always } = await output({
    tools: [serverTool("files", "read_text_file", "Reads a text file."), serverTool("files", "move", "Moves.")],
    plans: ["search_tools", "triage"],
    builtins: true,
  });
  expect(tools).toEqual([
    { name: "files__move", description: "Moves." },
    { name: "files__read_text_file", description: "Reads a text file." },
    { name: "plan__triage", description: "The plan triage." },
  ]);
  expect(always).toEqual([]);
});

it("offers the tools that need a folder or a host once there is one", async () => {
  const { tools } = await output({ builtins: true, roots: ["/data"], httpHosts: ["example.org"] });
  expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
    "builtin__http_request",
    "builtin__read_file",
    "builtin__write_file",
  ]);
});

it.each<[string, ModelRolesOptions, string[]]>([
  ["a decision model", { decision: { decider: weightedDecider({}) } }, ["builtin__decide"]],
  ["a chat model", { chat: { default: fakeChat([]) } }, ["builtin__infer"]],
  ["models of other roles", { decision: { judge: weightedDecider({}) }, chat: { planner: fakeChat([]) } }, []],
])(
  "offers the tools that need a model once there is %s, and never the turn of an agent",
  async (_name, models, expected) => {
    const { tools } = await output({ builtins: true, models });
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(expected);
  },
);

it("takes always-loaded tools out and names them in order", async () => {
  const { tools, always } = await output({
    tools: ["z_last", "a_first", "Read", "read", "other"].map((name) => serverTool("s", name, name)),
    builtins: true,
    alwaysLoaded: ["s__*t", "*__read", "builtin__reshape", "builtin__*", "none__such"],
  });
  expect(always).toEqual(["builtin__reshape", "s__a_first", "s__read", "s__z_last"]);
  expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(["s__Read", "s__other"]);
});

it("takes a question mark in an always-loaded pattern for one character, not for a name", async () => {
  const { always } = await output({
    tools: ["v1", "v2", "v10", "w"].map((name) => serverTool("s", name, name)),
    builtins: true,
    alwaysLoaded: ["s__v?", "builtin__reshap?"],
  });
  expect(always).toEqual(["s__v1", "s__v2"]);
});

it("lists the catalog whatever the length of an always-loaded pattern", async () => {
  const { tools, always } = await output({ tools: [serverTool("s", "a", "A.")], alwaysLoaded: ["*".repeat(1001)] });
  expect([(tools as unknown[]).length, always]).toEqual([1, []]);
});

it("says of each server whether it was searched, and of each unusable tool why it is left out", async () => {
  const { tools, servers, unusable } = await output({
    tools: [serverTool("good", "a", "A."), serverTool("good", "b", "B.", "its schema is no object")],
    servers: [
      { id: "slow", state: "starting", reason: "no answer within 3 s" },
      { id: "gone", state: "failed", reason: "exited with code 1" },
      { id: "old", state: "stale" },
    ],
  });
  expect(tools).toEqual([{ name: "good__a", description: "A." }]);
  expect(servers).toEqual([
    { server: "gone", state: "failed", searched: false, tools: 0, reason: "exited with code 1" },
    { server: "good", state: "ok", searched: true, tools: 2 },
    { server: "old", state: "stale", searched: true, tools: 0 },
    { server: "slow", state: "starting", searched: false, tools: 0, reason: "no answer within 3 s" },
  ]);
  expect(unusable).toEqual([{ name: "good__b", reason: "its schema is no object" }]);
});

it("gives the same list as long as nothing changes", async () => {
  const dependencies = catalogWith({ tools: [serverTool("s", "a", "A.")] });
  const tool = builtinNamed("catalog_tools", dependencies);
  const first = (await runTool(tool, {})) as { tools: unknown };
  const second = (await runTool(tool, {})) as { tools: unknown };
  expect(second.tools).toBe(first.tools);
  dependencies.catalog.addServerTools("t", [serverTool("t", "b", "B.")]);
  const third = (await runTool(tool, {})) as { tools: unknown[] };
  expect(third.tools).toHaveLength(2);
});
