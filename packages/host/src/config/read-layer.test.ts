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
  ["not built", '[secrets]\nA = { env = "A" }\n', ["schema/unknown-key error 1:2-9"]],
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
