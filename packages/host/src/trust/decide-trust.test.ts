import { simulatedWorld, type SimulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { configFiles, loadConfig } from "../config/load-config.ts";
import { decideTrust, trustProject, type TrustDecision } from "./decide-trust.ts";

const server = (command: string): string => `[mcp.fs]\ncommand = "${command}"\nargs = ["a b"]\n`;

function worldWith(config: string, environment: Readonly<Record<string, string>> = {}): SimulatedWorld {
  return simulatedWorld({
    files: { "/p/.graph/config.toml": config, "/p/in/x": "", "/out/x": "" },
    processes: { homeFolder: "/home/me", environment },
  });
}

async function decide(world: SimulatedWorld, given?: boolean): Promise<TrustDecision> {
  return decideTrust(world, "/p", await loadConfig(world, configFiles(world, "/p")), given);
}

test.each([
  ["no config", "", undefined, {}, "nothing", true],
  ["only what stays inside", '[tools]\nroots = [".", "in"]\n', undefined, {}, "nothing", true],
  ["a server", server("x"), undefined, {}, "nobody", false],
  ["a folder outside", '[tools]\nroots = ["../out"]\n', undefined, {}, "nobody", false],
  ["a host", '[tools]\nhttp_hosts = ["x.org"]\n', undefined, {}, "nobody", false],
  ["the word of the host", server("x"), true, {}, "host", true],
  ["the environment", server("x"), undefined, { GRAPH_TRUST: "1" }, "environment", true],
  ["another value of it", server("x"), undefined, { GRAPH_TRUST: "0" }, "nobody", false],
] as const)("%s", async (_, config, given, environment, by, trusted) => {
  const decision = await decide(worldWith(config, environment), given);
  expect([decision.by, decision.trusted]).toEqual([by, trusted]);
});

test("a link inside that leads outside needs trust", async () => {
  const world = worldWith('[tools]\nroots = ["leak"]\n');
  world.files.link("/p/leak", "/out");
  expect((await decide(world)).things).toMatchObject([{ name: "tools.roots", asks: "files in leak" }]);
});

test("trust is kept until a command changes, and shows the full command", async () => {
  const world = worldWith(server("x"));
  const config = await loadConfig(world, configFiles(world, "/p"));
  expect((await decide(world)).things).toEqual([{ name: "fs", asks: 'runs x "a b"' }]);
  await trustProject(world, "/p", config);
  expect((await decide(world)).by).toBe("store");
  await world.files.writeAtomic("/p/.graph/config.toml", server("y"));
  expect((await decide(world)).by).toBe("nobody");
  expect(await world.files.readText("/home/me/.local/share/graph/trust.json")).toContain('"/p"');
});

test.each([
  ["exclude_tools", 'exclude_tools = ["rm"]', 'idempotent = ["*"]'],
  ["a word on all tools", "", "trust_annotations = true"],
  ["a word on one tool", "", "[mcp.fs.tool_overrides.put]\nidempotent = true"],
  ["the time of a call", 'timeout = "1s"', 'timeout = "1h"'],
  ["where a key goes", "", 'idempotency_argument = "k"'],
  ["a limit", "", "[settings]\nmax_steps = 1000000"],
])("a server's table is trusted as a whole: another %s asks again", async (_, before, after) => {
  const world = worldWith(`${server("x")}${before}\n`);
  await trustProject(world, "/p", await loadConfig(world, configFiles(world, "/p")));
  expect((await decide(world)).by).toBe("store");
  await world.files.writeAtomic("/p/.graph/config.toml", `${server("x")}${after}\n`);
  expect((await decide(world)).by).toBe("nobody");
});

test("a move within the file asks nothing, and the operator's word is shown", async () => {
  const table = `${server("x")}trust_annotations = true\nread_only = ["get_*"]\n`;
  const world = worldWith(table);
  expect((await decide(world)).things).toEqual([
    { name: "fs", asks: 'runs x "a b"; its annotations are trusted, get_* only read' },
  ]);
  await trustProject(world, "/p", await loadConfig(world, configFiles(world, "/p")));
  await world.files.writeAtomic("/p/.graph/config.toml", `# moved\n\n${table}`);
  expect((await decide(world)).by).toBe("store");
});

test("higher limits are asked for by name", async () => {
  const world = worldWith("[settings]\nmax_steps = 1000000\nmax_items = 5\n");
  expect((await decide(world)).things).toMatchObject([
    { name: "settings.max_steps", asks: "1000000 instead of 100000" },
  ]);
});

test("trust that a project brings along counts for nothing", async () => {
  const world = worldWith(server("x"));
  await world.files.writeAtomic("/p/trust.json", '{"version": 1, "projects": {"/p": "anything"}}');
  expect((await decide(world)).trusted).toBe(false);
});

test("a broken trust file trusts nobody", async () => {
  const world = worldWith(server("x"));
  await trustProject(world, "/p", await loadConfig(world, configFiles(world, "/p")));
  await world.files.writeAtomic("/home/me/.local/share/graph/trust.json", "{");
  expect((await decide(world)).trusted).toBe(false);
});
