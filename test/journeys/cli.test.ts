import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeChaosScript } from "@graph/test-chaos-server";
import { expect, test } from "vitest";
import type { GraphProject } from "../support/graph-command.ts";
import { document, graphProjects, greet, withGreet } from "../support/graph-projects.ts";

const project = graphProjects();

test("a plan's output stands alone on stdout, the rest on stderr", async () => {
  const { code, stdout, stderr } = await project(withGreet).graph([
    "plan",
    "run",
    "greet",
    "--input",
    "name=5",
    "--input",
    "times=3",
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ text: "Hello 5", times: 3 });
  expect(stderr).toMatch(/^succeeded said {2}builtin__reshape {2}\d+ ms\ngreet succeeded in .*, 1 call\n$/u);
});

test("input from JSON, a file and standard input", async () => {
  const made = project({ ...withGreet, "in.json": '{"name": "file", "times": 1}' });
  const outcomes = await Promise.all([
    made.graph(["plan", "run", "greet", "--input", '{"name": "json"}']),
    made.graph(["plan", "run", "greet", "--input", "@in.json", "--input", "times=9"]),
    made.graph(["plan", "run", "greet", "--input", "-"], { stdin: '{"name": "stdin"}' }),
  ]);
  expect(outcomes.map((outcome) => document(outcome))).toEqual([
    { text: "Hello json", times: 2 },
    { text: "Hello file", times: 9 },
    { text: "Hello stdin", times: 2 },
  ]);
});

test.each([
  ["missing", [], "name"],
  ["of the wrong type", ["--input", "name=x", "--input", "times=5x"], "times"],
  ["of the wrong type in JSON", ["--input", '{"name": 5}'], "name"],
  ["misspelt", ["--input", "name=x", "--input", "tmes=5"], "tmes"],
])("input that is %s ends with 3 and the schema", async (_, args, word) => {
  const made = project(withGreet);
  const [plain, json] = await Promise.all([
    made.graph(["plan", "run", "greet", ...args]),
    made.graph(["plan", "run", "greet", ...args, "--json"]),
  ]);
  expect([plain.code, json.code]).toEqual([3, 3]);
  expect(plain.stdout).toBe("");
  expect(plain.stderr).toContain(word);
  expect(plain.stderr).toContain('"required"');
  expect(document(json)).toMatchObject({ status: "failed", input_schema: { required: ["name"] } });
});

test("a plan that the checker refuses ends with 1 and a place", async () => {
  const made = project({
    ".graph/plans/bad.yaml": greet.replace("greet", "bad").replace("<<said.text>>", "<<sayd.text>>"),
  });
  const [run, check, json] = await Promise.all([
    made.graph(["plan", "run", "bad", "--input", "name=x"]),
    made.graph(["plan", "check", "bad"]),
    made.graph(["plan", "check", "bad", "--json"]),
  ]);
  expect([run.code, check.code, json.code]).toEqual([1, 1, 1]);
  expect(run.stderr).toContain(".graph/plans/bad.yaml:14:9");
  expect(run.stderr).toContain("ref/unknown-step");
  expect(document(json)).toMatchObject({ ok: false, diagnostics: [{ code: "ref/unknown-step", line: 14, column: 9 }] });
});

test.each([
  ["an unknown flag", ["plan", "run", "greet", "--nope"], "--nope"],
  ["an unknown plan", ["plan", "run", "gret"], "Did you mean `greet`?"],
  ["a name that is none", ["plan", "show", "../../secret"], "name/bad-name"],
  ["an unknown tool", ["tools", "show", "builtin__reshap"], "builtin__reshape"],
  ["a file that is not there", ["plan", "check", "./gone.yaml"], "tool/unknown"],
  ["no command", ["plan"], "needs one of"],
  ["an option and no command", ["--dir", "."], "Say which command to run"],
  ["a command that is misspelt", ["plan", "lst"], "Did you mean `list`?"],
  ["input that is no JSON", ["plan", "run", "greet", "--input", '{"name": }'], "See graph plan run --help"],
  ["help for what is no command", ["foo", "--help"], "Unknown command 'foo'"],
  ["help for what is no command of its group", ["plan", "foo", "--help"], "Unknown command 'foo'"],
  ["a folder that is not there", ["plan", "list", "--dir", "nowhere"], "There is no folder"],
  ["no input at all", ["plan", "run", "greet", "--input", "x"], "neither name=value"],
])("%s ends with 2", async (_, args, words) => {
  const made = project(withGreet);
  const [plain, json] = await Promise.all([made.graph(args), made.graph([...args, "--json"])]);
  expect([plain.code, json.code]).toEqual([2, 2]);
  expect(plain.stdout).toBe("");
  expect(plain.stderr).toContain(words);
  expect(plain.stderr).not.toContain("    at ");
  expect(document(json)).toHaveProperty("error.message");
});

