import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { configFiles, loadConfig } from "../config/load-config.ts";
import { type ProjectSecrets, readSecrets } from "./read-secrets.ts";

const config = `[secrets]
VARIABLE = {env = "PAGER_TOKEN"}
HOME = {file = "~/token"}
PROJECT = {file = "keys/pem"}
SHORT = {env = "SHORT"}
UNSET = {env = "NOT_SET"}
EMPTY = {env = "EMPTY"}
GONE = {file = "gone"}
FOLDER = {file = "keys"}
NOTHING = {file = "keys/nothing"}
BIG = {file = "keys/big"}
BROKEN = {}
`;

async function read(refuse: readonly string[] = []): Promise<ProjectSecrets> {
  const world = simulatedWorld({
    files: {
      "/p/.graph/config.toml": config,
      "/home/me/token": "home-token\r\n",
      "/p/keys/pem": "line one\nline two\n\n",
      "/p/keys/nothing": "\n",
      "/p/keys/big": "x".repeat(65_537),
    },
    processes: { homeFolder: "/home/me", environment: { PAGER_TOKEN: "pager-token\n", SHORT: "12345", EMPTY: "" } },
  });
  const loaded = await loadConfig(world, configFiles(world, "/p"));
  return readSecrets(world, "/p", loaded, new Set(refuse.map((name) => loaded.secrets.get(name))));
}

test("variables are read as they are, files without their last line end", async () => {
  const { source, values, states } = await read();
  const expected = { VARIABLE: "pager-token\n", HOME: "home-token", PROJECT: "line one\nline two\n" };
  expect(Object.keys(expected).map((name) => source?.value(name))).toEqual(Object.values(expected));
  expect(values).toEqual(Object.values(expected));
  expect([...states]).toEqual([
    ["VARIABLE", "set"],
    ["HOME", "set"],
    ["PROJECT", "set"],
    ["SHORT", "short"],
    ...["UNSET", "EMPTY", "GONE", "FOLDER", "NOTHING", "BIG", "BROKEN"].map((name) => [name, "unset"]),
  ]);
  expect(source?.redactor.text("12345 home-token line two")).toBe("12345 *** ***");
});

test("why one has no value is told once, at its name", async () => {
  const { diagnostics } = await read();
  expect(
    diagnostics.map(({ code, severity, line, column, message }) => [code, severity, line, column, message]),
  ).toEqual([
    [
      "secret/too-short",
      "warning",
      5,
      1,
      "The secret `SHORT` is shorter than 6 characters: it could not be kept out of what is shown, so no plan gets it. Use a longer one.",
    ],
    ...[
      ["note", 6, "The secret `UNSET` has no value: the environment variable NOT_SET is not set."],
      ["note", 7, "The secret `EMPTY` has no value: the environment variable EMPTY is not set."],
      ["note", 8, "The secret `GONE` has no value: there is no file gone."],
      ["warning", 9, "The secret `FOLDER` has no value: keys is not a file."],
      ["warning", 10, "The secret `NOTHING` has no value: the file keys/nothing is empty."],
      ["warning", 11, "The secret `BIG` has no value: the file keys/big is over 64 KiB."],
    ].map(([severity, line, message]) => ["secret/missing", severity, line, 1, message]),
  ]);
});

test("one that is refused is not looked for", async () => {
  const { source, states, diagnostics } = await read(["VARIABLE", "SHORT", "GONE"]);
  expect(source?.value("VARIABLE")).toBeUndefined();
  expect(["VARIABLE", "SHORT", "GONE"].map((name) => states.get(name))).toEqual(["unset", "unset", "unset"]);
  expect(diagnostics.map(({ line }) => line)).toEqual([6, 7, 9, 10, 11]);
});

test("a config without secrets has no source", async () => {
  const world = simulatedWorld({ files: {} });
  const loaded = await loadConfig(world, configFiles(world, "/p"));
  expect(await readSecrets(world, "/p", loaded, new Set())).toEqual({
    states: new Map(),
    values: [],
    source: undefined,
    diagnostics: [],
  });
});
