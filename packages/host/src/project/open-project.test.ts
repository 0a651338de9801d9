import { simulatedWorld, type SimulatedWorld } from "@graph/world";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { openProject } from "./open-project.ts";

const shipped = path.dirname(createRequire(import.meta.url).resolve("@graph/plans/package.json"));

const plan = (identifier: string, tool: string, input: string, more = ""): string =>
  `identifier: ${identifier}\ndescription: One.\n${more}steps:\n  - id: a\n    tool_name: ${tool}\n    input: ${input}\noutput: {value: <<a>>}\n`;

function worldWith(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): SimulatedWorld {
  return simulatedWorld({
    files: {
      "/p/.graph/.gitignore": "",
      [`${shipped}/shipped.yaml`]: plan("shipped", "builtin__reshape", "{shape: shipped}"),
      ...files,
    },
    processes: { workingFolder: "/p/deep/down", homeFolder: "/home/me", environment },
  });
}

test("the nearest folder upward with a .graph is the project", async () => {
  const world = worldWith({
    "/p/.graph/plans/x.yaml": plan("x", "builtin__reshape", "{shape: 1}"),
    "/p/deep/down/y": "",
  });
  const project = await openProject({ world });
  expect(project.folder).toBe("/p");
  expect((await project.plans()).map(({ identifier, origin }) => [identifier, origin])).toEqual([
    ["shipped", "shipped"],
    ["x", "project"],
  ]);
  expect((await project.run("x", {})).output).toEqual({ value: 1 });
  expect((await project.tool("plan__x"))?.readOnly).toBe(true);
  expect((await project.catalog()).get("plan__shipped")?.repeatable).toBe(true);
  await project.close();
});

test("an edited plan counts at the next call, and an override may call what it replaces", async () => {
  const world = worldWith({ "/p/.graph/plans/caller.yaml": plan("caller", "plan__shipped", "{}") });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.run("caller", {})).output).toEqual({ value: { value: "shipped" } });
  const override = "/p/.graph/plans/shipped.yaml";
  await world.files.writeAtomic(override, plan("shipped", "builtin_plan__shipped", "{}"));
  expect((await project.run("caller", {})).output).toEqual({ value: { value: { value: "shipped" } } });
  expect((await project.plans()).find(({ identifier }) => identifier === "shipped")).toMatchObject({
    origin: "project",
    overrides: true,
  });
  await world.files.remove(override);
  expect((await project.run("caller", {})).output).toEqual({ value: { value: "shipped" } });
  await project.close();
});

test("a plan whose servers are not configured is hidden, and named loudly when asked for", async () => {
  const world = worldWith({
    "/p/.graph/plans/h.yaml": plan("h", "builtin__reshape", "{shape: 1}", "requires_servers: [tickets]\n"),
    "/p/.graph/plans/caller.yaml": plan("caller", "plan__h", "{}"),
  });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.plans()).find(({ identifier }) => identifier === "h")?.hidden).toContain("`tickets`");
  expect((await project.catalog()).get("plan__h")).toBeUndefined();
  const asked = await project.check("h");
  expect(asked.snapshot).toBeUndefined();
  expect(asked.diagnostics[0]).toMatchObject({ code: "tool/server-missing", severity: "error", line: 3, column: 20 });
  expect(await project.run("h", {})).toMatchObject({ status: "failed", error: { code: "tool/server-missing" } });
  const called = await project.check("caller");
  expect(called.diagnostics).toMatchObject([{ code: "tool/unusable", line: 5, column: 16 }]);
  await project.close();
});

test("a plan by its path calls itself under its own name only, and changes nothing for others", async () => {
  const world = worldWith({
    "/p/deep/down/other.yaml": plan("shipped", "builtin_plan__shipped", "{}"),
    "/p/deep/down/own.yaml": plan("own", "builtin__reshape", "{shape: 2}"),
  });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.run("./own.yaml", {})).output).toEqual({ value: 2 });
  expect((await project.run("./own.yaml", {})).plan).toBe("own");
  expect((await project.check("own")).diagnostics).toMatchObject([{ code: "tool/unknown" }]);
  expect((await project.check("gone.yaml")).plan).toBeUndefined();
  await project.close();
});

