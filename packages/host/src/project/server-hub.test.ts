import { beforeAll, expect, test } from "vitest";
import { worldOfServers, type Play, type PlayedWorld } from "../../test-support/played-servers.ts";
import { openProject } from "./open-project.ts";
import type { Project } from "./project.ts";

const open = (played: PlayedWorld): Promise<Project> => openProject({ world: played.world, dir: "/p", trust: true });

const states = async (project: Project): Promise<readonly string[]> =>
  (await project.servers()).map(({ id, state, tools }) => `${id} ${state} ${tools}`);

const writes = ({ world }: PlayedWorld): number =>
  world.files.events.filter((event) => event.operation === "writeAtomic" && event.path.endsWith("catalogs.json"))
    .length;

const keptTools = async ({ world }: PlayedWorld): Promise<unknown> =>
  (JSON.parse(await world.files.readText("/p/.graph/state/catalogs.json")) as { servers: unknown }).servers;

// The protocol's library is loaded here, so that virtual time does not pass while it is loaded for real.
beforeAll(async () => {
  const project = await open(worldOfServers({ a: {} }));
  await project.catalog();
  await project.close();
});

test("a project that is closed while its servers start leaves none behind, whenever it is closed", async () => {
  for (let ticks = 0; ticks < 60; ticks += 1) {
    const played = worldOfServers({ a: {}, b: { startsAfter: Infinity } });
    const project = await open(played);
    const catalog = project.catalog();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await played.world.clock.until(project.close());
    await played.world.clock.until(catalog);
    expect([ticks, played.running.size]).toEqual([ticks, 0]);
  }
});

test("a closed project starts nothing, and who waits for a server of it does not wait on", async () => {
  const played = worldOfServers({ a: { startsAfter: Infinity } });
  const project = await open(played);
  const waiting = project.tool("a__echo");
  await played.world.clock.advance(10);
  await played.world.clock.until(project.close());
  expect(await waiting).toBeUndefined();
  await project.servers("all");
  expect([played.starts.get("a"), played.running.size]).toEqual([1, 0]);
});

test.each([
  ["check", (project: Project, signal: AbortSignal) => project.check("calls", { signal })],
  ["catalog", (project: Project, signal: AbortSignal) => project.catalog({ signal })],
  ["tool", (project: Project, signal: AbortSignal) => project.tool("a__echo", { signal })],
  ["servers", (project: Project, signal: AbortSignal) => project.servers("all", { signal })],
])("aborting %s ends the wait for a server at once", async (_, wait) => {
  const played = worldOfServers({ a: { startsAfter: Infinity } }, { "/p/.graph/plans/calls.yaml": calls });
  const project = await open(played);
  const controller = new AbortController();
  const reason = new Error("enough");
  const waiting = wait(project, controller.signal).catch((error: unknown) => error);
  await played.world.clock.advance(1500);
  controller.abort(reason);
  expect(await waiting).toBe(reason);
  expect(played.world.clock.monotonic()).toBe(1500);
  await played.world.clock.until(project.close());
  expect(played.running.size).toBe(0);
});

const calls = `identifier: calls
description: Calls a tool of a server, and one of ours before it.
steps:
  - {id: first, tool_name: user__act, input: {}}
  - {id: second, tool_name: a__echo, input: {}}
output: <<second>>
`;

test("a run that is cancelled while its servers start begins no step", async () => {
  const played = worldOfServers({ a: { startsAfter: Infinity } }, { "/p/.graph/plans/calls.yaml": calls });
  const acted: string[] = [];
  const tool = { name: "act", description: "Acts.", inputSchema: { type: "object" } } as const;
  const project = await openProject({
    world: played.world,
    dir: "/p",
    trust: true,
    tools: [{ ...tool, run: () => (acted.push("acted"), {}) }],
  });
  const controller = new AbortController();
  const running = project.run("calls", {}, { signal: controller.signal });
  const calling = project.call("a__echo", {}, { signal: controller.signal });
  await played.world.clock.advance(1500);
  controller.abort();
  expect((await running).status).toBe("cancelled");
  expect((await calling).status).toBe("cancelled");
  expect([acted, played.called]).toEqual([[], []]);
  await played.world.clock.until(project.close());
});