test("a whole number that would lose digits is refused, wherever it is written", async () => {
  const made = project({ ...withGreet, "in.json": '{"name": "x", "times": 12345678901234567891}' });
  const outcomes = await Promise.all([
    made.graph(["plan", "run", "greet", "--input", "name=x", "--input", "times=12345678901234567891"]),
    made.graph(["plan", "run", "greet", "--input", "@in.json"]),
    made.graph(["plan", "run", "greet", "--input", "-"], { stdin: '{"name": "x", "times": 12345678901234567891}' }),
  ]);
  for (const { code, stdout, stderr } of outcomes) {
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("9007199254740991");
  }
});

test("a dry run of an input that does not fit ends with 3 and the schema, as the run would", async () => {
  const made = project(withGreet);
  const dry = ["plan", "run", "greet", "--dry-run"];
  const [missing, wrong, fits] = await Promise.all([
    made.graph([...dry, "--json"]),
    made.graph([...dry, "--input", '{"name": 5}']),
    made.graph([...dry, "--input", "name=x"]),
  ]);
  expect([missing.code, wrong.code, fits.code]).toEqual([3, 3, 0]);
  expect(document(missing)).toMatchObject({
    status: "failed",
    input_schema: { required: ["name"] },
    diagnostics: [{ code: "input/missing", at: "/name" }],
  });
  expect([wrong.stdout, wrong.stderr.includes('"required"')]).toEqual(["", true]);
});

test("a check of all plans says which it has not checked, and why", async () => {
  const hidden = greet.replace("identifier: greet", "identifier: hid\nrequires_servers: [tickets]");
  const made = project({ ...withGreet, ".graph/plans/hid.yaml": hidden });
  const [plain, json] = await Promise.all([made.graph(["plan", "check"]), made.graph(["plan", "check", "--json"])]);
  expect(plain.code).toBe(0);
  expect(plain.stderr).toContain("2 plans: no errors");
  expect(plain.stderr).toContain("hid: not checked, because it requires the server `tickets`");
  expect(document(json)).toMatchObject({ plans: ["greet", "search_tools"], ok: true, unchecked: [{ plan: "hid" }] });
});

test("the config is shown whole", async () => {
  const made = project({
    ".graph/config.toml": '[tools]\nsynonyms = [["invoice", "bill"]]\n[settings]\nmax_steps = 9\n',
  });
  expect(document(await made.graph(["config", "show"]))).toMatchObject({
    settings: { max_steps: 9 },
    tools: { synonyms: [["invoice", "bill"]] },
    engine: { kind: "memory" },
  });
});

test("showing a shipped plan into a file makes an override; deleting the file brings the shipped one back", async () => {
  const made = project();
  const shown = await made.graph(["plan", "show", "search_tools"]);
  made.write({ ".graph/plans/search_tools.yaml": shown.stdout });
  const again = await made.graph(["plan", "show", "search_tools"]);
  expect(again.stdout).toBe(shown.stdout);
  const list = document(await made.graph(["plan", "list", "--json"]));
  expect(list).toMatchObject({ plans: [{ identifier: "search_tools", origin: "project", overrides: true }] });
  const shipped = await made.graph(["plan", "show", "builtin_plan__search_tools", "--json"]);
  expect(document(shipped)).toMatchObject({ origin: "shipped", text: shown.stdout });
});

test("init makes a project that runs, and leaves what is there alone", async () => {
  const made = project({ ".graph/.gitignore": "mine\n" });
  const init = await made.graph(["init", "--json"]);
  expect(document(init)).toMatchObject({
    written: [".graph/config.toml", ".graph/plans/hello.yaml"],
    kept: [".graph/.gitignore"],
  });
  const check = await made.graph(["plan", "check", "--json"]);
  expect(document(check)).toMatchObject({ ok: true, diagnostics: [] });
  const run = await made.graph(["plan", "run", "hello", "--input", "name=you"], { folder: ".graph/plans" });
  expect(document(run)).toEqual({ greeting: "Hello, you!", letters: 3 });
});