test("tools of the host, and one call", async () => {
  const project = await openProject({
    world: worldWith({}),
    dir: "/p",
    tools: [
      {
        namespace: "shop",
        tool: {
          name: "price",
          description: "Tells a price.",
          inputSchema: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
          run: ({ id }: { readonly id: number }) => ({ price: id * 2 }),
        },
      },
    ],
  });
  expect(await project.call("shop__price", { id: 4 })).toMatchObject({ status: "succeeded", output: { price: 8 } });
  expect(await project.call("shop__price", { id: "4" })).toMatchObject({
    status: "failed",
    error: { code: "input/invalid", effect: "none" },
  });
  expect((await project.tool("shop__price"))?.description).toBe("Tells a price.");
  expect(await project.tool("shop__prize")).toBeUndefined();
  await project.close();
});

test("events of a run and its cancellation", async () => {
  const project = await openProject({ world: worldWith({}), dir: "/p" });
  const seen: string[] = [];
  const check = await project.check("shipped");
  if (check.snapshot === undefined) throw new Error("the plan was refused");
  const result = await project.runChecked(check.snapshot, {}, { onEvent: (event) => void seen.push(event.type) });
  expect(result.status).toBe("succeeded");
  expect(seen).toEqual(["run-start", "step-start", "step-finish", "run-finish"]);
  const cancelled = await project.runChecked(check.snapshot, {}, { signal: AbortSignal.abort() });
  expect(cancelled.status).toBe("cancelled");
  await project.close();
});

test("an untrusted project starts no server and opens no folder outside; a bad config takes nothing down", async () => {
  const world = worldWith({
    "/p/.graph/config.toml":
      '[mcp.fs]\ncommand = "x"\n[mcp.a__b]\ncommand = "y"\n[tools]\nroots = ["/etc"]\nalways_loaded = ["nope"]\n',
    "/p/.graph/plans/x.yaml": plan("x", "fs__read", "{}"),
    "/etc/secret": "t0p",
  });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.check("x")).diagnostics).toMatchObject([{ code: "tool/not-trusted", line: 5, column: 16 }]);
  expect(await project.call("builtin__read_file", { path: "/etc/secret" })).toMatchObject({ status: "failed" });
  await project.catalog();
  expect(project.diagnostics().map(({ code, line, column }) => [code, line, column])).toEqual([
    ["name/bad-name", 3, 6],
    ["tool/not-trusted", 1, 6],
    ["tool/unknown", 7, 18],
    ["tool/not-trusted", 6, 10],
  ]);
  await project.close();
});

test("the operator's default timeout is given to calls that have none", async () => {
  const world = worldWith({ "/p/.graph/config.toml": '[settings]\ndefault_timeout = "1s"\n' });
  const project = await openProject({
    world,
    dir: "/p",
    tools: [
      {
        name: "never",
        description: "Never ends.",
        inputSchema: { type: "object" },
        run: () => new Promise(() => undefined),
      },
    ],
  });
  const running = project.call("user__never", {});
  expect(await world.clock.until(running)).toMatchObject({ status: "failed", error: { class: "timeout" } });
  await project.close();
});

test("no plan writes where the operator says what may be started, whatever folders are open", async () => {
  const world = worldWith({
    "/home/me/.config/graph/config.toml": '[tools]\nroots = ["~"]\n[plans]\npaths = ["~/mine"]\n',
    "/home/me/mine/x": "",
    "/home/me/notes/x": "",
    "/home/me/deep/.graph/x": "",
    "/p/.graph/config.toml": '[plans]\npaths = ["more/plans"]\n',
  });
  world.files.link("/home/me/linked", "/home/me/.config");
  const project = await openProject({ world, dir: "/p", trust: true });
  const write = async (path: string): Promise<string> =>
    (await project.call("builtin__write_file", { path, text: "x" })).status;
  expect(await write("/home/me/notes/y")).toBe("succeeded");
  for (const path of [
    "/home/me/.config/graph/config.toml",
    "/home/me/.config/graph/plans/x.yaml",
    "/home/me/linked/graph/config.toml",
    "/home/me/.local/share/graph/trust.json",
    "/home/me/mine/plan.yaml",
    "/home/me/deep/.graph/config.toml",
  ]) {
    expect([path, await write(path)]).toEqual([path, "failed"]);
  }
  expect(await world.files.status("/home/me/.local")).toBeUndefined();
  await project.close();
});

