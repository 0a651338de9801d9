import { expect, test } from "vitest";
import { mergeLayers } from "./merge-layers.ts";
import { readLayer } from "./read-layer.ts";

const problems = (text: string): readonly string[] =>
  readLayer(text, "config.toml").diagnostics.map(
    ({ code, line, column, endColumn }) => `${code} ${line}:${column}-${endColumn}`,
  );

test.each([
  ["an environment variable", '[secrets]\nA = {env = "TOKEN"}\n', []],
  ["a file, in a table of its own", '[secrets.A]\nfile = "~/.token"\n', []],
  ["a name with blanks", '[secrets]\n"my token" = {env = "TOKEN"}\n', []],
  ["the value itself, or a short form", '[secrets]\nA = "s3cret-token"\n', ["schema/bad-value 2:5-19"]],
  ["a misspelt key", '[secrets]\nA = {evn = "TOKEN"}\n', ["schema/unknown-key 2:6-9"]],
  ["a key beside", '[secrets]\nA = {env = "TOKEN", trim = true}\n', ["schema/unknown-key 2:21-25"]],
  ["two places", '[secrets]\nA = {env = "TOKEN", file = "x"}\n', ["schema/keys-conflict 2:21-25"]],
  ["no place", "[secrets]\nA = {}\n", ["schema/missing-key 2:1-2"]],
  ["the value in the place of the variable", '[secrets]\nA = {env = "s3cret-token"}\n', ["schema/bad-value 2:12-26"]],
  ["a variable with a dollar", '[secrets]\nA = {env = "${TOKEN}"}\n', ["schema/bad-value 2:12-22"]],
  ["a number for a variable", "[secrets]\nA = {env = 5}\n", ["schema/bad-value 2:12-13"]],
  ["no path", '[secrets]\nA = {file = " "}\n', ["schema/bad-value 2:13-16"]],
  ["a list of files", "[secrets]\nA = {file = []}\n", ["schema/bad-value 2:13-15"]],
  ["no table at all", "secrets = 5\n", ["schema/bad-value 1:11-12"]],
  ["a wrong variable to read", '[settings]\nenv = ["CI", "a b"]\n', ["schema/bad-value 2:14-19"]],
  ["a variable to read that is no list", '[settings]\nenv = "CI"\n', ["schema/bad-value 2:7-11"]],
  ["a variable to read that is no text", "[settings]\nenv = [1]\n", ["schema/bad-value 2:8-9"]],
])("%s", (_, text, expected) => {
  expect(problems(text)).toEqual(expected);
});

test("what stands in the wrong place is never quoted, because it may be the secret", () => {
  const wrong = ['A = "s3cret-token"', 'A = {env = "s3cret-token"}', 'A = ["s3cret-token"]'];
  for (const line of wrong) {
    const { diagnostics, text } = readLayer(`[secrets]\n${line}\nB = {env = "B"}\n`, "f");
    // Nor in the lines that are shown with it, in which everything else keeps its place.
    expect(text).toHaveLength(`[secrets]\n${line}\nB = {env = "B"}\n`.length);
    expect(text).not.toContain("s3cret");
    expect(text).toContain('\nB = {env = "B"}\n');
    expect(diagnostics).toHaveLength(1);
    expect(JSON.stringify(diagnostics)).not.toContain("s3cret");
    expect(diagnostics[0]?.message).toContain("The secret itself does not belong into this file.");
  }
});

const merged = (user: string, project: string): ReturnType<typeof mergeLayers> =>
  mergeLayers({ user: readLayer(user, "user.toml"), project: readLayer(project, "project.toml") });

test("of each secret the project's table counts as a whole, a broken one too", () => {
  const { secrets } = merged(
    '[secrets]\nA = {env = "A1"}\nB = {env = "B1"}\nC = {env = "C1"}\n',
    '[secrets]\nB = {file = "b"}\nC = {evn = "C2"}\n[secrets."x/y"]\nenv = "D"\n',
  );
  expect(
    [...secrets.values()].map(({ name, env, file, fromProject, place }) => [
      name,
      env ?? file,
      fromProject,
      `${place?.file} ${place?.line}:${place?.column}`,
    ]),
  ).toEqual([
    ["A", "A1", false, "user.toml 2:1"],
    ["B", "b", true, "project.toml 2:1"],
    ["C", undefined, true, "project.toml 3:1"],
    ["x/y", "D", true, "project.toml 4:10"],
  ]);
});

test("the project's list of variables replaces that of the user", () => {
  const { variables } = merged('[settings]\nenv = ["CI", "HOME"]\n', '[settings]\nenv = ["LANG"]\n');
  expect(variables.map(({ text, fromProject }) => [text, fromProject])).toEqual([["LANG", true]]);
});