test("a dry run, an explanation, a diagram and a page call nothing", async () => {
  const made = project(withGreet);
  const [dry, explained, diagram, page] = await Promise.all([
    made.graph(["plan", "run", "greet", "--input", "name=x", "--dry-run"]),
    made.graph(["plan", "explain", "greet"]),
    made.graph(["plan", "explain", "greet", "--mermaid"]),
    made.graph(["plan", "docs", "greet"]),
  ]);
  expect(dry.stdout).toBe('1  said  builtin__reshape\n   {"shape":{"text":"Hello x","times":2}}\n');
  expect(explained.stdout).toContain("wave 1\n  said  builtin__reshape\n");
  expect(explained.stdout).toContain("At most 1 call of tools");
  expect(diagram.stdout).toContain("flowchart TD\n");
  expect(page.stdout).toContain("| `times` | integer | `2` |");
  expect([dry, explained, diagram, page].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

function withServer(made: GraphProject, more = ""): void {
  const file = join(made.folder, "chaos.json");
  const { command, args } = writeChaosScript(file, {
    tools: [
      {
        name: "get",
        description: "Gets a thing",
        inputSchema: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
        annotations: { readOnlyHint: true },
      },
      {
        name: "hang",
        description: "Hangs",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        does: "hang",
      },
    ],
  });
  made.write({
    ".graph/config.toml": `version = 1\n\n[mcp.things]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n${more}`,
  });
}

const trusted = { environment: { GRAPH_TRUST: "1" } };

test("servers start only in a trusted project; trust shows the command, and a changed one asks again", async () => {
  const made = project();
  withServer(made);
  const before = document(await made.graph(["mcp", "test", "--json"]));
  expect(before).toMatchObject({
    ok: false,
    servers: [{ id: "things", state: "untrusted" }],
    diagnostics: [{ code: "tool/not-trusted", line: 3, column: 6 }],
  });
  const asked = await made.graph(["trust"]);
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain("chaos.json");
  expect((await made.graph(["trust", "--yes"])).code).toBe(0);
  const after = document(await made.graph(["mcp", "test", "--json"]));
  expect(after).toMatchObject({ ok: true, servers: [{ id: "things", state: "ok", tools: 2 }] });
  withServer(made, 'env = { MORE = "1" }\n');
  expect((await made.graph(["mcp", "test"])).code).toBe(1);
  expect((await made.graph(["mcp", "test", "--dir", "."])).code).toBe(0);
});

test("a tool is called with typed input, data that looks like a tag stays data", async () => {
  const made = project();
  withServer(made);
  const typed = await made.graph(["tools", "call", "things__get", "--input", "id=5"], trusted);
  expect([typed.code, document(typed)]).toEqual([0, { id: 5 }]);
  const data = await made.graph([
    "tools",
    "call",
    "builtin__reshape",
    "--input",
    '{"shape": {"a": "<<input.x>>", "b-c": "{{y}}", "__proto__": 1}}',
  ]);
  expect(data.stdout).toBe('{\n  "a": "<<input.x>>",\n  "b-c": "{{y}}",\n  "__proto__": 1\n}\n');
  const special = await made.graph(
    ["tools", "call", "things__get", "--input", '{"id": 5, "__proto__": "<<x>>"}'],
    trusted,
  );
  expect(special.stdout).toBe('{\n  "id": 5,\n  "__proto__": "<<x>>"\n}\n');
  const missing = await made.graph(["tools", "call", "things__get"], trusted);
  expect(missing.code).toBe(3);
});

test("a search finds a server's tool, and says which server was not searched", async () => {
  const made = project();
  withServer(made, '\n[mcp.gone]\ncommand = "false"\n');
  const { code, stdout, stderr } = await made.graph(["tools", "search", "get a thing", "--limit", "1"], trusted);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d\.\d\d {2}things__get {2}Gets a thing\n$/u);
  expect(stderr).toContain("gone");
});

test("problems of the config have a place, and the rest works", async () => {
  const made = project({ ...withGreet, ".graph/config.toml": '[tools]\nalways_load = ["x"]\n[telemetry]\n' });
  const run = await made.graph(["plan", "run", "greet", "--input", "name=x", "--json"]);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(".graph/config.toml:2:1");
  expect(document(run)).toMatchObject({
    diagnostics: [
      { code: "schema/unknown-key", line: 2, column: 1 },
      { code: "schema/unknown-key", line: 3, column: 2 },
    ],
  });
  expect((await made.graph(["plan", "check", "greet"])).code).toBe(1);
  const shown = document(await made.graph(["config", "show"]));
  expect(shown).toMatchObject({ folder: made.folder, files: [".graph/config.toml"], tools: { always_loaded: [] } });
});

test("a plan given by its path", async () => {
  const made = project({ "other.yaml": greet });
  expect(document(await made.graph(["plan", "run", "./other.yaml", "--input", "name=x"]))).toEqual({
    text: "Hello x",
    times: 2,
  });
  const gone = await made.graph(["plan", "run", "./gone.yaml"]);
  expect([gone.code, gone.stdout]).toEqual([2, ""]);
});

test("a failed tool fails the run; --strict tells what was not plain success", async () => {
  const steps = (more: string): string =>
    `identifier: main\ndescription: One.\nsteps:\n  - id: gone\n    tool_name: builtin__read_file\n${more}    input: {path: nothing.txt}\n`;
  const made = project({ ".graph/config.toml": '[tools]\nroots = ["."]\n', ".graph/plans/main.yaml": steps("") });
  const failed = await made.graph(["plan", "run", "main"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(".graph/plans/main.yaml:5:16");
  made.write({ ".graph/plans/main.yaml": steps("    on_error: continue\n") });
  expect((await made.graph(["plan", "run", "main"])).code).toBe(0);
  const strict = await made.graph(["plan", "run", "main", "--strict"]);
  expect([strict.code, strict.stdout]).toEqual([6, ""]);
  expect(strict.stderr).toContain("not plain success: 1 failed and ignored");
});

test("help and the version", async () => {
  const made = project();
  const [help, sub, version] = await Promise.all([
    made.graph(["--help"]),
    made.graph(["plan", "run", "--help"]),
    made.graph(["--version"]),
  ]);
  expect(help.stdout).toContain("graph plan run <plan>");
  expect(sub.stdout).toContain("--dry-run");
  const { version: own } = JSON.parse(
    readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8"),
  ) as { version: string };
  expect(version.stdout).toBe(`${own}\n`);
});
