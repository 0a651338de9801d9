import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type NetworkRequest, WorldError } from "../world.ts";
import { realNetwork } from "./network.ts";

const open: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<{ port: number; connections: () => number; server: Server }> {
  const server = createServer(handle);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  open.push(server);
  return { port: (server.address() as AddressInfo).port, connections: () => connections, server };
}

const ask = (url: string, more: Partial<NetworkRequest> = {}) => realNetwork().request({ url, method: "GET", ...more });

async function failure(work: Promise<unknown>): Promise<WorldError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WorldError) return error;
    throw error;
  }
  throw new Error("It should have failed.");
}

it("sends method, headers and body, and joins repeated headers", async () => {
  const { port } = await listen((request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      response.writeHead(
        201,
        [
          ["X-One", "a"],
          ["x-one", "b"],
          ["Set-Cookie", "c=1"],
          ["set-cookie", "d=2"],
          ["__proto__", "p"],
        ].flat(),
      );
      response.end(
        JSON.stringify([
          request.method,
          request.url,
          request.headers["x-key"],
          request.headers["content-length"],
          body,
        ]),
      );
    });
  });
  const response = await ask(`http://127.0.0.1:${port}/a%20b?q=1#f`, {
    method: "POST",
    headers: { "X-Key": "k" },
    body: "ü",
  });
  expect(response.status).toBe(201);
  expect(JSON.parse(new TextDecoder().decode(response.body))).toEqual(["POST", "/a%20b?q=1", "k", "2", "ü"]);
  expect(response.headers["x-one"]).toBe("a, b");
  expect(response.headers["set-cookie"]).toBe("c=1, d=2");
  expect(Object.getOwnPropertyDescriptor(response.headers, "__proto__")?.value).toBe("p");
  expect(Object.getPrototypeOf(response.headers)).toBe(Object.prototype);
});

it("does not follow redirects", async () => {
  const { port, connections } = await listen((_request, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const response = await ask(`http://127.0.0.1:${port}/`);
  expect([response.status, response.headers["location"], connections()]).toEqual([302, "/elsewhere", 1]);
});

it("asks about every address before it connects", async () => {
  const { port, connections } = await listen((_request, response) => response.end("x"));
  const asked: string[] = [];
  const refuse = (address: string): boolean => {
    asked.push(address);
    return false;
  };
  const spellings = [
    "127.0.0.1",
    "localhost",
    "0x7f.1",
    "2130706433",
    "0177.0.0.1",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
  ];
  for (const host of spellings) {
    const error = await failure(ask(`http://${host}:${port}/`, { allowAddress: refuse }));
    expect(error.code).toBe("not-allowed");
    expect(error.message).toContain("may not be connected to");
  }
  expect(new Set(asked)).toEqual(
    new Set(["127.0.0.1", "::1", "::ffff:7f00:1"].filter((address) => asked.includes(address))),
  );
  expect(asked[0]).toBe("127.0.0.1");
  expect(asked.at(-1)).toBe("::ffff:7f00:1");
  expect(connections()).toBe(0);
  expect((await ask(`http://localhost:${port}/`, { allowAddress: () => true })).status).toBe(200);
});

it("bounds the body, whether it is announced or not", async () => {
  const { port } = await listen((request, response) => {
    if (request.url === "/announced") response.writeHead(200, { "content-length": "1000000" });
    response.write("x".repeat(600));
    response.write("x".repeat(600));
    if (request.url === "/exact") response.end();
  });
  for (const path of ["announced", "endless"]) {
    const error = await failure(ask(`http://127.0.0.1:${port}/${path}`, { maxBytes: 1000 }));
    expect(error.code).toBe("too-big");
    expect(error.message).toBe(`The answer of 127.0.0.1:${port} is larger than 1000 bytes.`);
  }
  expect((await ask(`http://127.0.0.1:${port}/exact`, { maxBytes: 1200 })).body.length).toBe(1200);
});

it("takes the length of a HEAD answer for what it is", async () => {
  const { port } = await listen((_request, response) => {
    response.writeHead(200, { "content-length": "999999999" }).end();
  });
  const response = await ask(`http://127.0.0.1:${port}/`, { method: "HEAD" });
  expect([response.status, response.body.length]).toEqual([200, 0]);
});

it.each([
  ["before the answer begins", false],
  ["in the middle of the body", true],
])("gives up after the time %s", async (_name, begin) => {
  const { port } = await listen((_request, response) => {
    if (begin) response.write("part");
  });
  const error = await failure(ask(`http://127.0.0.1:${port}/`, { timeoutMs: 40 }));
  expect([error.code, error.message]).toEqual(["timeout", `127.0.0.1:${port} did not answer completely within 40 ms.`]);
});

it("obeys the signal, before and while it waits", async () => {
  const { port, connections } = await listen(() => {});
  expect((await failure(ask(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() }))).code).toBe("aborted");
  expect(connections()).toBe(0);
  const controller = new AbortController();
  const work = failure(ask(`http://127.0.0.1:${port}/`, { signal: controller.signal }));
  controller.abort();
  expect((await work).code).toBe("aborted");
});

it("says what kind of failure it was", async () => {
  const closed = createSocketServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    closed.listen(0, "127.0.0.1", resolve);
  });
  open.push(closed);
  const { port } = closed.address() as AddressInfo;
  expect((await failure(ask(`http://127.0.0.1:${port}/`))).code).toBe("io");
  expect((await failure(ask(`https://127.0.0.1:${port}/`))).code).toBe("io");
  await new Promise((resolve) => {
    closed.close(resolve);
  });
  const refused = await failure(ask(`http://127.0.0.1:${port}/`));
  expect([refused.code, refused.message]).toEqual([
    "refused",
    `No connection to 127.0.0.1:${port} could be made (ECONNREFUSED).`,
  ]);
  const unknown = await failure(ask("http://no-such-host.invalid/"));
  expect(["not-found", "aborted"]).toContain(unknown.code);
  const header = await failure(ask(`http://127.0.0.1:${port}/`, { headers: { "x-a": "b\r\nx-c: d" } }));
  expect(header.code).toBe("invalid");
});

it.each([
  ["file:///etc/passwd", "Only http and https addresses can be asked, not file:"],
  ["not an address", '"not an address" is not a web address.'],
  ["http://user:secret@example.org/", "A user name or password in an address is not sent: use a header."],
])("refuses %s", async (url, message) => {
  const error = await failure(ask(url));
  expect([error.code, error.message]).toEqual(["invalid", message]);
});