test("folders of plans below an open folder are not for writing", async () => {
  const world = worldWith({
    "/p/.graph/config.toml": '[tools]\nroots = ["."]\n[plans]\npaths = ["more/plans"]\n',
    "/p/linked/x": "",
  });
  world.files.link("/p/more", "/p/linked");
  const project = await openProject({ world, dir: "/p", trust: true });
  const write = async (path: string): Promise<string> =>
    (await project.call("builtin__write_file", { path, text: "x" })).status;
  expect([await write("fine.txt"), await write("more/plans/x.yaml"), await write("linked/plans/x.yaml")]).toEqual([
    "succeeded",
    "failed",
    "failed",
  ]);
  await project.close();
});

test("an untrusted project lowers the user's limits and never raises them", async () => {
  const files = {
    "/home/me/.config/graph/config.toml": "[settings]\nmax_steps = 100\nmax_items = 100\n",
    "/p/.graph/config.toml": "[settings]\nmax_steps = 1000000\nmax_items = 5\n",
    "/p/.graph/plans/x.yaml": plan("x", "builtin__reshape", "{shape: 1}", "limits: {max_steps: 101}\n"),
  };
  const untrusted = await openProject({ world: worldWith(files), dir: "/p" });
  expect(untrusted.config.ceilings).toEqual({ max_steps: 100, max_items: 5 });
  expect((await untrusted.check("x")).diagnostics).toMatchObject([{ code: "schema/bad-value", line: 3 }]);
  expect(untrusted.diagnostics()).toMatchObject([{ code: "tool/not-trusted", line: 2, column: 13 }]);
  await untrusted.close();
  const trusted = await openProject({ world: worldWith(files), dir: "/p", trust: true });
  expect(trusted.config.ceilings).toEqual({ max_steps: 1_000_000, max_items: 5 });
  expect((await trusted.check("x")).diagnostics).toEqual([]);
  await trusted.close();
});

test("an untrusted project with thousands of hosts is told of in 51 lines, and soon", async () => {
  const world = worldWith({
    "/p/.graph/config.toml": `[tools]\nhttp_hosts = [\n${'"h",\n'.repeat(12_000)}]\n`,
  });
  const began = performance.now();
  const project = await openProject({ world, dir: "/p" });
  expect(project.diagnostics()).toHaveLength(51);
  expect(performance.now() - began).toBeLessThan(5000);
  await project.close();
});

test("an untrusted project with thousands of servers is told of in 51 lines", async () => {
  const servers = Array.from({ length: 1500 }, (_, index) => `[mcp.s${index}]\ncommand = "x"\n`);
  const project = await openProject({ world: worldWith({ "/p/.graph/config.toml": servers.join("") }), dir: "/p" });
  // Nothing needs one of them.
  expect(project.diagnostics()).toEqual([]);
  await project.catalog();
  const { length } = project.diagnostics();
  expect(length).toBe(51);
  await project.close();
});

test("of untrusted servers those are told of that a run needs, in the order of the file", async () => {
  const world = worldWith({
    "/p/.graph/config.toml": '[mcp.z]\ncommand = "x"\n[mcp.b]\ncommand = "x"\n[mcp.a]\ncommand = "x"\n',
    "/p/.graph/plans/x.yaml": plan("x", "builtin__reshape", "{shape: 1}"),
  });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.run("x", {})).status).toBe("succeeded");
  expect(project.diagnostics()).toEqual([]);
  await project.servers(["a", "z"]);
  expect(project.diagnostics().map(({ code, line }) => [code, line])).toEqual([
    ["tool/not-trusted", 1],
    ["tool/not-trusted", 5],
  ]);
  await project.close();
});

