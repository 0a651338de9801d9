import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretShapes } from "../../packages/runner/test-support/secret-shapes.ts";
import { secretWritings } from "../../packages/runner/test-support/secret-writings.ts";
import type { GraphOutcome, GraphProject } from "../support/graph-command.ts";
import { document, graphProjects } from "../support/graph-projects.ts";
import { fakeServerConfig } from "../support/project-folder.ts";

const project = graphProjects();
const environment = { GRAPH_TRUST: "1", PAGER_TOKEN: "s3cret-token", SHORT: "abc", CI: "yes" };
const secrets = '\n[secrets]\nTOKEN = {env = "PAGER_TOKEN"}\nKEY = {file = "keys/one"}\nSHORT = {env = "SHORT"}\n';
const key = secretShapes.find(({ name }) => name === "a key of several lines");
if (key === undefined) throw new Error("there is no key");

/** Every writing in which something of the secrets of this file was printed. */
function printed(...outcomes: readonly GraphOutcome[]): readonly string[] {
  const all = outcomes.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join("\n");
  const hidden = [environment.PAGER_TOKEN, ...(key === undefined ? [] : [key.value, ...key.parts])];
  return secretWritings
    .filter(({ telling }) => hidden.some((one) => all.includes(telling(one))))
    .map(({ name }) => name);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const plan = (steps: string, more = ""): string => `identifier: main\ndescription: One.\nsteps:\n${steps}${more}`;

/** A project whose tools are those of the fake server, in a process of its own. */
function withServer(files: Readonly<Record<string, string>>): GraphProject {
  const made = project({ "keys/one": `${key?.value ?? ""}\r\n`, ...files });
  const states = { stateFile: join(made.folder, "state.json"), outFile: join(made.folder, "out.txt") };
  made.write({ ".graph/config.toml": `version = 1\n${fakeServerConfig(states)}${secrets}` });
  return made;
}

test("a server's tool gets the true value, and nothing of it is printed", async () => {
  const step = (id: string, name: string): string =>
    `  - {id: ${id}, tool_name: fake__hash, input: {value: <<secrets.${name}>>}}\n`;
  const echo = '  - {id: c, tool_name: fake__echo, input: {t: <<secrets.TOKEN>>, k: "key: <<secrets.KEY>>"}}\n';
  const output = "output: {token: <<a.sha256>>, key: <<b.sha256>>, echo: <<c>>}\n";
  const made = withServer({ ".graph/plans/main.yaml": plan(step("a", "TOKEN") + step("b", "KEY") + echo, output) });
  const [plain, json] = [
    await made.graph(["plan", "run", "main"], { environment }),
    await made.graph(["plan", "run", "main", "--json"], { environment }),
  ];
  const expected = { token: sha256("s3cret-token"), key: sha256(key.value), echo: { t: "***", k: "key: ***" } };
  expect([plain.code, document(plain)]).toEqual([0, expected]);
  expect(document(json)).toMatchObject({ status: "succeeded", output: expected });
  expect(printed(plain, json)).toEqual([]);
});

test("nor of the words of a tool that fails, of its retries, or of a call by hand", async () => {
  const fail = `  - id: a
    tool_name: fake__fail
    input: {message: 'refused: <<secrets.TOKEN>> "<<secrets.KEY>>"', class: unavailable}
    retry: {max_attempts: 2, delay: 1ms, errors: [tool_error]}
`;
  const made = withServer({ ".graph/plans/main.yaml": plan(fail) });
  const [plain, json, call] = [
    await made.graph(["plan", "run", "main"], { environment }),
    await made.graph(["plan", "run", "main", "--json"], { environment }),
    await made.graph(["tools", "call", "fake__echo", "--input", '{"v": "czNjcmV0LXRva2Vu"}'], { environment }),
  ];
  expect([plain.code, plain.stdout, json.code]).toEqual([1, "", 1]);
  expect(plain.stderr).toContain('refused: *** "***"');
  expect(plain.stderr).toMatch(/^retry /mu);
  expect(document(json)).toMatchObject({
    status: "failed",
    error: { code: "tool/failed", message: 'refused: *** "***"' },
  });
  expect(document(call)).toEqual({ v: "***" });
  expect(printed(plain, json, call)).toEqual([]);
});

test("nor of what a server complains about that does not start", async () => {
  const made = project({
    "keys/one": key.value,
    ".graph/config.toml": `[mcp.bad]\ncommand = "sh"\nargs = ["-c", "cat keys/one >&2; exit 3"]\n${secrets}`,
    ".graph/plans/main.yaml": plan("  - {id: a, tool_name: bad__x, input: {t: <<secrets.KEY>>}}\n"),
  });
  const [tested, run] = [
    await made.graph(["mcp", "test", "bad"], { environment }),
    await made.graph(["plan", "run", "main"], { environment }),
  ];
  expect(tested.stdout).toContain("exited with code 3");
  expect(run.stderr).toContain("tool/unavailable");
  expect(printed(tested, run)).toEqual([]);
});

describe("a plan is refused", () => {
  const call = (more: string): string => `  - id: a\n    tool_name: builtin__reshape\n${more}`;
  const shape = "    input: {shape: 1}\n";

  test.each([
    ["a gate", call(`    if: {value: <<secrets.TOKEN>>, op: eq, to: x}\n${shape}`), 6, 17],
    ["a helper", call('    input: {shape: "<<upper secrets.TOKEN>>"}\n'), 6, 21],
    ["a block", call('    input: {shape: "<<#if secrets.TOKEN>>x<</if>>"}\n'), 6, 21],
    ["the output", call(`${shape}output: {v: <<secrets.TOKEN>>}\n`), 7, 13],
    [
      "the input of a control step",
      "  - {id: a, tool_name: reduce, input: {over: [1], initial: <<secrets.TOKEN>>, do: {tool_name: builtin__reshape, input: {shape: 1}}}}\n",
      4,
      60,
    ],
    ["the message of an exit", "  - {id: a, tool_name: exit, input: {message: no <<secrets.TOKEN>>}}\n", 4, 50],
    ["a plan's input", "  - {id: a, tool_name: plan__other, input: {t: <<secrets.TOKEN>>}}\n", 4, 48],
    ["a whole read of all", call("    input: {shape: <<secrets>>}\n"), 6, 20],
    ["a part of one", call("    input: {shape: <<secrets.TOKEN.length>>}\n"), 6, 20],
  ])("with a secret in %s, at its place", async (_, steps, line, column) => {
    const other =
      "identifier: other\ndescription: Two.\ninput_schema: {type: object, properties: {t: {type: string}}}\nsteps:\n  - {id: b, tool_name: builtin__reshape, input: {shape: <<input.t>>}}\noutput: {v: <<b>>}\n";
    const made = project({
      ".graph/config.toml": secrets,
      ".graph/plans/main.yaml": plan(steps),
      ".graph/plans/other.yaml": other,
    });
    const checked = await made.graph(["plan", "check", "main", "--json"], { environment });
    const { diagnostics } = document(checked) as { diagnostics: readonly Readonly<Record<string, unknown>>[] };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect([checked.code, errors.map((one) => [one["code"], one["line"], one["column"]])]).toEqual([
      1,
      [["secret/outside-input", line, column]],
    ]);
    expect(printed(checked)).toEqual([]);
  });

  test("with a secret that is too short, which the config is told of as well", async () => {
    const made = project({
      ".graph/config.toml": secrets,
      ".graph/plans/main.yaml": plan("  - {id: a, tool_name: builtin__reshape, input: {shape: <<secrets.SHORT>>}}\n"),
    });
    const { code, stderr } = await made.graph(["plan", "run", "main"], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain(".graph/plans/main.yaml:4:57");
    expect(stderr).toContain(".graph/config.toml:5:1");
    expect(stderr.match(/secret\/too-short/gu)).toHaveLength(2);
  });

  test("before the project is trusted, with everything that it asks for", async () => {
    const made = project({
      ".graph/config.toml": `[settings]\nenv = ["CI"]\n${secrets}`,
      ".graph/plans/main.yaml": plan(
        "  - {id: a, tool_name: builtin__reshape, input: {shape: <<secrets.TOKEN>>}}\noutput: {v: <<a>>, ci: <<env.CI>>}\n",
      ),
    });
    const untrusted = { ...environment, GRAPH_TRUST: "" };
    const refused = await made.graph(["plan", "run", "main"], { environment: untrusted });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The secret `TOKEN` has no value, because this project is not trusted");
    const trust = await made.graph(["trust", "--yes"], { environment: untrusted });
    expect(trust.stderr).toContain("secrets.TOKEN: the environment variable PAGER_TOKEN, as a secret for its plans");
    expect(trust.stderr).toContain("settings.env: the environment variable CI, for its plans to read");
    const run = await made.graph(["plan", "run", "main"], { environment: untrusted });
    expect([run.code, document(run)]).toEqual([0, { v: "***", ci: "yes" }]);
    expect(printed(refused, trust, run)).toEqual([]);
  });
});

test("the config shows where secrets come from, never what they are", async () => {
  const made = project({ ".graph/config.toml": `[settings]\nenv = ["CI"]\n${secrets}`, "keys/one": key.value });
  const shown = await made.graph(["config", "show"], { environment });
  expect(document(shown)).toMatchObject({
    settings: { env: ["CI"] },
    secrets: { TOKEN: { env: "PAGER_TOKEN" }, KEY: { file: "keys/one" }, SHORT: { env: "SHORT" } },
  });
  expect(printed(shown)).toEqual([]);
});

test("what somebody wrote into a plan is hidden in messages, and the deliverable stays what it is", async () => {
  const text = plan('  - {id: a, tool_name: builtin__reshap, input: {shape: "s3cret-token"}}\n');
  const made = project({ ".graph/config.toml": secrets, ".graph/plans/main.yaml": text });
  const [checked, shown] = [
    await made.graph(["plan", "check", "main"], { environment }),
    await made.graph(["plan", "show", "main"], { environment }),
  ];
  expect(checked.stderr).toContain('input: {shape: "***"}');
  expect(printed(checked)).toEqual([]);
  expect(shown.stdout).toBe(text);
});
