import { beforeAll, describe, expect, it } from "vitest";
import { call, echo, federate, type Play, states, worldOf } from "../../test-support/played-servers.ts";

// Loaded here, so that virtual time does not pass while it is loaded for real.
beforeAll(async () => {
  await import("@modelcontextprotocol/client");
});

describe("ready", () => {
  it.each<[string, Readonly<Record<string, Play>>, number, string[]]>([
    ["at once when all are there", { a: {}, b: { exits: 1 } }, 0, ["a ok", "b failed"]],
    [
      "2 s after the last one that came in",
      { a: { startsAfter: 100 }, b: { startsAfter: 1900 }, c: { startsAfter: Infinity } },
      3900,
      ["a ok", "b ok", "c starting"],
    ],
    [
      "without one that is too late",
      { a: { startsAfter: 100 }, b: { startsAfter: 2200 } },
      2100,
      ["a ok", "b starting"],
    ],
    [
      "after 10 s when none came in",
      { a: { startsAfter: Infinity }, b: { exits: 2 } },
      10_000,
      ["a starting", "b failed"],
    ],
  ])("resolves %s", async (_what, plays, milliseconds, expected) => {
    const { world } = worldOf(plays);
    const federation = federate(
      world,
      Object.keys(plays).map((id) => ({ id })),
    );
    await world.clock.until(federation.ready());
    expect(world.clock.monotonic()).toBe(milliseconds);
    expect(states(federation)).toEqual(expected);
    await world.clock.until(federation.close());
  });

  it("waits for the servers that are named, and no others", async () => {
    const { world } = worldOf({ a: { startsAfter: 5000 }, b: { startsAfter: Infinity } });
    const federation = federate(world, [{ id: "a" }, { id: "b" }]);
    await world.clock.until(federation.ready({ servers: ["a", "unknown"] }));
    expect(world.clock.monotonic()).toBe(5000);
    await world.clock.until(federation.ready({ servers: ["b"], waitMs: 100 }));
    expect(world.clock.monotonic()).toBe(5100);
    await world.clock.until(federation.ready({ servers: ["b"] }));
    expect(federation.servers()[1]).toEqual({
      id: "b",
      state: "failed",
      tools: 0,
      reason: "did not answer within 30000 ms",
    });
    await world.clock.until(federation.close());
  });

  it("says how long a server has been silent, and why one failed", async () => {
    const { world } = worldOf({ a: { startsAfter: Infinity }, b: { exits: 3 } });
    const federation = federate(world, [{ id: "a" }, { id: "b" }, { id: "c" }]);
    await world.clock.until(federation.ready({ waitMs: 300 }));
    expect(federation.servers()).toEqual([
      { id: "a", state: "starting", tools: 0, reason: "has not answered for 1.5 s" },
      { id: "b", state: "failed", tools: 0, reason: "exited with code 3: last words" },
      { id: "c", state: "failed", tools: 0, reason: "could not be started: the command c was not found" },
    ]);
    await world.clock.until(federation.close());
  });
});

it("lets a late server join, and tells", async () => {
  const { world } = worldOf({ a: {}, b: { startsAfter: 4000 } });
  const federation = federate(world, [{ id: "a" }, { id: "b" }]);
  const changed: string[] = [];
  federation.onChange((server) => changed.push(server));
  await world.clock.until(federation.ready());
  expect(federation.tools().map(({ name }) => name)).toEqual(["a__echo"]);
  await world.clock.advance(3000);
  expect(federation.tools().map(({ name }) => name)).toEqual(["a__echo", "b__echo"]);
  expect(federation.tools("b").map(({ name }) => name)).toEqual(["b__echo"]);
  expect(changed).toEqual(["a", "b"]);
  await world.clock.until(federation.close());
});

it("does not lose a change of the tools that is told while a server is starting", async () => {
  const { world, messages } = worldOf({ a: { changesTo: [echo, { ...echo, name: "new" }] } });
  const federation = federate(world, [{ id: "a" }]);
  await world.clock.until(federation.ready());
  expect(federation.tools().map(({ name }) => name)).toEqual(["a__echo"]);
  await world.clock.advance(10_000);
  expect(federation.tools().map(({ name }) => name)).toEqual(["a__echo", "a__new"]);
  expect(messages.filter(({ method }) => method === "tools/list")).toHaveLength(2);
  await world.clock.until(federation.close());
});

