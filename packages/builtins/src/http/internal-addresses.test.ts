import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { realWorld, simulatedWorld } from "@graph/world";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool } from "../../test-support/builtins.ts";

/** Counts every connection to this machine, over IPv4 and, where there is one, IPv6. */
const servers: Server[] = [];
let connections = 0;
let port = 0;

async function listen(host: string): Promise<void> {
  const server = createServer((_request, response) => response.end("inside"));
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.listen(port, host, () => {
      servers.push(server);
      port = (server.address() as AddressInfo).port;
      resolve();
    });
  });
}

beforeAll(async () => {
  await listen("127.0.0.1");
  await listen("::1");
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** Forty ways to write an address of this machine, of a private network, or of a cloud's credentials. */
const spellings: readonly string[] = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://127.255.255.254:PORT/",
  "http://0x7f.1:PORT/",
  "http://0x7f000001:PORT/",
  "http://0X7F.0.0.0X1:PORT/",
  "http://2130706433:PORT/",
  "http://017700000001:PORT/",
  "http://0177.0.0.01:PORT/",
  "http://0177.0x0.0.1:PORT/",
  "http://0:PORT/",
  "http://0.0.0.0:PORT/",
  "http://00000000:PORT/",
  "http://１２７.０.０.１:PORT/",
  "http://127。0。0。1:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:///127.0.0.1:PORT/",
  "  http://127.0.0.1:PORT/  ",
  "http://127.0\n.0.1:PORT/",
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://localhost.:PORT/",
  "http://[::1]:PORT/",
  "http://[0:0:0:0:0:0:0:1]:PORT/",
  "http://[0000::0001]:PORT/",
  "http://[::]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:7f00:0001]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://[64:ff9b:1::7f00:1]:PORT/",
  "http://[2002:7f00:1::]:PORT/",
  "http://169.254.169.254:PORT/",
  "http://100.64.0.1:PORT/",
  "http://[fd00::1]:PORT/",
  "http://[fe80::1]:PORT/",
  "http://10.0.0.1:PORT/",
  "http://[ff02::1]:PORT/",
];

it.each(spellings)("refuses %j without a connection, though every host is allowed", async (spelling) => {
  expect(spellings.length).toBeGreaterThanOrEqual(40);
  const before = connections;
  const tool = builtinNamed(
    "http_request",
    catalogWith({ world: realWorld(), httpHosts: ["*", "localhost", "127.0.0.1"] }),
  );
  await expect(runTool(tool, { url: spelling.replace("PORT", String(port)) })).rejects.toMatchObject({
    code: "tool/not-allowed",
    class: "denied",
    effect: "none",
  });
  expect(connections).toBe(before);
});

it.each([
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1/",
  "data:text/plain,x",
  "javascript:1",
  "ws://127.0.0.1/",
])("refuses %s", async (url) => {
  const tool = builtinNamed("http_request", catalogWith({ world: realWorld(), httpHosts: ["*"] }));
  await expect(runTool(tool, { url })).rejects.toMatchObject({ code: "tool/not-allowed" });
});

it("refuses every host that is not listed before any name is looked up", async () => {
  const world = simulatedWorld({
    network: {
      addresses: {
        "other.test": () => {
          throw new Error("looked up");
        },
      },
    },
  });
  for (const httpHosts of [[], ["example.org"]]) {
    const tool = builtinNamed("http_request", catalogWith({ world, httpHosts }));
    await expect(runTool(tool, { url: "http://other.test/" })).rejects.toMatchObject({ code: "tool/not-allowed" });
  }
  expect(world.network.connections).toEqual([]);
});

it("lets one host and port through that the operator lists", async () => {
  const before = connections;
  const call = (httpHosts: string[], url: string): Promise<unknown> =>
    runTool(builtinNamed("http_request", catalogWith({ world: realWorld(), httpHosts })), { url });
  expect(await call([`127.0.0.1:${port}`], `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, body: "inside" });
  expect(connections).toBe(before + 1);
  await expect(call([`127.0.0.1:${port}`], `http://127.0.0.1:${port + 1}/`)).rejects.toMatchObject({
    code: "tool/not-allowed",
  });
  await expect(call([`127.0.0.1:${port}`], `http://localhost:${port}/`)).rejects.toMatchObject({
    code: "tool/not-allowed",
  });
  await expect(call(["127.0.0.1"], `http://127.0.0.1:${port}/`)).rejects.toThrow(
    `127.0.0.1:${port} leads to 127.0.0.1, an address of this machine. Such hosts are reached only when \`[tools].http_hosts\` names host and port: "127.0.0.1:${port}".`,
  );
  expect(connections).toBe(before + 1);
});
