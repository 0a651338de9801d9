import {
  makeTemporaryFolder,
  type LocalRequest,
  type LocalResponse,
  type LocalServer,
  serveLocally,
} from "@graph/test-chaos-server";
import { CallResult, ToolError } from "@graph/tools";
import { realWorld } from "@graph/world";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { createFederation, type Federation } from "./federation.ts";
import { addressProblem } from "./http-transport.ts";

const programs = fileURLToPath(new URL("../../../../node_modules/.bin/", import.meta.url));

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const json = (value: unknown, headers: Record<string, string> = {}): LocalResponse => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});

/** A server that plays the handshake and the list, and leaves calls to `onCall`. */
async function serve(
  onCall: (request: LocalRequest, id: number, sessions: number) => LocalResponse,
  gate?: (request: LocalRequest) => LocalResponse | undefined,
): Promise<LocalServer> {
  let sessions = 0;
  const server = await serveLocally((request) => {
    const refused = gate?.(request);
    if (refused) return refused;
    if (request.method === "GET") return { status: 405 };
    if (request.method === "DELETE") return { status: 200 };
    const message = JSON.parse(request.body) as { id?: number; method: string };
    if (message.method === "initialize") {
      sessions += 1;
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "x", version: "1" },
      };
      return json({ jsonrpc: "2.0", id: message.id, result }, { "mcp-session-id": `s${sessions}` });
    }
    if (message.method === "tools/list")
      return json({
        jsonrpc: "2.0",
        id: message.id,
        result: { tools: [{ name: "t", inputSchema: { type: "object" } }] },
      });
    if (message.method === "tools/call") return onCall(request, message.id ?? -1, sessions);
    return { status: 202 };
  });
  cleanups.push(() => server.close());
  return server;
}

async function connect(url: string, headers: Record<string, string> = {}, timeoutMs = 15_000): Promise<Federation> {
  const federation = createFederation({
    world: realWorld(),
    servers: [{ id: "web", kind: "http", url, headers, timeoutMs }],
  });
  cleanups.push(() => federation.close());
  await federation.ready();
  return federation;
}

async function callTool(federation: Federation): Promise<unknown> {
  const [tool] = federation.tools();
  const result = await tool?.call?.({}, { signal: new AbortController().signal, runId: "r", key: "a", depth: 4 });
  return result instanceof CallResult ? result.value : result;
}

const good = (id: number): LocalResponse =>
  json({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "hi" }] } });

