import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { document, graphProjects } from "../support/graph-projects.ts";

const project = graphProjects();

const fields =
  "{type: object, required: [ok], properties: {ok: {type: boolean, description: Whether to ship}, size: {enum: [small, large]}}}";

/** A plan that writes a file, then asks, then writes the answer. */
const asks = (more = ""): string => `identifier: asks
description: Asks.
steps:
  - {id: before, tool_name: builtin__write_file, input: {path: before.txt, text: x}}
  - id: q
    tool_name: ask
    input:
      prompt: Ship it?
      output_schema: ${fields}
${more}
output: {answer: <<q.answer>>, answered: <<q.answered>>}
`;
const suspends = asks("      when_unanswered: suspend");
const falls = asks("      when_unanswered: default\n      default: {ok: false}");
const waits = `identifier: waits
description: Waits.
steps:
  - {id: before, tool_name: builtin__write_file, input: {path: before.txt, text: x}}
  - {id: w, tool_name: wait, input: {signal: go, timeout: 1s}}
`;
const calls = "identifier: calls\ndescription: Calls.\nsteps: [{id: s, tool_name: plan__asks, input: {}}]\n";

const files = (plan: string): Readonly<Record<string, string>> => ({
  ".graph/config.toml": '[tools]\nroots = ["."]\n',
  ".graph/plans/asks.yaml": plan,
  ".graph/plans/calls.yaml": calls,
  ".graph/plans/waits.yaml": waits,
});

const run = ["plan", "run", "asks"];

describe("on a terminal", () => {
  const atTerminal = { terminal: true } as const;

  test.each([
    ["an answer", asks(), "yes\n2\n", { answer: { ok: true, size: "large" }, answered: true }],
    ["an answer with a blank field", suspends, "N\n\n", { answer: { ok: false }, answered: true }],
    [
      "an answer after one that did not fit",
      asks(),
      "?\ny\nSMALL\n",
      { answer: { ok: true, size: "small" }, answered: true },
    ],
    ["the default, by a blank line", falls, "\n\n", { answer: { ok: false }, answered: true }],
    ["the default, when the question is declined", falls, "", { answer: { ok: false }, answered: false }],
  ])("%s", async (_what, plan, stdin, output) => {
    const { code, stdout, stderr } = await project(files(plan)).graph(run, { ...atTerminal, stdin });
    expect([code, JSON.parse(stdout)]).toEqual([0, output]);
    expect(stderr).toContain("? Ship it?  (q)\n  ok (Whether to ship), yes or no");
    expect(stderr).toContain("asks succeeded");
  });

  test("a question that is declined fails the run, and says so", async () => {
    const made = project(files(suspends));
    const { code, stdout, stderr } = await made.graph([...run, "--json"], { ...atTerminal, stdin: "\n" });
    expect(code).toBe(1);
    expect(stderr).toContain("`ok` needs a value. The question is declined.");
    expect(JSON.parse(stdout)).toMatchObject({
      status: "failed",
      error: { code: "tool/unavailable", message: "The question was declined.", step: "q" },
    });
  });

  test("a question of a plan that is called as a tool", async () => {
    const { code, stdout } = await project(files(suspends)).graph(["tools", "call", "plan__asks"], {
      ...atTerminal,
      stdin: "y\n\n",
    });
    expect([code, JSON.parse(stdout)]).toEqual([0, { answer: { ok: true }, answered: true }]);
  });

  test("Ctrl-C while a question is open cancels the run", async () => {
    let sent = false;
    const { code, stdout, stderr } = await project(files(suspends)).graph([...run, "--json"], {
      ...atTerminal,
      typesOn: true,
      onError: (text, kill) => {
        if (sent || !text.includes("yes or no: ")) return;
        sent = true;
        kill("SIGINT");
      },
    });
    expect([code, document({ code, stdout, stderr })["status"]]).toEqual([130, "cancelled"]);
    expect(stderr).toContain("This question is no longer open.");
  });

  test("a command that has all its answers does not wait for the end of its input", async () => {
    const { code } = await project(files(asks())).graph(run, { ...atTerminal, typesOn: true, stdin: "y\n\n" });
    expect(code).toBe(0);
  });

  test("somebody who reads the events for a person is not asked at the terminal", async () => {
    const { code, stderr } = await project(files(asks())).graph(run, {
      ...atTerminal,
      stdin: "y\n\n",
      environment: { GRAPH_EVENTS: "1" },
    });
    expect([code, stderr.includes("? Ship it?")]).toEqual([1, false]);
    expect(stderr).toContain("Nobody can be asked here");
  });

  test("a signal cannot come, on a terminal either", async () => {
    const made = project(files(asks()));
    const { code, stderr } = await made.graph(["plan", "run", "waits"], atTerminal);
    expect([code, existsSync(join(made.folder, "before.txt"))]).toEqual([1, false]);
    expect(stderr).toContain(".graph/plans/waits.yaml:5:46");
  });
});

describe("without a terminal nobody is asked", () => {
  test.each([
    ["fails at once", asks(), 1, "Nobody can be asked here", ""],
    ["takes its default", falls, 0, "nobody answered (unavailable)", { answer: { ok: false }, answered: false }],
  ])("a question %s", async (_what, plan, expected, words, output) => {
    const { code, stdout, stderr } = await project(files(plan)).graph(run, { stdin: "y\n2\n" });
    expect([code, stderr.includes(words), stderr.includes("? Ship it?")]).toEqual([expected, true, false]);
    expect(stdout === "" ? "" : JSON.parse(stdout)).toEqual(output);
  });

  test.each([
    [run, ".graph/plans/asks.yaml:10:24", "The step `q` of the plan `asks` asks a person"],
    [["plan", "run", "calls"], ".graph/plans/asks.yaml:10:24", "The step `q` of the plan `asks` asks a person"],
    [["tools", "call", "plan__calls"], ".graph/plans/asks.yaml:10:24", "(standard error is no terminal)"],
    [["plan", "run", "waits"], ".graph/plans/waits.yaml:5:46", "The step `w` of the plan `waits` waits for a signal"],
  ])("%j is refused before anything runs", async (command, place, words) => {
    const made = project(files(suspends));
    const [plain, json] = await Promise.all([made.graph(command), made.graph([...command, "--json"])]);
    expect([plain.code, json.code, plain.stdout]).toEqual([1, 1, ""]);
    expect(plain.stderr).toContain(`${place} error tool/unavailable`);
    expect(plain.stderr).toContain(words);
    expect(document(json)).toMatchObject({
      status: "failed",
      error: { code: "tool/unavailable" },
      diagnostics: [{ code: "tool/unavailable", severity: "error" }],
    });
    expect(existsSync(join(made.folder, "before.txt"))).toBe(false);
  });

  test("checking, explaining and a dry run call nothing, so that they refuse nothing", async () => {
    const made = project(files(suspends));
    const outcomes = await Promise.all([
      made.graph(["plan", "check", "asks"]),
      made.graph(["plan", "explain", "asks"]),
      made.graph([...run, "--dry-run"]),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(outcomes[1]?.stdout).toContain("after before: before may write, and q may ask a person");
  });
});
