import { join } from "node:path";
import { makeTemporaryFolder, writeChaosScript } from "@graph/test-chaos-server";
import { type ChildProcess, realWorld, type World } from "@graph/world";
import { afterEach, expect, it } from "vitest";
import { createFederation } from "./federation.ts";

/** The real world, and every process that was started in it. */
function watchedWorld(): { world: World; children: ChildProcess[] } {
  const real = realWorld();
  const children: ChildProcess[] = [];
  const start: World["processes"]["start"] = (...started) => {
    const child = real.processes.start(...started);
    children.push(child);
    return child;
  };
  return {
    world: { ...real, processes: Object.assign(Object.create(real.processes) as World["processes"], { start }) },
    children,
  };
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

it("does not wait for servers that never answer, says which they are, and ends all of them", async () => {
  const folder = makeTemporaryFolder();
  const chaos = writeChaosScript(join(folder.path, "good.json"), {
    tools: [{ name: "t", inputSchema: { type: "object" } }],
  });
  const { world, children } = watchedWorld();
  const federation = createFederation({
    world,
    servers: [
      { id: "sleeps", kind: "stdio", command: "sleep", args: ["1000"] },
      { id: "fails", kind: "stdio", command: "false" },
      { id: "good", kind: "stdio", command: chaos.command, args: chaos.args },
    ],
  });
  cleanups.push(folder.remove, () => federation.close());
  const began = performance.now();
  let goodAfter = 0;
  federation.onChange((server) => {
    if (server === "good") goodAfter = performance.now() - began;
  });
  await federation.ready();
  expect(performance.now() - began - goodAfter).toBeLessThan(2900);
  expect(federation.servers()).toEqual([
    {
      id: "sleeps",
      state: "starting",
      tools: 0,
      reason: expect.stringMatching(/^has not answered for \d\.\d s$/) as unknown,
    },
    { id: "fails", state: "failed", tools: 0, reason: "exited with code 1" },
    { id: "good", state: "ok", tools: 1 },
  ]);
  const closing = performance.now();
  await federation.close();
  expect(performance.now() - closing).toBeLessThan(1000);
  expect(children).toHaveLength(3);
  // Ended and waited for: no zombie is left.
  expect(await Promise.all(children.map(({ ended }) => ended))).toMatchObject([
    { signal: "SIGTERM" },
    { code: 1 },
    { code: 0 },
  ]);
});

it("ends what a server's program starts with it, and is not held up by it", async () => {
  const { world, children } = watchedWorld();
  const server = (id: string, script: string) => ({ id, kind: "stdio" as const, command: "sh", args: ["-c", script] });
  const federation = createFederation({
    world,
    servers: [server("waits", "sleep 78; true"), server("left", "sleep 77 & exit 1")],
  });
  cleanups.push(() => federation.close());
  const began = performance.now();
  await federation.ready({ servers: ["left"] });
  expect(federation.servers()).toMatchObject([
    { id: "waits", state: "starting" },
    { id: "left", state: "failed", reason: "exited with code 1" },
  ]);
  await federation.close();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([
    { code: null, signal: "SIGTERM" },
    { code: 1, signal: null },
  ]);
});

it("ends a server that is still starting, and one that hangs in its handshake", async () => {
  const folder = makeTemporaryFolder();
  const chaos = writeChaosScript(join(folder.path, "stuck.json"), {
    tools: [],
    server: ["hang_in_handshake", "ignores_end"],
  });
  const { world, children } = watchedWorld();
  const federation = createFederation({
    world,
    servers: [{ id: "stuck", kind: "stdio", command: chaos.command, args: chaos.args }],
  });
  cleanups.push(folder.remove, () => federation.close());
  await expect.poll(() => chaos.count("initialize"), { timeout: 15_000 }).toBe(1);
  await federation.close();
  expect(await children[0]?.ended).toEqual({ code: null, signal: "SIGKILL" });
});
