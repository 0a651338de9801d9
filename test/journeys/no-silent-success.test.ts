import { join } from "node:path";
import { writeChaosScript } from "@graph/test-chaos-server";
import { expect, test } from "vitest";
import { graphProjects } from "../support/graph-projects.ts";

/** Whatever a run has lost, skipped, caught or does not know stands in its result, on stderr, and with --strict in its exit code. */

const project = graphProjects();

const any = { inputSchema: { type: "object" } };
const read = { ...any, annotations: { readOnlyHint: true } };
const text = (words: string): object => ({ content: [{ type: "text", text: words }] });

/** A server whose tools do well, badly, too much, or nothing at all. */
const tools = [
  { ...read, name: "get" },
  { ...read, name: "fail", answer: { ...text("no"), isError: true } },
  { ...read, name: "large", answer: text("x".repeat(500)) },
  {
    ...read,
    name: "odd",
    outputSchema: { type: "object", required: ["a"] },
    answer: { ...text("{}"), structuredContent: {} },
  },
  { ...any, name: "write_and_hang", does: "hang" },
];

const get = "{tool_name: things__get, input: {}}";
const fail = "tool_name: things__fail, input: {}";
const hang = "tool_name: things__write_and_hang, input: {}";

interface Shown {
  /** Of the counts: all that are not zero, `steps` and `succeeded` left out. */
  readonly counts: Readonly<Record<string, number>>;
  /** What stands behind `not plain success: `; `undefined`: no such line. */
  readonly told: string | undefined;
  /** Without and with --strict. */
  readonly codes: readonly [number, number];
}

test.each<[string, string, Shown]>([
  ["nothing out of the ordinary", `  - {id: a, ${get.slice(1)}`, { counts: {}, told: undefined, codes: [0, 0] }],
  [
    "a step that was skipped",
    `  - {id: a, if: {value: 1, op: eq, to: 2}, ${get.slice(1)}`,
    { counts: { skipped: 1 }, told: "1 skipped", codes: [0, 6] },
  ],
  [
    "a failure that was caught",
    `  - {id: a, catch: [{do: ${get}}], ${fail}}`,
    { counts: { caught: 1 }, told: "1 caught, 1 warning", codes: [0, 6] },
  ],
  [
    "a failure that was ignored",
    `  - {id: a, on_error: continue, ${fail}}`,
    { counts: { failed_ignored: 1 }, told: "1 failed and ignored, 1 warning", codes: [0, 6] },
  ],
  [
    "items that failed",
    `  - {id: a, tool_name: map, input: {over: [1, 2], on_item_error: collect, do: {${fail}}}}`,
    { counts: { failed: 2, failed_items: 2 }, told: "2 items failed and were tolerated, 2 warnings", codes: [0, 6] },
  ],
  [
    "a result that was cut for those who look on",
    "  - {id: a, tool_name: things__large, input: {}}\nlimits: {max_output_bytes: 100}",
    { counts: { truncated: 1 }, told: "1 value cut", codes: [0, 6] },
  ],
  [
    "a write that got no answer in time",
    `  - {id: a, timeout: 300ms, on_error: continue, ${hang}}`,
    {
      counts: { failed_ignored: 1, unknown: 1 },
      told: "1 failed and ignored, 1 may have acted without an answer, 1 warning",
      codes: [0, 6],
    },
  ],
  [
    "a write that got no answer in time, caught",
    `  - {id: a, timeout: 300ms, catch: [{errors: [timeout], do: ${get}}], ${hang}}`,
    {
      counts: { caught: 1, unknown: 1 },
      told: "1 caught, 1 may have acted without an answer, 1 warning",
      codes: [0, 6],
    },
  ],
  [
    "a write that lost against another branch, and was stopped",
    `  - {id: a, tool_name: parallel, input: {wait: any, branches: {slow: {${hang}}, fast: ${get}}}}`,
    {
      counts: { cancelled: 1, unknown: 1 },
      told: "1 cancelled, 1 may have acted without an answer",
      codes: [0, 6],
    },
  ],
  [
    "a read that lost against another branch",
    `  - {id: a, tool_name: parallel, input: {wait: any, branches: {slow: {tool_name: wait, input: {for: 1h}}, fast: ${get}}}}`,
    { counts: { cancelled: 1 }, told: "1 cancelled", codes: [0, 6] },
  ],
  [
    "a result that breaks its declared shape",
    "  - {id: a, tool_name: things__odd, input: {}}",
    { counts: {}, told: "1 warning", codes: [0, 6] },
  ],
  [
    "an end before the last step",
    `  - {id: a, tool_name: exit, input: {}}\n  - {id: b, ${get.slice(1)}`,
    { counts: { not_started: 1 }, told: "1 not started", codes: [0, 6] },
  ],
  [
    "an end with an error: its own code",
    "  - {id: a, tool_name: exit, input: {status: error}}",
    { counts: {}, told: undefined, codes: [4, 4] },
  ],
  [
    "a failure: its own code",
    `  - {id: a, ${fail}}\n  - {id: b, needs: [a], ${get.slice(1)}`,
    { counts: { failed: 1, not_started: 1 }, told: "1 failed, 1 not started", codes: [1, 1] },
  ],
])("%s", async (_what, steps, expected) => {
  const made = project({ ".graph/plans/main.yaml": `identifier: main\ndescription: One.\nsteps:\n${steps}\n` });
  const { command, args } = writeChaosScript(join(made.folder, "things.json"), { tools });
  made.write({
    ".graph/config.toml": `[mcp.things]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  });
  const run = ["plan", "run", "main", "--dir", "."];
  const [json, strict] = await Promise.all([made.graph([...run, "--json"]), made.graph([...run, "--strict"])]);
  const { counts } = JSON.parse(json.stdout) as { readonly counts: Readonly<Record<string, number>> };
  const { steps: _steps, succeeded: _succeeded, ...rest } = counts;
  const told = (stderr: string): string | undefined => /^not plain success: (.*)$/mu.exec(stderr)?.[1];
  expect({
    counts: Object.fromEntries(Object.entries(rest).filter(([, count]) => count > 0)),
    told: told(json.stderr),
    codes: [json.code, strict.code],
  }).toEqual(expected);
  expect(told(strict.stderr)).toBe(expected.told);
});
