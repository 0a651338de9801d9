import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { GraphProject } from "../support/graph-command.ts";
import { document, graphProjects, greet, withGreet } from "../support/graph-projects.ts";

const project = graphProjects();

const binary = fileURLToPath(new URL("../../packages/cli/bin/graph.js", import.meta.url));

/** What a person types: a line for the shell, with `graph` in it. */
function shell(made: GraphProject, line: string): SpawnSyncReturns<string> {
  return spawnSync("sh", ["-c", `graph() { "${process.execPath}" "${binary}" "$@"; }\n${line}`], {
    cwd: made.folder,
    env: { PATH: process.env["PATH"], HOME: made.home },
    encoding: "utf8",
  });
}

test("a shipped plan is shown into its own override, which the shell has emptied by then", () => {
  const made = project({ ".graph/config.toml": '[tools]\nroots = ["."]\n' });
  const override = join(made.folder, ".graph/plans/search_tools.yaml");
  mkdirSync(join(made.folder, ".graph/plans"), { recursive: true });
  const shown = shell(made, "graph plan show search_tools > .graph/plans/search_tools.yaml");
  expect([shown.status, shown.stderr]).toEqual([0, ""]);
  expect(readFileSync(override, "utf8")).toContain("identifier: search_tools");
  expect(shell(made, "graph plan check search_tools").status).toBe(0);
  expect(shell(made, "graph plan list").stdout).toContain("project, over the shipped one");
  const run = shell(made, "graph plan run search_tools --input query='read a file' --input limit=1");
  expect([run.status, run.stdout.includes("builtin__")]).toEqual([0, true]);
  rmSync(override);
  expect(shell(made, "graph plan list").stdout).toMatch(/^search_tools {2}shipped/u);
});

test("an empty plan file is passed over with a note, in every command", () => {
  const made = project({
    ".graph/config.toml": '[tools]\nroots = ["."]\n',
    ".graph/plans/search_tools.yaml": "\n",
    ".graph/plans/old.yml": "x",
  });
  const list = shell(made, "graph plan list");
  expect([list.status, list.stdout]).toEqual([0, expect.stringMatching(/^search_tools {2}shipped/u)]);
  expect(list.stderr).toContain(".graph/plans/search_tools.yaml note schema/missing-key");
  expect(list.stderr).toContain(".graph/plans/old.yml note plan/file-name");
  const check = shell(made, "graph plan check");
  expect([check.status, check.stderr.includes("The file is empty")]).toEqual([0, true]);
  const one = shell(made, "graph plan check search_tools");
  expect([one.status, one.stderr.includes("The file is empty")]).toEqual([0, true]);
  expect(shell(made, "graph tools search 'read a file' --limit 1").stdout).toContain("builtin__");
  const old = shell(made, "graph plan run old");
  expect([old.status, old.stderr.includes("Rename it to old.yaml")]).toEqual([2, true]);
});

test("output that cannot be written is a failure; a reader that goes away is none", () => {
  const made = project(withGreet);
  for (const line of ["graph plan run greet --input name=x", "graph plan list --json", "graph --help"]) {
    const lost = shell(made, `${line} > /dev/full`);
    expect([line, lost.status]).toEqual([line, 1]);
    expect(lost.stderr).toContain("error: The output could not be written to stdout: there is no space left.");
  }
  const gone = shell(made, "{ graph plan run greet --input name=x; echo $? >&2; } | true");
  expect(gone.stderr).toMatch(/1 call\n0\n$/u);
});

test("an input that is missing is told with how to give it, and as nothing else", async () => {
  const made = project(withGreet);
  const [run, call] = await Promise.all([
    made.graph(["plan", "run", "greet"]),
    made.graph(["tools", "call", "builtin__reshape"]),
  ]);
  expect([run.code, call.code]).toEqual([3, 3]);
  expect(run.stderr).toContain("Give it with --input name=….");
  expect(call.stderr).toContain("Give it with --input shape=….");
  for (const { stderr } of [run, call]) expect(stderr).not.toMatch(/^failed|not plain success| calls\n/mu);
});

test("an input document with a byte order mark, and null where null is allowed", async () => {
  const made = project({
    ...withGreet,
    ".graph/plans/e.yaml": greet.replace("greet", "e").replace("name: {type: string}", "name: {enum: [a, 1, null]}"),
  });
  const marked = await made.graph(["plan", "run", "greet", "--input", "-"], { stdin: '\uFEFF{"name": "x"}' });
  expect([marked.code, document(marked)]).toEqual([0, { text: "Hello x", times: 2 }]);
  expect((await made.graph(["plan", "run", "e", "--input", "name=null", "--dry-run"])).code).toBe(0);
});

test("a search that the project answers in its own way says what it leaves out", async () => {
  const own = `identifier: search_tools
description: Own.
input_schema: {type: object, properties: {query: {type: string}}}
steps:
  - {id: a, tool_name: builtin__reshape, input: {shape: {found: <<input.query>>}}}
output: {found: <<a.found>>}
`;
  const made = project({ ".graph/plans/search_tools.yaml": own });
  const limited = await made.graph(["tools", "search", "x", "--limit", "1"]);
  expect([limited.code, limited.stdout]).toEqual([2, ""]);
  expect(limited.stderr).toContain("has no input `limit`");
  const found = await made.graph(["tools", "search", "x"]);
  expect([found.code, document(found)]).toEqual([0, { found: "x" }]);
  expect(found.stderr).toContain("has no list `tools`");
});

test("a plan that cannot be parsed has no page", async () => {
  const made = project({ ".graph/plans/bad.yaml": "identifier: bad\nsteps: 5\n" });
  const [plain, json] = await Promise.all([
    made.graph(["plan", "docs", "bad"]),
    made.graph(["plan", "docs", "bad", "--json"]),
  ]);
  expect([plain.code, plain.stdout]).toEqual([1, ""]);
  expect(plain.stderr).toContain(".graph/plans/bad.yaml");
  expect(document(json)).toMatchObject({ status: "failed", error: { message: expect.any(String) as string } });
});

test("a folder that is no project, and a plan that is not there", async () => {
  const made = project({ "empty/x": "" });
  const list = await made.graph(["plan", "list", "--dir", "empty"]);
  expect([list.code, list.stderr.startsWith("note: The folder")]).toEqual([0, true]);
  const unknown = await made.graph(["plan", "run", "nothing"]);
  expect([unknown.code, unknown.stderr.includes("`graph init`")]).toEqual([2, true]);
});

test("a file that is far too big is refused as a smaller one is", async () => {
  const made = project({
    "big.yaml": `identifier: big\n${"#".repeat(300 * 1024)}\n`,
    "huge.yaml": `identifier: huge\n${"#".repeat(1200 * 1024)}\n`,
  });
  for (const file of ["big.yaml", "huge.yaml"]) {
    const { code, stderr } = await made.graph(["plan", "check", `./${file}`]);
    expect([file, code]).toEqual([file, 1]);
    expect(stderr).toContain(`./${file}:1:1 error yaml/too-big`);
  }
});

test("the config's keys are shown as the file spells them", async () => {
  const made = project({
    ".graph/config.toml":
      '[mcp.s]\ncommand = "x"\nread_only = ["get*"]\ntimeout = "2s"\n[mcp.s.tool_overrides.get]\nread_only = true\n',
  });
  expect(document(await made.graph(["config", "show"]))).toMatchObject({
    mcp: {
      s: { read_only: ["get*"], timeout_ms: 2000, tool_overrides: { get: { read_only: true } }, from_project: true },
    },
  });
});
