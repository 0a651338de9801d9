import type { JsonObject } from "@graph/plan";
import type { ToolContext } from "@graph/tools";
import {
  type NetworkScript,
  type ScriptedRequest,
  simulatedWorld,
  type SimulatedWorld,
  WorldError,
} from "@graph/world";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool } from "../../test-support/builtins.ts";

interface Setup {
  readonly world: SimulatedWorld;
  readonly sent: ScriptedRequest[];
  readonly call: (input: JsonObject, context?: Partial<ToolContext>) => Promise<unknown>;
}

function setup(script: NetworkScript, hosts: readonly string[] = ["*.test"], addresses = {}): Setup {
  const sent: ScriptedRequest[] = [];
  const world = simulatedWorld({
    network: {
      addresses,
      script: (request) => {
        sent.push(request);
        return script(request);
      },
    },
  });
  const tool = builtinNamed("http_request", catalogWith({ world, httpHosts: hosts }));
  return { world, sent, call: (input, context) => runTool(tool, input, context) };
}

async function failure(work: Promise<unknown>): Promise<unknown[]> {
  try {
    return ["ok", await work];
  } catch (error) {
    const { code, class: errorClass, effect, message, retryAfterMs } = error as Record<string, unknown>;
    return [code, errorClass, effect, message, ...(retryAfterMs === undefined ? [] : [retryAfterMs])];
  }
}

it("sends what it is given", async () => {
  const { sent, call } = setup(() => ({ status: 201, body: "made" }));
  const input = {
    url: "https://a.test/x?one=1#part",
    method: "POST",
    headers: { "X-Key": "k", "Content-Type": "text/csv" },
    query: { two: 2, list: ["a", "b c"], yes: true, gone: null },
    body: "a;b",
    timeout_ms: 5000,
    max_bytes: 10,
  };
  expect(await call(input)).toEqual({
    status: 201,
    url: "https://a.test/x?one=1&two=2&list=a&list=b+c&yes=true",
    headers: {},
    body: "made",
  });
  expect(sent[0]).toMatchObject({
    method: "POST",
    headers: { "user-agent": "graph", "x-key": "k", "content-type": "text/csv" },
    body: "a;b",
    timeoutMs: 5000,
    maxBytes: 10,
  });
});

it("sends JSON and the idempotency key", async () => {
  const { sent, call } = setup(() => ({ status: 204 }));
  const input = { url: "https://a.test/", method: "PUT", json: { a: [1] } };
  await call({ ...input, idempotency_key: "k-1" });
  await call(input, { idempotencyKey: "k-2" });
  expect(sent.map(({ headers, body }) => [headers?.["content-type"], headers?.["idempotency-key"], body])).toEqual([
    ["application/json", "k-1", '{"a":[1]}'],
    ["application/json", "k-2", '{"a":[1]}'],
  ]);
});

it.each<[string, string | undefined, string | Uint8Array, object]>([
  ["JSON", "application/json; charset=utf-8", '{"a": 1}', { json: { a: 1 } }],
  ["a kind of JSON", "application/problem+json", "null", { json: null }],
  ["JSON that is none", "application/json", "{", { body: "{" }],
  ["text", "text/plain", '{"a": 1}', { body: '{"a": 1}' }],
  ["nothing", undefined, "", { body: "" }],
  ["another character set", "text/plain; charset=iso-8859-1", new Uint8Array([0xe9]), { body: "é" }],
  ["a character set that nobody knows", "text/plain; charset=x-none", "a", { body: "a" }],
  ["bytes", "image/png", new Uint8Array([0x89, 0x50, 0xff]), { base64: "iVD/" }],
])("gives %s as what it is", async (_name, type, body, expected) => {
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const { call } = setup(() => ({ status: 200, headers, body }));
  expect(await call({ url: "https://a.test/" })).toEqual({ status: 200, url: "https://a.test/", headers, ...expected });
});

it.each<[string, JsonObject, string]>([
  ["a body in a GET", { body: "x" }, "A GET request has no body."],
  ["two bodies", { method: "POST", body: "x", json: 1 }, "Give `body` or `json`, not both."],
  ["a Host header", { headers: { HOST: "b.test" } }, "The header `HOST` is set by the connection and cannot be given."],
  [
    "a split request",
    { headers: { "Transfer-Encoding": "chunked" } },
    "The header `Transfer-Encoding` is set by the connection and cannot be given.",
  ],
  ["what is no address", { url: "a.test" }, '"a.test" is not a web address.'],
])("refuses %s", async (_name, input, message) => {
  const { sent, call } = setup(() => ({ status: 200 }));
  expect(await failure(call({ url: "https://a.test/", ...input }))).toEqual([
    "tool/failed",
    "invalid_input",
    "none",
    message,
  ]);
  expect(sent).toEqual([]);
});

