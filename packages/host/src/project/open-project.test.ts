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
    files: { [`${shipped}/shipped.yaml`]: plan("shipped", "builtin__reshape", "{shape: shipped}"), ...files },
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
