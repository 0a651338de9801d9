import { expect, test } from "vitest";
import { readLayer } from "./read-layer.ts";

const problems = (text: string): readonly string[] =>
  readLayer(text, "config.toml").diagnostics.map(
    ({ code, severity, line, column, endColumn }) => `${code} ${severity} ${line}:${column}-${endColumn}`,
  );

test.each([
  ["fine", 'version = 1\n[mcp.fs]\ncommand = "x"\n', []],
  ["bad id", "version = 1\n[mcp.a__b]\n", ["name/bad-name error 2:6-10"]],
  ["underscore at the end", "[mcp.b_]\n", ["name/bad-name error 1:6-8"]],
  ["capital", "[mcp.Big]\n", ["name/bad-name error 1:6-9"]],
  ["taken by graph", "[mcp.builtin]\n", ["name/reserved error 1:6-13"]],
  ["unknown key", '[tools]\nalways_load = ["x"]\n', ["schema/unknown-key error 2:1-12"]],
  ["unknown table", "[tool]\n", ["schema/unknown-key error 1:2-6"]],
  ["not built", '[providers]\nA = { env = "A" }\n', ["schema/unknown-key error 1:2-11"]],
  ["engine not built", '[engine]\nkind = "sqlite"\n', ["schema/bad-value error 2:8-16"]],
  ["engine unknown", '[engine]\nkind = "disk"\n', ["schema/bad-value error 2:8-14"]],
  ["wrong type", "[mcp.fs]\ncommand = 1\n", ["schema/bad-value error 2:11-12"]],
  ["wrong item", '[mcp.fs]\nargs = ["a", 5]\n', ["schema/bad-value error 2:14-15"]],
  ["bad duration", '[mcp.fs]\ntimeout = "soon"\n', ["schema/bad-duration error 2:11-17"]],
  [
    "a server twice",
    '[mcp.fs]\ncommand = "a"\n[mcp.gh]\ncommand = "b"\n[mcp.fs]\ncommand = "c"\n',
    ["name/duplicate error 5:6-8"],
  ],
  ["a data folder, which nothing keeps", '[settings]\ndata_dir = "x"\n', ["schema/unknown-key error 2:1-9"]],
  [
    "a limit of outputs, which nothing holds",
    "[settings]\nmax_output_bytes = 9\n",
    ["schema/unknown-key error 2:1-17"],
  ],
  [
    "a name that no glob may have",
    `[tools]\nalways_loaded = ["${"x".repeat(1001)}"]\n`,
    ["schema/bad-value error 2:18-1021"],
  ],
  [
    "globs without end",
    `[mcp.s]\ncommand = "x"\nexclude_tools = [${'"x", '.repeat(1001)}]\n`,
    ["schema/bad-value error 3:17-5024"],
  ],
  ["newer", "version = 2\nnonsense = 1\n", ["schema/newer-version error 1:11-12"]],
  ["no TOML", '[mcp.fs]\ncommand = "a\n', ["schema/bad-value error 2:13-13"]],
  ["__proto__ is a key like any other", "[__proto__]\nx = 1\n", ["schema/unknown-key error 1:2-11"]],
])("%s", (_, text, expected) => {
  expect(problems(text)).toEqual(expected);
});

test("the first of two tables counts, and the rest is read", () => {
  const { data } = readLayer('[mcp.fs]\ncommand = "a"\n[mcp.fs]\ncommand = "c"\n[tools]\nroots = ["."]\n', "f");
  expect(data).toEqual({ mcp: { fs: { command: "a" } }, tools: { roots: ["."] } });
});

test("the nearest known key is suggested, a feature that is not built is named", () => {
  expect(readLayer("[tools]\nalways_load = []\n", "f").diagnostics[0]?.message).toContain("`always_loaded`");
  expect(readLayer("[telemetry]\n", "f").diagnostics[0]?.message).toBe(
    "`telemetry` (telemetry) is not supported by this version of graph. Remove it.",
  );
});

test("nesting without end is one problem of the file", () => {
  const { data, diagnostics } = readLayer(`a = ${"[".repeat(100_000)}`, "f");
  expect(data).toEqual({});
  expect(diagnostics.map(({ code }) => code)).toEqual(["schema/bad-value"]);
  expect(diagnostics[0]?.message).not.toContain("stack");
});

test("a key not built is refused by name", () => {
  expect(readLayer('[settings]\ndata_dir = "x"\n', "f").diagnostics[0]?.message).toBe(
    "`settings.data_dir` (a folder for runs that are kept) is not supported by this version of graph. Remove it.",
  );
});

test("a file with thousands of problems: 50 of them, one that counts the rest, and soon", () => {
  const hosts = `[tools]\nhttp_hosts = [\n${'"a b",\n'.repeat(9000)}]\n`;
  const began = performance.now();
  const { diagnostics } = readLayer(hosts, "f");
  // It took a minute and a half when every place was looked for from the start.
  expect(performance.now() - began).toBeLessThan(5000);
  expect(diagnostics).toHaveLength(51);
  expect(diagnostics[49]).toMatchObject({ line: 52, column: 1 });
  expect(diagnostics[50]?.message).toBe("There are 8,950 more like this, not listed here.");
});

test("duplicates by the thousand are one pass", () => {
  const began = performance.now();
  const { data, diagnostics } = readLayer(`version = 1\n${"version = 1\n".repeat(5000)}[tools]\nroots = ["."]\n`, "f");
  expect(performance.now() - began).toBeLessThan(5000);
  expect(data).toEqual({ version: 1, tools: { roots: ["."] } });
  expect(diagnostics).toHaveLength(51);
});

test("a server whose error is beyond those that are listed is left out all the same", () => {
  const layer = readLayer(`${"x = 1\n".repeat(100)}[mcp.fs]\ncommand = "x"\nexclude_tool = ["rm"]\n`, "f");
  expect(layer.diagnostics.some((one) => one.path?.startsWith("/mcp/fs"))).toBe(false);
  expect(layer.brokenServers.get("fs")).toContain("`exclude_tool` is no key");
});

test.each([
  ["5,000 dotted keys in a table", `[mcp]\n${"a.".repeat(4999)}a = 1`],
  ["5,000 dotted keys in a list", `a = [{${"a.".repeat(4999)}a = 1}]`],
  ["dotted keys", `${"a.".repeat(30_000)}a = 1`],
  ["a dotted table", `[${"a.".repeat(30_000)}a]`],
  ["keys below one name that is too long", `["${"a".repeat(30_000)}"]\n${"b.c = 1\n".repeat(3000)}`],
  ["inline tables", `a = ${"{a = ".repeat(5000)}1`],
])("%s without end are one problem of the file, in plain words", (_, text) => {
  const began = performance.now();
  const { data, diagnostics } = readLayer(text, "f");
  expect(performance.now() - began).toBeLessThan(5000);
  expect(data).toEqual({});
  expect(diagnostics[0]?.message).toContain("None of this file counts");
  expect(diagnostics[0]?.message).not.toMatch(/stack|undefined|Maximum/u);
});