describe("a server over HTTP", () => {
  it("gets the headers, the session and the depth with a call, and loses its session at the end", async () => {
    const server = await serve((_request, id) => good(id));
    const federation = await connect(server.url, { authorization: "Bearer abcdef" });
    expect(federation.servers()).toEqual([{ id: "web", state: "ok", tools: 1 }]);
    expect(await callTool(federation)).toEqual({ text: "hi" });
    await federation.close();
    const call = server.requests.find(({ body }) => body.includes("tools/call"));
    expect(call?.headers).toMatchObject({ authorization: "Bearer abcdef", "mcp-session-id": "s1" });
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      params: { name: "t", arguments: {}, _meta: { "graph/depth": 5 } },
    });
    expect(server.requests.at(-1)).toMatchObject({ method: "DELETE" });
  });

  it("gets a new session when it has forgotten the old one, and the call goes through", async () => {
    const server = await serve((_request, id, sessions) => (sessions === 1 ? { status: 404 } : good(id)));
    const federation = await connect(server.url);
    expect(await callTool(federation)).toEqual({ text: "hi" });
    expect(server.requests.filter(({ body }) => body.includes('"initialize"'))).toHaveLength(2);
  });

  it.each<[string, LocalResponse, Partial<ToolError>]>([
    ["refuses the credentials", { status: 401 }, { code: "tool/failed", class: "denied", effect: "none" }],
    ["has had too many calls", { status: 429 }, { class: "rate_limited", effect: "none" }],
    // In front of a server that has acted, its answer lost, something says the same.
    ["is not ready", { status: 503 }, { code: "tool/unavailable", class: "unavailable", effect: "maybe" }],
    ["cannot read the request", { status: 400 }, { code: "tool/failed", class: "tool_error", effect: "none" }],
    ["gave up waiting", { status: 408 }, { code: "tool/failed", class: "tool_error", effect: "maybe" }],
    [
      "sends to a page with the outcome",
      { status: 303, headers: { location: "/done" } },
      { code: "tool/failed", effect: "maybe" },
    ],
    [
      "breaks",
      { status: 500, body: "stack trace" },
      { code: "tool/unavailable", class: "unavailable", effect: "maybe" },
    ],
    [
      "answers with a page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
      { code: "tool/failed", effect: "maybe" },
    ],
    [
      "answers with half a message",
      { status: 200, headers: { "content-type": "application/json" }, body: '{"jsonrpc"' },
      { code: "tool/failed", effect: "maybe" },
    ],
    [
      "ends its stream without an answer",
      { status: 200, headers: { "content-type": "text/event-stream" }, body: ": hello\n\n" },
      { code: "tool/server-exited", class: "unavailable", effect: "maybe" },
    ],
    [
      "cuts its stream",
      { status: 200, headers: { "content-type": "text/event-stream" }, body: "data: {", cuts: true },
      { code: "tool/server-exited", effect: "maybe" },
    ],
    [
      "cuts the connection",
      { status: 200, headers: { "content-type": "application/json", "content-length": "50" }, body: "{", cuts: true },
      { code: "tool/server-exited", class: "unavailable", effect: "maybe" },
    ],
    [
      "says nothing",
      { status: 200, headers: { "content-type": "text/event-stream" }, hangs: true },
      { code: "tool/timeout", class: "timeout", effect: "maybe" },
    ],
  ])("that %s fails the call by name", async (_what, response, error) => {
    const server = await serve(() => response);
    const failure = await callTool(await connect(server.url, {}, response.hangs === true ? 300 : undefined)).catch(
      (reason: unknown) => reason,
    );
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject(error);
    expect((failure as ToolError).message).toContain("`web`");
    expect((failure as ToolError).message).not.toContain("stack trace");
  });

  it.each<[string, LocalResponse, string, string | RegExp]>([
    [
      "wants other credentials",
      { status: 401 },
      "auth",
      "wants other credentials (HTTP 401); check `headers` in its config",
    ],
    ["is broken", { status: 502 }, "failed", "answered with HTTP 502"],
    [
      "sends elsewhere",
      { status: 307, headers: { location: "http://127.0.0.2:9/x" } },
      "failed",
      "answered with HTTP 307",
    ],
  ])("that %s at the start is told as such", async (_what, response, state, reason) => {
    const server = await serve(
      () => ({ status: 500 }),
      () => response,
    );
    expect((await connect(server.url)).servers()).toEqual([{ id: "web", state, tools: 0, reason }]);
  });

  it("that is not there is told as such", async () => {
    const server = await serve(() => ({ status: 500 }));
    await server.close();
    expect((await connect(server.url)).servers()).toEqual([
      { id: "web", state: "failed", tools: 0, reason: "refused the connection" },
    ]);
  });

  it("that goes away between two calls is told as such", async () => {
    const server = await serve((_request, id) => good(id));
    const federation = await connect(server.url);
    await server.close();
    // The first call may still find the old connection, and lose it.
    await callTool(federation).catch(() => undefined);
    await expect(callTool(federation)).rejects.toMatchObject({ code: "tool/unavailable", effect: "none" });
    expect(federation.servers()).toEqual([{ id: "web", state: "stale", tools: 1, reason: "refused the connection" }]);
    await expect(callTool(federation)).rejects.toMatchObject({ code: "tool/unavailable", effect: "none" });
  });

  it("that does not say goodbye does not hold us up", async () => {
    const server = await serve(
      (_request, id) => good(id),
      ({ method }) => (method === "DELETE" ? { status: 200, hangs: true } : undefined),
    );
    const federation = await connect(server.url);
    const began = performance.now();
    await federation.close();
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it("works with the reference server", async () => {
    const folder = makeTemporaryFolder();
    const spare = await serveLocally(() => ({ status: 200 }));
    const { port } = new URL(spare.url);
    await spare.close();
    const program = join(programs, "mcp-server-everything");
    const { processes } = realWorld();
    const child = processes.start(program, ["streamableHttp"], {
      workingFolder: folder.path,
      environment: { PATH: processes.environment("PATH") ?? "", PORT: port },
    });
    cleanups.push(folder.remove, async () => {
      child.kill("SIGKILL");
      await child.ended;
    });
    await new Promise<void>((resolve) => {
      child.onError((text) => {
        if (text.includes(port)) resolve();
      });
    });
    const federation = await connect(`http://127.0.0.1:${port}/mcp`);
    expect(federation.servers()).toEqual([{ id: "web", state: "ok", tools: 13 }]);
    const tool = federation.tools().find(({ name }) => name === "web__echo");
    const result = await tool?.call?.(
      { message: "hi" },
      { signal: new AbortController().signal, runId: "r", key: "a", depth: 0 },
    );
    expect(result).toMatchObject({ value: { text: "Echo: hi" } });
  });
});

it("quotes an address as it is configured, never as it was filled in", () => {
  expect(addressProblem("htp//s3cret-1/mcp", "${PLACE}/mcp")).toBe(
    "has `${PLACE}/mcp` for an address, which is none; write one such as https://example.com/mcp",
  );
  expect(addressProblem("htp//s3cret-1/mcp")).toBe(
    "has an address that is none; write one such as https://example.com/mcp",
  );
});

it.each([
  ["https://example.com/mcp", true],
  ["http://127.0.0.1:3000/mcp", true],
  ["http://localhost/mcp", true],
  ["http://[::1]:3000/", true],
  ["http://example.com/mcp", false],
  ["http://127.0.0.1.example.com/", false],
  ["https://user:secret@example.com/", false],
  ["file:///etc/passwd", false],
  ["no address", false],
])("the address %s can be used: %s", (url, usable) => {
  expect(addressProblem(url) === undefined).toBe(usable);
});
