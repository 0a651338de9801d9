import { ToolError } from "@graph/tools";
import { beforeAll, describe, expect, it } from "vitest";
import { call, echo, federate, worldOf } from "../../test-support/played-servers.ts";

// Loaded here, so that virtual time does not pass while it is loaded for real.
beforeAll(async () => {
  await import("@modelcontextprotocol/client");
});

describe("a snapshot", () => {
  it("serves the tools of a server that is not there yet, and gives way to what it lists", async () => {
    const first = worldOf({ a: {} });
    const before = federate(first.world, [{ id: "a" }]);
    await first.world.clock.until(before.ready());
    const stored = JSON.parse(JSON.stringify(before.snapshot())) as unknown;
    expect(stored).toEqual({
      version: 1,
      servers: [
        {
          id: "a",
          identity: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
          listedAt: first.world.clock.now(),
          tools: [echo],
        },
      ],
    });

    const { world } = worldOf({ a: { startsAfter: 1000, tools: [echo, { ...echo, name: "new" }] } });
    const federation = federate(world, [{ id: "a" }]);
    federation.restore(stored);
    expect(federation.servers()).toEqual([{ id: "a", state: "stale", tools: 1, reason: "has not answered for 0.0 s" }]);
    expect(federation.tools().map(({ name }) => name)).toEqual(["a__echo"]);
    // A call waits for the server.
    expect(await world.clock.until(call(federation, "a__echo", { v: 1 }))).toEqual({ v: 1 });
    expect(federation.servers()).toEqual([{ id: "a", state: "ok", tools: 2 }]);
    await world.clock.until(federation.close());
  });

  it("gives its tools the names they had, whichever of them are wanted", async () => {
    const tools = [
      { ...echo, name: "a.b" },
      { ...echo, name: "a_b" },
    ];
    const server = { id: "a", excludeTools: ["a_b"] };
    const first = worldOf({ a: { tools } });
    const before = federate(first.world, [server]);
    await first.world.clock.until(before.ready());
    const names = before.tools().map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^a__a_b_[0-9a-f]{8}$/)]);
    const { world } = worldOf({ a: { startsAfter: Infinity } });
    const federation = federate(world, [server]);
    federation.restore(before.snapshot());
    expect(federation.tools().map(({ name }) => name)).toEqual(names);
    expect(federation.diagnostics()).toEqual(before.diagnostics());
    await world.clock.until(federation.close());
  });

  it("does not serve the tools of another program under the same id", async () => {
    const first = worldOf({ a: {} });
    const before = federate(first.world, [{ id: "a" }]);
    await first.world.clock.until(before.ready());
    const { world } = worldOf({ other: { startsAfter: Infinity } });
    const federation = federate(world, [{ id: "a", command: "other" }]);
    federation.restore(before.snapshot());
    expect(federation.tools()).toEqual([]);
    await world.clock.until(federation.close());
  });

  it.each([
    [null],
    [17],
    [{ version: 2 }],
    [{ version: 1, servers: [null, {}, { id: "a", identity: 1, listedAt: 1, tools: [] }] }],
  ])("that is damaged costs nothing: %j", async (stored) => {
    const { world } = worldOf({ a: {} });
    const federation = federate(world, [{ id: "a" }]);
    federation.restore(stored);
    expect(federation.tools()).toEqual([]);
    await world.clock.until(federation.close());
  });

  it("lets calls of a server that died since fail with its name", async () => {
    const first = worldOf({ a: {} });
    const before = federate(first.world, [{ id: "a" }]);
    await first.world.clock.until(before.ready());
    const { world } = worldOf({ a: { exits: 1 } });
    const federation = federate(world, [{ id: "a" }]);
    federation.restore(before.snapshot());
    const failure = await world.clock.until(call(federation, "a__echo").catch((error: unknown) => error));
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject({
      code: "tool/unavailable",
      class: "unavailable",
      effect: "none",
      message: "The server `a` cannot be used: it exited with code 1: last words.",
    });
    await world.clock.until(federation.close());
  });
});
