import { expect, test } from "vitest";
import { mergeLayers } from "./merge-layers.ts";
import { withRaised } from "./raised-settings.ts";
import { readLayer } from "./read-layer.ts";

const merged = (user: string, project: string): ReturnType<typeof mergeLayers> =>
  mergeLayers({ user: readLayer(user, "user.toml"), project: readLayer(project, "project.toml") });

test("of each key the project's counts, and a server it has a say in is the project's", () => {
  const config = merged(
    '[mcp.a]\ncommand = "x"\nargs = ["1"]\n[mcp.b]\nurl = "https://b"\n[settings]\nmax_steps = 5\ndefault_timeout = "2s"\n',
    '[mcp.a]\nargs = ["2"]\ntimeout = "3s"\n[settings]\nmax_steps = 7\n',
  );
  expect(config.servers.get("a")).toMatchObject({ command: "x", args: ["2"], timeoutMs: 3000, fromProject: true });
  expect(config.servers.get("a")?.place).toMatchObject({ file: "project.toml", line: 1, column: 6 });
  expect(config.servers.get("b")).toMatchObject({ url: "https://b", fromProject: false });
  expect(withRaised(config).ceilings).toEqual({ max_steps: 7 });
  expect(config.defaultTimeoutMs).toBe(2000);
});

test("a list of the project replaces that of the user, each text with its place", () => {
  const config = merged('[tools]\nalways_loaded = ["u"]\nroots = ["/u"]\n', '[tools]\nalways_loaded = ["a", "b*"]\n');
  expect(config.alwaysLoaded.map(({ text, place }) => [text, place?.file, place?.column])).toEqual([
    ["a", "project.toml", 18],
    ["b*", "project.toml", 23],
  ]);
  expect(config.roots.map(({ text, fromProject }) => [text, fromProject])).toEqual([["/u", false]]);
});

test.each([
  ["a misspelt key", 'command = "x"\nexclude_tool = ["rm"]\n', "is left out: its table has an error."],
  ["both ways", 'command = "x"\nurl = "https://x"\n', "is left out: its table has both a command and a url"],
  ["no way", 'args = ["x"]\n', "is left out: its table has neither a command nor a url"],
])("a server with %s is not started", (_, table, reason) => {
  expect(merged("", `[mcp.fs]\n${table}`).servers.get("fs")?.unusable).toContain(reason);
});
