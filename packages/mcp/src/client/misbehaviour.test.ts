import { join } from "node:path";
import type { Json, JsonObject } from "@graph/plan";
import { type ChaosScript, type ChaosServer, makeTemporaryFolder, writeChaosScript } from "@graph/test-chaos-server";
import { CallResult, ToolError } from "@graph/tools";
import { realWorld } from "@graph/world";
import { afterEach, describe, expect, it } from "vitest";
import { createFederation, type Federation, type FederationOptions } from "./federation.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerLogEntry } from "./server-log.ts";

/** A loaded machine takes its time. */
const patience = { timeout: 15_000 };

const schema = { type: "object" };
const echo = { name: "echo", inputSchema: schema };
const plain = [echo];

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Started {
  readonly federation: Federation;
  readonly chaos: ChaosServer;
  readonly log: ServerLogEntry[];
  readonly call: (tool: string, input?: JsonObject, signal?: AbortSignal) => Promise<Json>;
  readonly failure: (tool: string, input?: JsonObject, signal?: AbortSignal) => Promise<ToolError>;
}

async function start(
  script: ChaosScript,
  config: Partial<ServerConfig> = {},
  options: Partial<FederationOptions> = {},
): Promise<Started> {
  const folder = makeTemporaryFolder();
  const chaos = writeChaosScript(join(folder.path, "srv.json"), script);
  const log: ServerLogEntry[] = [];
  const federation = createFederation({
    world: realWorld(),
    servers: [
      {
        id: "srv",
        kind: "stdio",
        command: chaos.command,
        args: chaos.args,
        cwd: folder.path,
        timeoutMs: 15_000,
        ...config,
      } as ServerConfig,
    ],
    log: (entry) => log.push(entry),
    ...options,
  });
  cleanups.push(folder.remove, () => federation.close());
  await federation.ready();
  const call: Started["call"] = async (name, input = {}, signal = new AbortController().signal) => {
    const tool = federation.tools().find((candidate) => candidate.name === name);
    if (!tool?.call) throw new Error(`no ${name}: ${JSON.stringify(federation.servers())}`);
    const result = await tool.call(input, { signal, runId: "r", key: "a", depth: 0 });
    return result instanceof CallResult ? result.value : result;
  };
  const failure: Started["failure"] = async (...args) => {
    const error = await call(...args).then(
      (value) => new Error(`gave ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof ToolError)) throw error;
    return error;
  };
  return { federation, chaos, log, call, failure };
}

describe("a call gets through to a server that", () => {
  it.each([
    ["prints a banner", ["banner"]],
    ["tears its frames", ["half_frame"]],
    ["writes garbage between its frames", ["garbage"]],
    ["answers twice", ["double_answer"]],
    ["starts slowly", ["slow_start:600"]],
    ["floods stderr", ["stderr_flood"]],
    ["floods with progress", ["progress_flood"]],
    ["says a thousand times that its list changed", ["list_changed_storm"]],
    ["does several of these at once", ["banner", "garbage", "double_answer", "stderr_flood", "list_changed_storm"]],
  ])("%s", async (_what, server) => {
    const { call, federation } = await start({ tools: plain, server });
    expect(federation.servers()).toEqual([{ id: "srv", state: "ok", tools: 1 }]);
    expect(await call("srv__echo", { text: "grüß dich 😀" })).toEqual({ text: "grüß dich 😀" });
    expect(await call("srv__echo", { n: 2 })).toEqual({ n: 2 });
  });

  it("writes bytes that are no UTF-8", async () => {
    const { call } = await start({ tools: plain, server: ["non_utf8"] });
    expect(await call("srv__echo")).toEqual({ text: "\ufffd\ufffd\ufffd" });
  });
});

describe("a listing", () => {
  const many = Array.from({ length: 7 }, (_, index) => ({ name: `t${index}`, inputSchema: schema }));

  it("has all pages", async () => {
    const { federation, chaos } = await start({ tools: many, server: ["pages:3"] });
    expect(federation.tools().map((tool) => tool.name)).toEqual(many.map((tool) => `srv__${tool.name}`));
    expect(chaos.count("tools/list")).toBe(3);
    expect(federation.diagnostics()).toEqual([]);
  });

  it("ends at a cursor that repeats, and says so", async () => {
    const { federation, chaos } = await start({ tools: many, server: ["stuck_cursor"] });
    expect(federation.tools()).toHaveLength(7);
    expect(chaos.count("tools/list")).toBe(2);
    expect(federation.diagnostics()).toMatchObject([{ code: "tool/list-cut", severity: "warning" }]);
  });

  it("does not hide tools behind bad ones", async () => {
    const { federation } = await start({
      tools: [
        { name: "no_schema" },
        { name: "not_an_object", inputSchema: { type: "string" } },
        {
          name: "outside",
          inputSchema: { type: "object", properties: { c: { $ref: "https://example.invalid/x.json" } } },
        },
        { name: "bad_type", inputSchema: { type: "objekt" } },
        {
          name: "ring",
          inputSchema: { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
        },
        { name: "list", inputSchema: [] },
        { name: "huge", inputSchema: { type: "object", description: "x".repeat(300_000) } },
        { name: "__proto__", inputSchema: schema },
        { name: "", inputSchema: schema },
        { description: "without a name" },
        echo,
      ],
    });
    const usable = federation.tools().map((tool) => [tool.name, tool.unusable === undefined]);
    expect(usable).toEqual([
      ["srv__no_schema", false],
      ["srv__not_an_object", false],
      ["srv__outside", false],
      ["srv__bad_type", false],
      ["srv__ring", false],
      ["srv__list", false],
      ["srv__huge", false],
      ["srv____proto__", true],
      [expect.stringMatching(/^srv___[0-9a-f]{8}$/), true],
      ["srv__echo", true],
    ]);
    expect(federation.diagnostics().map(({ code }) => code)).toEqual(["tool/name-changed", "tool/unusable"]);
  });

  it("keeps the first of two tools of one name", async () => {
    const { federation, call } = await start({
      tools: [
        { ...echo, answer: { content: [], structuredContent: { from: "first" } } },
        { ...echo, answer: { content: [], structuredContent: { from: "second" } } },
      ],
    });
    expect(federation.diagnostics()).toMatchObject([{ code: "tool/duplicate", severity: "warning" }]);
    expect(await call("srv__echo")).toEqual({ from: "first" });
  });

  it("follows a change, after which an old record says that its tool is gone", async () => {
    const { federation } = await start({
      tools: plain,
      later: { after_ms: 50, notify: true, tools: [{ name: "other", inputSchema: schema }] },
    });
    const [old] = federation.tools();
    await new Promise<void>((resolve) => {
      federation.onChange(() => resolve());
    });
    expect(federation.tools().map((tool) => tool.name)).toEqual(["srv__other"]);
    const context = { signal: new AbortController().signal, runId: "r", key: "a", depth: 0 };
    await expect(old?.call?.({}, context)).rejects.toMatchObject({ code: "tool/gone", effect: "none" });
  });

  it("is read once a second at most, however often it is said to have changed", async () => {
    const { chaos, call } = await start({ tools: plain, server: ["list_changed_storm"] });
    const began = performance.now();
    await call("srv__echo");
    expect(chaos.count("tools/list")).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000);
  });
});

describe("a server that does not come up", () => {
  it.each([
    [
      "exits in the handshake",
      { server: ["exit_in_handshake"] },
      {},
      "exited with code 4: chaos: no configuration found",
    ],
    ["says nothing", { server: ["hang_in_handshake"] }, { startTimeoutMs: 300 }, "did not answer within 300 ms"],
    [
      "is not there",
      {},
      { command: "graph-no-such-command" },
      "could not be started: the command graph-no-such-command was not found, or the folder it should run in is missing",
    ],
    ["ends at once", {}, { command: "false", args: [] }, "exited with code 1"],
    ["is no MCP server", {}, { command: "cat", args: [] }, "refused the handshake: Method not found"],
  ])("%s", async (_what, script, config, reason) => {
    const { federation } = await start({ tools: plain, ...script }, config);
    expect(federation.servers()).toEqual([
      {
        id: "srv",
        state: "failed",
        tools: 0,
        reason: reason,
      },
    ]);
  });
});

describe("a call", () => {
  it("fails when the server dies in it, and the next one starts the server again", async () => {
    const { failure, call, chaos, federation } = await start({
      tools: [echo, { name: "die", inputSchema: schema, does: "die:3" }],
    });
    expect(await failure("srv__die")).toMatchObject({
      code: "tool/server-exited",
      class: "unavailable",
      effect: "maybe",
      message:
        "The server `srv` exited with code 3: chaos: die:3 while `srv__die` was called; nobody knows whether the call took effect.",
    });
    expect(federation.servers()).toEqual([
      { id: "srv", state: "stale", tools: 2, reason: "exited with code 3: chaos: die:3" },
    ]);
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
    expect(chaos.count("initialize")).toBe(2);
    expect(federation.servers()).toEqual([{ id: "srv", state: "ok", tools: 2 }]);
  });

  it("ends in time when the server answers another one, or never", async () => {
    const { failure, federation } = await start(
      { tools: [echo, { name: "hang", inputSchema: schema, does: "hang" }], server: ["wrong_id"] },
      { timeoutMs: 200 },
    );
    for (const tool of ["srv__echo", "srv__hang"]) {
      const began = performance.now();
      expect(await failure(tool)).toMatchObject({ code: "tool/timeout", class: "timeout", effect: "maybe" });
      expect(performance.now() - began).toBeLessThan(2200);
    }
    expect(federation.servers()).toEqual([{ id: "srv", state: "ok", tools: 2 }]);
  });

  it("takes an answer of twelve megabytes, and goes on", async () => {
    const { call } = await start({ tools: [echo, { name: "big", inputSchema: schema, does: "big:12" }] }, {});
    const { text } = (await call("srv__big")) as { text: string };
    expect(text).toHaveLength(12_000_000);
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
  });

  it("fails for an answer over 64 MB, and the server stays", async () => {
    const { call, failure, chaos } = await start(
      { tools: [echo, { name: "big", inputSchema: schema, does: "big:70" }] },
      { timeoutMs: 20_000 },
    );
    expect(await failure("srv__big")).toMatchObject({ code: "limit/output-bytes", class: "limit" });
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
    expect(chaos.count("initialize")).toBe(1);
  });

  it.each([
    [100, "limit/output-depth"],
    [100_000, "limit/output-depth"],
  ])("fails for an answer that is nested %i deep", async (depth, code) => {
    const { failure, call } = await start({
      tools: [echo, { name: "deep", inputSchema: schema, does: `deep:${depth}` }],
    });
    expect(await failure("srv__deep")).toMatchObject({ code, class: "limit" });
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
  });

  it("takes an answer that is nested 100 deep", async () => {
    const { call } = await start({ tools: [{ name: "deep", inputSchema: schema, does: "deep:99" }] });
    expect(Object.keys((await call("srv__deep")) as JsonObject)).toEqual(["value"]);
  });

  it("that is aborted is taken back, and its late answer is dropped", async () => {
    const { failure, call, chaos } = await start({
      tools: [echo, { name: "hang", inputSchema: schema, does: "hang" }],
      server: ["ignores_cancel"],
    });
    const controller = new AbortController();
    const failing = failure("srv__hang", {}, controller.signal);
    controller.abort();
    expect(await failing).toMatchObject({ class: "cancelled", effect: "none" });
    const later = new AbortController();
    const failingLater = failure("srv__hang", {}, later.signal);
    await expect.poll(() => chaos.count("tools/call:hang"), patience).toBe(1);
    later.abort();
    expect(await failingLater).toMatchObject({ class: "cancelled", effect: "maybe" });
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
    expect(chaos.count("notifications/cancelled")).toBe(1);
    expect(chaos.count("initialize")).toBe(1);
  });

  it("replaces a server that fell silent after an abort, once", async () => {
    const { failure, call, chaos } = await start({
      tools: [echo, { name: "hang", inputSchema: schema, does: "hang" }],
      server: ["stuck_after_cancel"],
    });
    const controller = new AbortController();
    const failing = failure("srv__hang", {}, controller.signal);
    await expect.poll(() => chaos.count("tools/call:hang"), patience).toBe(1);
    controller.abort();
    await failing;
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
    // That of the call, and that of the ping.
    expect(chaos.count("notifications/cancelled")).toBe(2);
    expect(chaos.count("initialize")).toBe(2);
  });

  it("fails with the words of the server for a tool that it refuses", async () => {
    const { failure } = await start({ tools: plain, later: { after_ms: 0, tools: [] } });
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(await failure("srv__echo")).toMatchObject({
      class: "invalid_input",
      effect: "none",
      message: "Unknown tool: echo",
    });
  });

  it("of a server that dies again and again is answered, or fails by name", async () => {
    const { federation, call } = await start({ tools: plain, server: ["crash_loop"] });
    await expect.poll(() => federation.servers()[0]?.state, patience).toBe("stale");
    for (let index = 0; index < 4; index += 1) {
      const ended = await call("srv__echo").then(
        () => "answered",
        (error: unknown) => (error as ToolError).code,
      );
      expect(["answered", "tool/server-exited", "tool/unavailable"]).toContain(ended);
    }
  });

  it("waits its turn when the server takes so many at once", async () => {
    const slow = { name: "slow", inputSchema: schema, does: "sleep:100" };
    const { call } = await start({ tools: [slow] }, { concurrency: 2 });
    const began = performance.now();
    await Promise.all([1, 2, 3, 4].map((n) => call("srv__slow", { n })));
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(195);
  });
});

describe("closing", () => {
  it("ends servers that do not listen", async () => {
    const { federation, call } = await start({ tools: plain, server: ["ignores_end"] });
    expect(await call("srv__echo", { v: 1 })).toEqual({ v: 1 });
    const began = performance.now();
    await federation.close();
    expect(performance.now() - began).toBeLessThan(4000);
    expect(federation.servers()).toMatchObject([{ state: "stale" }]);
  });

  it("fails the calls that are open", async () => {
    const { federation, failure, chaos } = await start({
      tools: [{ name: "hang", inputSchema: schema, does: "hang" }],
    });
    const failing = failure("srv__hang");
    await expect.poll(() => chaos.count("tools/call:hang"), patience).toBe(1);
    await federation.close();
    expect(await failing).toMatchObject({ code: "tool/server-exited", class: "unavailable" });
    expect(await failure("srv__hang")).toMatchObject({ code: "tool/unavailable", effect: "none" });
  });
});
