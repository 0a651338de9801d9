import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import type { ServerConfig } from "./config.ts";
import { mergeLayers } from "./merge-layers.ts";
import { readLayer } from "./read-layer.ts";
import { startServer } from "./start-server.ts";

const world = simulatedWorld({ processes: { environment: { TOKEN: "t0ken" }, homeFolder: "/home/me" } });

function serverOf(table: string): ServerConfig {
  const server = mergeLayers({ project: readLayer(`[mcp.s]\n${table}`, "f") }).servers.get("s");
  if (server === undefined) throw new Error("no server");
  return server;
}

test("variables are filled in, a command with a folder counts from the project", () => {
  const config = serverOf(
    'command = "bin/x"\nargs = ["--key=${TOKEN}"]\ncwd = "sub"\nread_only = ["get_*"]\n[mcp.s.tool_overrides.put]\nread_only = false\nidempotent = true\n',
  );
  expect(startServer(world, "/p", config)).toMatchObject({
    server: {
      kind: "stdio",
      id: "s",
      command: "/p/bin/x",
      args: ["--key=t0ken"],
      cwd: "/p/sub",
      readOnly: ["get_*", "!put"],
      idempotent: ["put"],
    },
  });
  expect(JSON.stringify(config)).not.toContain("t0ken");
});

test("a variable that is not set keeps the server from starting", () => {
  expect(startServer(world, "/p", serverOf('url = "https://x/${NONE}"\n'))).toEqual({
    problem: "cannot be started: the environment variable `NONE`, which its config reads, is not set",
  });
});

test.each([
  ["npx", "npx"],
  ["~/bin/x", "/home/me/bin/x"],
])("the command %s", (command, expected) => {
  expect(startServer(world, "/p", serverOf(`command = "${command}"\n`))).toMatchObject({
    server: { command: expected },
  });
});

test("what variables are filled in with is told as secrets, and the address is shown as the config writes it", () => {
  const config = serverOf('url = "https://x/${TOKEN}"\nheaders = { A = "Bearer ${TOKEN}", B = "plain" }\n');
  expect(startServer(world, "/p", config)).toMatchObject({
    server: { url: "https://x/t0ken", shownUrl: "https://x/${TOKEN}", secrets: ["t0ken"] },
  });
  expect(startServer(world, "/p", serverOf('command = "x"\n'))).toMatchObject({ server: { secrets: [] } });
});

test("the operator's secrets are told as well", () => {
  const config = serverOf('command = "x"\nargs = ["${TOKEN}"]\n');
  expect(startServer(world, "/p", config, ["s3cret-token", "t0ken"])).toMatchObject({
    server: { secrets: ["s3cret-token", "t0ken"] },
  });
});