it("refuses credentials in an address", async () => {
  const { call } = setup(() => ({ status: 200 }));
  expect(await failure(call({ url: "https://ann:secret@a.test/" }))).toEqual([
    "tool/not-allowed",
    "denied",
    "none",
    "An address with a user name or password may not be asked (a.test): send a header.",
  ]);
});

it.each<[number, string, Record<string, string>, unknown[]]>([
  [429, "GET", { "retry-after": "7" }, ["tool/failed", "rate_limited", "none", "a.test answered 429: slow down", 7000]],
  [429, "POST", {}, ["tool/failed", "rate_limited", "none", "a.test answered 429: slow down"]],
  [401, "POST", {}, ["tool/failed", "denied", "none", "a.test answered 401: slow down"]],
  [403, "GET", {}, ["tool/failed", "denied", "none", "a.test answered 403: slow down"]],
  [500, "GET", {}, ["tool/failed", "unavailable", "none", "a.test answered 500: slow down"]],
  [502, "POST", {}, ["tool/failed", "unavailable", "maybe", "a.test answered 502: slow down"]],
  [
    503,
    "GET",
    { "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" },
    ["tool/failed", "unavailable", "none", "a.test answered 503: slow down", 60_000],
  ],
  [503, "GET", { "retry-after": "soon" }, ["tool/failed", "unavailable", "none", "a.test answered 503: slow down"]],
])("fails on %d to a %s", async (status, method, headers, expected) => {
  const { call } = setup(() => ({ status, headers, body: " slow down\n" }));
  expect(await failure(call({ url: "https://a.test/", method }))).toEqual(expected);
});

it.each([200, 204, 304, 400, 404, 409, 418])("takes %d for a result", async (status) => {
  expect(await setup(() => ({ status })).call({ url: "https://a.test/" })).toMatchObject({ status });
});

it.each<[ConstructorParameters<typeof WorldError>[0], string, string, string, string]>([
  ["refused", "POST", "tool/failed", "unavailable", "none"],
  ["not-found", "POST", "tool/failed", "unavailable", "none"],
  ["io", "POST", "tool/failed", "unavailable", "maybe"],
  ["io", "GET", "tool/failed", "unavailable", "none"],
  ["timeout", "POST", "tool/timeout", "timeout", "maybe"],
  ["timeout", "GET", "tool/timeout", "timeout", "none"],
  ["invalid", "POST", "tool/failed", "invalid_input", "none"],
  ["aborted", "POST", "tool/failed", "tool_error", "maybe"],
  ["too-big", "GET", "limit/output-bytes", "tool_error", "none"],
])("classes a failure of the network: %s of a %s", async (code, method, toolCode, errorClass, effect) => {
  const { call } = setup(() => {
    throw new WorldError(code, "a.test", "Because.");
  });
  const [seenCode, seenClass, seenEffect] = await failure(call({ url: "https://a.test/", method }));
  expect([seenCode, seenClass, seenEffect]).toEqual([toolCode, errorClass, effect]);
});

const to = (location: string, status = 302): ReturnType<NetworkScript> => ({ status, headers: { location } });

it.each<[string, number, number, unknown[]]>([
  ["POST", 303, 503, ["tool/failed", "unavailable", "maybe", "a.test answered 503: later"]],
  ["PUT", 303, 500, ["tool/failed", "unavailable", "maybe", "a.test answered 500: later"]],
  ["POST", 302, 429, ["tool/failed", "rate_limited", "maybe", "a.test answered 429: later"]],
  ["POST", 301, 401, ["tool/failed", "denied", "maybe", "a.test answered 401: later"]],
  ["DELETE", 307, 403, ["tool/failed", "denied", "maybe", "a.test answered 403: later"]],
  ["GET", 302, 503, ["tool/failed", "unavailable", "none", "a.test answered 503: later"]],
  ["GET", 302, 429, ["tool/failed", "rate_limited", "none", "a.test answered 429: later"]],
])(
  "does not forget that a %s was received when its redirect (%d) leads to %d",
  async (method, by, status, expected) => {
    const { sent, call } = setup(({ url }) => (url.endsWith("/end") ? { status, body: "later" } : to("/end", by)));
    expect(await failure(call({ url: "https://a.test/", method }))).toEqual(expected);
    expect(sent).toHaveLength(2);
  },
);

it.each<[ConstructorParameters<typeof WorldError>[0], string]>([
  ["refused", "unavailable"],
  ["io", "unavailable"],
  ["timeout", "timeout"],
  ["too-big", "tool_error"],
  ["aborted", "tool_error"],
])("does not forget that a POST was received when the GET after it fails: %s", async (code, expected) => {
  const { call } = setup(({ url }) => {
    if (url.endsWith("/end")) throw new WorldError(code, "a.test", "Because.");
    return to("/end", 303);
  });
  const [, errorClass, effect] = await failure(call({ url: "https://a.test/", method: "POST", body: "x" }));
  expect([errorClass, effect]).toEqual([expected, "maybe"]);
});