it("tries a failed server again when all are waited for, and gives it a quiet time to come in", async () => {
  const plays: Record<string, Play> = { a: {}, b: { exits: 1 } };
  const { world, children } = worldOf(plays);
  const federation = federate(world, [{ id: "a" }, { id: "b" }]);
  await world.clock.until(federation.ready());
  expect(states(federation)).toEqual(["a ok", "b failed"]);
  await world.clock.advance(60_000);
  plays["b"] = { startsAfter: 1500 };
  await world.clock.until(federation.ready());
  expect(states(federation)).toEqual(["a ok", "b ok"]);
  expect(world.clock.monotonic()).toBe(61_500);
  await world.clock.until(federation.ready());
  expect(children.map(({ command }) => command)).toEqual(["a", "b", "b"]);
  await world.clock.until(federation.close());
});

it("does not wait long, nor start it again and again, for a server that stays away", async () => {
  const plays: Record<string, Play> = { a: {}, b: { startsAfter: Infinity } };
  const { world, children } = worldOf(plays);
  const federation = federate(world, [{ id: "a" }, { id: "b" }]);
  const waited: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const began = world.clock.monotonic();
    await world.clock.until(federation.ready());
    waited.push(world.clock.monotonic() - began);
    await world.clock.advance(10_000);
  }
  expect(waited).toEqual([2000, 0, 0, 2000, 0, 0]);
  expect(children.filter(({ command }) => command === "b")).toHaveLength(2);
  await world.clock.until(federation.close());
});

it("gives a server what it needs of the environment, and the depth", async () => {
  const { world, children, messages } = worldOf(
    { a: {} },
    { PATH: "/bin", HOME: "/home/x", AWS_SECRET_ACCESS_KEY: "s3cret", GRAPH_DEPTH: "3", SHELL: "() { :; }" },
  );
  const federation = federate(world, [{ id: "a", env: { TOKEN: "t" }, args: ["--x"], cwd: "/srv" }]);
  await world.clock.until(federation.ready());
  expect(children[0]).toMatchObject({ args: ["--x"], workingFolder: "/srv" });
  expect(children[0]?.environment).toEqual({ PATH: "/bin", HOME: "/home/x", TOKEN: "t", GRAPH_DEPTH: "4" });
  await world.clock.until(call(federation, "a__echo", {}, { depth: 5 }));
  expect(messages.at(-1)?.params).toEqual({ name: "echo", arguments: {}, _meta: { "graph/depth": 6 } });
  await world.clock.until(federation.close());
});

it("hands an idempotency key to the tools that have a place for it", async () => {
  const keyed = { name: "keyed", inputSchema: { type: "object", properties: { key: { type: "string" } } } };
  const { world } = worldOf({ a: { tools: [echo, keyed] } });
  const federation = federate(world, [{ id: "a", idempotencyArgument: "key" }]);
  await world.clock.until(federation.ready());
  expect(federation.tools().map(({ idempotencyArgument }) => idempotencyArgument)).toEqual([undefined, "key"]);
  expect(await call(federation, "a__keyed", { v: 1 }, { idempotencyKey: "k1" })).toEqual({ v: 1, key: "k1" });
  expect(await call(federation, "a__echo", { v: 1 }, { idempotencyKey: "k1" })).toEqual({ v: 1 });
  await world.clock.until(federation.close());
});

it("starts a server that dies again and again after growing pauses", async () => {
  const { world, children } = worldOf({ a: { diesInCall: true, exits: 9 } });
  const federation = federate(world, [{ id: "a" }]);
  await world.clock.until(federation.ready());
  const startedAt: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    const failure = await world.clock.until(call(federation, "a__echo").catch((error: unknown) => error));
    expect(failure).toMatchObject({ code: "tool/server-exited" });
    startedAt.push(world.clock.monotonic());
  }
  expect(startedAt).toEqual([0, 0, 250, 750, 1750, 3750, 8750, 13_750]);
  expect(children).toHaveLength(8);
  await world.clock.until(federation.close());
  expect(world.clock.pending).toBe(0);
});

it("gives a call up during a pause when it is aborted", async () => {
  const { world } = worldOf({ a: { diesInCall: true } });
  const federation = federate(world, [{ id: "a" }]);
  await world.clock.until(federation.ready());
  for (let index = 0; index < 4; index += 1)
    await world.clock.until(call(federation, "a__echo").catch(() => undefined));
  const controller = new AbortController();
  const failing = call(federation, "a__echo", {}, { signal: controller.signal });
  controller.abort();
  await expect(failing).rejects.toMatchObject({ class: "cancelled", effect: "none" });
  await world.clock.until(federation.close());
  expect(world.clock.pending).toBe(0);
});

it.each([["Big"], ["a__b"], ["builtin"], ["twice"]])("refuses the id %s", (id) => {
  const { world } = worldOf({});
  expect(() => federate(world, [{ id: "twice" }, { id }])).toThrow(TypeError);
});
