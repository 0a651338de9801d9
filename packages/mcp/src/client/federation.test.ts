import type { JsonObject } from "@graph/plan";
import { CallResult, type ToolContext, ToolError } from "@graph/tools";
import { type ScriptedChild, type SimulatedWorld, simulatedWorld } from "@graph/world";
import { beforeAll, describe, expect, it } from "vitest";
import { createFederation, type Federation, type FederationOptions } from "./federation.ts";
import type { ServerConfig } from "./server-config.ts";

// Loaded here, so that virtual time does not pass while it is loaded for real.
beforeAll(async () => {
  await import("@modelcontextprotocol/client");
});

interface Play {
  /** Virtual milliseconds before the handshake is answered; Infinity: never. */
  readonly startsAfter?: number;
  readonly tools?: readonly JsonObject[];
  /** Exit code at the start, or in a call. */
  readonly exits?: number;
  readonly diesInCall?: boolean;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly [key: string]: unknown };
}

const echo: JsonObject = { name: "echo", inputSchema: { type: "object" } };

/** A world whose programs are named after what they play. */
function worldOf(
  plays: Readonly<Record<string, Play>>,
  environment: Readonly<Record<string, string>> = {},
): { world: SimulatedWorld; children: ScriptedChild[]; messages: Message[] } {
  const children: ScriptedChild[] = [];
  const messages: Message[] = [];
  const world: SimulatedWorld = simulatedWorld({
    processes: {
      environment,
      script(child) {
        const play = plays[child.command];
        if (!play) return false;
        children.push(child);
        if (play.exits !== undefined && !play.diesInCall) {
          child.error("first\nlast words\n");
          child.exit(play.exits);
        }
        child.onInputEnd(() => child.exit(0));
        child.onInput((text) => {
          for (const line of text.split("\n")) if (line !== "") hear(child, play, JSON.parse(line) as Message);
        });
        return true;
      },
    },
  });
  const hear = (child: ScriptedChild, play: Play, message: Message): void => {
    messages.push(message);
    const answer = (result: unknown): void =>
      child.output(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n`);
    if (message.method === "initialize") {
      const welcome = {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "x", version: "1" },
      };
      const wait = play.startsAfter ?? 0;
      if (wait !== Infinity) world.clock.timer(wait, () => answer(welcome));
    } else if (message.method === "tools/list") answer({ tools: play.tools ?? [echo] });
    else if (message.method === "tools/call") {
      if (play.diesInCall) child.exit(play.exits ?? 1);
      else answer({ content: [], structuredContent: message.params?.["arguments"] });
    }
  };
  return { world, children, messages };
}

function federate(
  world: SimulatedWorld,
  servers: readonly (Partial<ServerConfig> & { id: string })[],
  options: Partial<FederationOptions> = {},
): Federation {
  return createFederation({
    world,
    servers: servers.map((server) => ({ kind: "stdio", command: server.id, ...server }) as ServerConfig),
    ...options,
  });
}

const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  signal: new AbortController().signal,
  runId: "r",
  key: "a",
  depth: 0,
  ...more,
});

async function call(
  federation: Federation,
  name: string,
  input: JsonObject = {},
  more: Partial<ToolContext> = {},
): Promise<unknown> {
  const result = await federation
    .tools()
    .find((tool) => tool.name === name)
    ?.call?.(input, context(more));
  return result instanceof CallResult ? result.value : result;
}

const states = (federation: Federation): string[] => federation.servers().map(({ id, state }) => `${id} ${state}`);

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

it.each([["Big"], ["a__b"], ["builtin"], ["twice"]])("refuses the id %s", (id) => {
  const { world } = worldOf({});
  expect(() => federate(world, [{ id: "twice" }, { id }])).toThrow(TypeError);
});