it("follows redirects within the host and keeps its headers", async () => {
  const { sent, call } = setup(({ url }) => (url.endsWith("/end") ? { status: 200, body: "done" } : to("../end")));
  const headers = { authorization: "Bearer x", cookie: "c=1" };
  expect(await call({ url: "https://a.test/one/two", headers })).toMatchObject({
    url: "https://a.test/end",
    body: "done",
  });
  expect(sent[1]?.headers).toEqual({ "user-agent": "graph", authorization: "Bearer x", cookie: "c=1" });
});

it.each(["https://b.test/", "https://a.test:8443/"])("leaves credentials behind on the way to %s", async (location) => {
  const { sent, call } = setup(({ url }) => (url === location ? { status: 200 } : to(location, 307)));
  await call({
    url: "https://a.test/",
    method: "POST",
    headers: { Authorization: "Bearer x", Cookie: "c=1", "X-Api-Key": "k", Accept: "text/csv" },
    json: 1,
    idempotency_key: "key",
  });
  expect(sent[1]).toMatchObject({ method: "POST", body: "1" });
  expect(sent[1]?.headers).toEqual({ "user-agent": "graph", accept: "text/csv", "content-type": "application/json" });
});

it.each<[number, string, string, string | undefined]>([
  [301, "POST", "GET", undefined],
  [302, "POST", "GET", undefined],
  [303, "PUT", "GET", undefined],
  [307, "POST", "POST", "x"],
  [308, "POST", "POST", "x"],
  [302, "PUT", "PUT", "x"],
  [303, "HEAD", "HEAD", undefined],
])("goes on after %d to a %s with a %s", async (status, method, expected, body) => {
  const { sent, call } = setup(({ url }) => (url.endsWith("/end") ? { status: 200 } : to("/end", status)));
  await call({ url: "https://a.test/", method, ...(method !== "HEAD" && { body: "x" }) });
  expect([sent[1]?.method, sent[1]?.body]).toEqual([expected, body]);
});

it("stops after five redirects", async () => {
  const { sent, call } = setup(({ url }) => to(`${url}x`));
  expect(await failure(call({ url: "https://a.test/" }))).toEqual([
    "tool/failed",
    "tool_error",
    "none",
    "a.test redirects more than 5 times.",
  ]);
  expect(sent).toHaveLength(6);
});

it.each<[string, string, string]>([
  [
    "a host that is not allowed",
    "https://evil.example/",
    "The host evil.example is not allowed by `[tools].http_hosts` (allowed are *.test).",
  ],
  [
    "this machine",
    "https://inside.test/",
    'inside.test leads to 127.0.0.1, an address of this machine. Such hosts are reached only when `[tools].http_hosts` names host and port: "inside.test:443".',
  ],
  ["another scheme", "file:///etc/passwd", "Only http and https addresses may be asked, not file:"],
  ["the clear", "http://b.test/", "a.test redirects from https to http, which would send the request in the clear."],
  [
    "an address with credentials",
    "https://u:p@b.test/",
    "An address with a user name or password may not be asked (b.test): send a header.",
  ],
])("does not follow a redirect to %s", async (_name, location, message) => {
  const { sent, call } = setup(() => to(location), ["*.test"], { "inside.test": ["127.0.0.1"] });
  expect(await failure(call({ url: "https://a.test/" }))).toEqual(["tool/not-allowed", "denied", "none", message]);
  expect(await failure(call({ url: "https://a.test/", method: "POST", body: "x" }))).toEqual([
    "tool/not-allowed",
    "denied",
    "maybe",
    message,
  ]);
  expect(sent.every(({ url }) => url === "https://a.test/")).toBe(true);
});

it("takes a redirect without a place to go for a result", async () => {
  expect(await setup(() => ({ status: 302 })).call({ url: "https://a.test/" })).toMatchObject({ status: 302 });
});

it("asks a name server once a request, and refuses when any of its answers is internal", async () => {
  const answers = [["203.0.113.9"], ["203.0.113.9", "10.0.0.1"]];
  let asked = 0;
  const addresses = { "rebind.test": () => answers[asked++] ?? ["127.0.0.1"] };
  const { world, call } = setup(() => ({ status: 200 }), ["*.test"], addresses);
  expect(await call({ url: "http://rebind.test/" })).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
  expect((await failure(call({ url: "http://rebind.test/" })))[0]).toBe("tool/not-allowed");
  expect((await failure(call({ url: "http://rebind.test/" })))[0]).toBe("tool/not-allowed");
  expect(world.network.connections).toEqual([{ url: "http://rebind.test/", address: "203.0.113.9" }]);
});