test("a search tries a server again that had failed before", async () => {
  const flaky: Play = { broken: true };
  const played = worldOfServers({ a: flaky, b: {} });
  const project = await open(played);
  await played.world.clock.until(project.catalog());
  expect(await states(project)).toEqual(["a failed 0", "b ok 1"]);
  flaky.broken = false;
  await played.world.clock.advance(120_000);
  await played.world.clock.until(project.catalog());
  expect(await states(project)).toEqual(["a ok 1", "b ok 1"]);
  await played.world.clock.until(project.close());
});

const unprepared = '[mcp.a]\ncommand = "a"\n[mcp.gone]\ncommand = "gone"\nargs = ["${NONE}"]\n';

test("listings are written when one has changed, not at every call, though a server cannot be prepared", async () => {
  const played = worldOfServers({ a: {} }, { "/p/.graph/config.toml": unprepared });
  const project = await open(played);
  for (let search = 0; search < 5; search += 1) await played.world.clock.until(project.catalog());
  expect(writes(played)).toBe(1);
  await played.world.clock.until(project.close());
  const again = await open(played);
  await played.world.clock.until(again.catalog());
  await played.world.clock.until(again.close());
  expect(writes(played)).toBe(1);
});

test("a server that comes in late, and a list that has changed, are kept", async () => {
  const late: Play = { startsAfter: 5000 };
  const played = worldOfServers({ a: {}, late });
  const project = await open(played);
  await played.world.clock.until(project.catalog());
  expect(await states(project)).toEqual(["a ok 1", "late starting 0"]);
  await played.world.clock.advance(4000);
  expect(await states(project)).toEqual(["a ok 1", "late ok 1"]);
  expect(await keptTools(played)).toMatchObject([{ id: "a" }, { id: "late", tools: [{ name: "echo" }] }]);
  late.tools = [{ name: "other", inputSchema: { type: "object" } }];
  played.listChanged("late");
  await played.world.clock.advance(2000);
  expect(await keptTools(played)).toMatchObject([{ id: "a" }, { id: "late", tools: [{ name: "other" }] }]);
  expect(writes(played)).toBe(3);
  await played.world.clock.until(project.close());
});

test("refresh lists the servers again that were started, and no call of an ended one is left in the catalog", async () => {
  const changing: Play = {};
  const played = worldOfServers({ a: changing, never: {} });
  const project = await open(played);
  await project.tool("a__echo");
  changing.tools = [{ name: "fresh", inputSchema: { type: "object" } }];
  await played.world.clock.until(project.refresh());
  expect(await states(project)).toEqual(["a ok 1", "never stale 0"]);
  expect([played.starts.get("a"), played.starts.get("never"), played.running.size]).toEqual([2, undefined, 1]);
  expect(await project.call("a__fresh", { x: 1 })).toMatchObject({ status: "succeeded", output: { x: 1 } });
  expect((await project.call("a__echo", {})).error?.code).toBe("tool/unknown");
  await played.world.clock.until(project.close());
});

test("who waits while the servers are restarted gets those that run afterwards", async () => {
  const slow: Play = { startsAfter: 3000 };
  const played = worldOfServers({ a: slow });
  const project = await open(played);
  const waiting = project.tool("a__echo");
  await played.world.clock.advance(1000);
  const refreshing = project.refresh();
  expect((await played.world.clock.until(waiting))?.name).toBe("a__echo");
  await refreshing;
  expect(played.running.size).toBe(1);
  await played.world.clock.until(project.close());
});

test("a server whose name a tool of the host has taken is reported, and the rest works", async () => {
  const played = worldOfServers({ a: {}, b: {} });
  const tool = { name: "x", description: "X.", inputSchema: { type: "object" }, run: () => ({}) } as const;
  const project = await openProject({ world: played.world, dir: "/p", trust: true, tools: [{ tool, namespace: "a" }] });
  await played.world.clock.until(project.catalog());
  expect(await states(project)).toEqual(["a failed 0", "b ok 1"]);
  await played.world.clock.until(project.close());
});