test("a host that only an untrusted config allows is refused with the reason", async () => {
  const world = worldWith({ "/p/.graph/config.toml": '[tools]\nhttp_hosts = ["api.example.com"]\n' });
  const project = await openProject({ world, dir: "/p" });
  const call = async (url: string): Promise<string | undefined> =>
    (await project.call("builtin__http_request", { url })).error?.message;
  expect(await call("https://api.example.com/x")).toContain("project is not trusted");
  expect(await call("https://other.example.org/x")).not.toContain("trusted");
  await project.close();
});

test.each(["/no/such/folder", "/p/.graph/.gitignore"])("%s is no folder to open", async (dir) => {
  await expect(openProject({ world: worldWith({}), dir })).rejects.toThrow(/folder/u);
});

test("an empty file stands for no plan: the one behind it counts", async () => {
  const world = worldWith({
    "/p/.graph/plans/shipped.yaml": "",
    "/p/.graph/plans/n.yaml": " \n\uFEFF\t\n",
    "/p/.graph/plans/y.yml": "",
  });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.plans()).map(({ identifier, origin }) => [identifier, origin])).toEqual([
    ["shipped", "shipped"],
  ]);
  expect((await project.run("shipped", {})).output).toEqual({ value: "shipped" });
  expect(project.diagnostics().map(({ code, severity, file }) => [code, severity, file])).toEqual([
    ["plan/file-name", "note", ".graph/plans/y.yml"],
    ["schema/missing-key", "note", ".graph/plans/n.yaml"],
    ["schema/missing-key", "note", ".graph/plans/shipped.yaml"],
  ]);
  expect((await project.check("shipped")).diagnostics).toMatchObject([
    { code: "schema/missing-key", severity: "note", file: ".graph/plans/shipped.yaml" },
  ]);
  const codes = async (name: string): Promise<readonly string[]> =>
    (await project.find(name)).diagnostics.map(({ code }) => code);
  expect([await codes("n"), await codes("y"), await codes("/p/gone.yaml")]).toEqual([
    ["tool/unknown", "schema/missing-key"],
    ["tool/unknown", "plan/file-name"],
    ["tool/unknown"],
  ]);
  await project.close();
});

test("a plan's file that is far too big is refused at its beginning", async () => {
  const world = worldWith({ "/p/big.yaml": "#".repeat(2 * 1024 * 1024) });
  const project = await openProject({ world, dir: "/p" });
  expect((await project.find("/p/big.yaml")).diagnostics).toMatchObject([{ code: "yaml/too-big", line: 1, column: 1 }]);
  await project.close();
});

test("without a project, an unknown plan hints at making one", async () => {
  const world = simulatedWorld({
    files: { [`${shipped}/shipped.yaml`]: plan("shipped", "builtin__reshape", "{shape: 1}"), "/q/x": "" },
    processes: { workingFolder: "/q", homeFolder: "/home/me" },
  });
  const project = await openProject({ world });
  expect((await project.find("nothing")).diagnostics[0]?.message).toContain("`graph init`");
  await project.close();
});

test("data that names a tool starts no server", async () => {
  const world = worldWith({
    "/p/.graph/config.toml": '[mcp.s]\ncommand = "s"\n',
    "/p/.graph/plans/x.yaml": plan("x", "builtin__reshape", "{shape: {tool_name: s__c}}"),
  });
  const project = await openProject({ world, dir: "/p", trust: true });
  expect((await project.run("x", {})).output).toEqual({ value: { tool_name: "s__c" } });
  expect(await project.servers()).toMatchObject([
    { id: "s", state: "stale", reason: expect.stringContaining("needed") as string },
  ]);
  await project.close();
});
