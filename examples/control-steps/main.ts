// Runs every plan of .graph/plans and asserts what comes out of it.
//   npm start --workspace graph-example-control-steps
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { RunCounts } from "@graph/runner";
import { openExample } from "./project.ts";

interface Expected {
  readonly output: unknown;
  readonly status?: "exited";
  /** Of what was not plain success; everything else is 0. */
  readonly counts?: Partial<RunCounts>;
  readonly tokens?: number;
}

const articles = [
  { name: "tea", pieces: 3 },
  { name: "coffee", pieces: 0 },
];

const runs: readonly (readonly [plan: string, input: object, expected: Expected])[] = [
  ["exit", { stock: 3 }, { output: { order: 7 } }],
  ["exit", { stock: 12 }, { output: { order: 0 }, status: "exited", counts: { not_started: 1 } }],
  ["route", { amount: 5000 }, { output: { branch: "cases.0", by: "the board" } }],
  ["route", { amount: 500 }, { output: { branch: "cases.1", by: "a manager" } }],
  ["route", { amount: 5 }, { output: { branch: "else", by: "nobody" } }],
  [
    "choose",
    { letter: "We get 12 € from you." },
    { output: { tray: "accounting", probabilities: { invoice: 0.9, complaint: 0.1 } } },
  ],
  ["filter", { articles }, { output: { names: ["coffee"], others: 1 } }],
  [
    "map",
    { files: ["apples.md", "plums.md"] },
    {
      output: { read: [{ file: "apples.md", characters: 38 }, null], failed: [1] },
      counts: { failed: 1, failed_items: 1, not_started: 1 },
    },
  ],
  ["reduce", { basket: [{ price: 1.5 }, { price: 2 }] }, { output: { total: 3.5, articles: 2 } }],
  ["loop", { start: 7 }, { output: { number: 112, rounds: 4, large_enough: true } }],
  ["parallel", {}, { output: { bytes: 67, answer: "here" }, counts: { cancelled: 1 } }],
  ["agent", { document: "apples.md" }, { output: { topic: "apple", calls: 1 }, tokens: 50 }],
  ["solver", { document: "pears.md" }, { output: "It is about the pear.", tokens: 25 }],
  ["catch_and_finally", { document: "pears.md" }, { output: { text: "Pears ripen from the inside." } }],
  ["catch_and_finally", { document: "plums.md" }, { output: { text: "nothing" }, counts: { caught: 1 } }],
  ["cache", {}, { output: { read: "before", again: "before", fresh: "after" } }],
  ["deadline", {}, { output: { gave_up: true }, counts: { caught: 1 } }],
];

const project = openExample();
const { runner } = project;
const tried = new Set<string>();

for (const [name, input, { output, status = "succeeded", counts = {}, tokens }] of runs) {
  tried.add(name);
  const result = await runner.run(project.plan(name), input);
  assert.equal(result.status, status, `${name}: ${result.error?.message}`);
  assert.deepEqual(result.output, output, name);
  assert.equal(result.usage.tokens, tokens, name);
  const { steps: _steps, succeeded: _succeeded, ...rest } = result.counts;
  const told = Object.fromEntries(Object.entries(rest).filter(([, count]) => count > 0));
  assert.deepEqual(told, counts, name);
}

// The plan's `finally` came last, and the step's in any case.
assert.equal(project.text("out/log.txt"), "read pears.md\ndone\nread plums.md\ndone\n");

// Whoever can be asked answers by the key of the question; where nobody can be asked, the default is taken at once.
tried.add("ask");
const asked = runner.start(
  project.plan("ask"),
  { order: "tea" },
  {
    onQuestion: ({ key, prompt }) => {
      assert.equal(prompt, "Ship tea?");
      void asked.answer(key, { ship: true, by: "train" });
    },
  },
);
assert.deepEqual((await asked.result).output, { ship: true, by: "train", answered: true });
const unasked = await runner.run(project.plan("ask"), { order: "tea" });
assert.deepEqual(unasked.output, { ship: false, by: "nothing", answered: false });

// A signal may come before the plan waits for it.
tried.add("wait");
const waiting = runner.start(project.plan("wait"));
await waiting.signal("approved", { by: "Ann" });
assert.deepEqual((await waiting.result).output, { by: "Ann", timed_out: false });

const plans = readdirSync(new URL(".graph/plans", import.meta.url)).map((file) => file.replace(".yaml", ""));
assert.deepEqual([...tried].sort(), plans.sort());
await project.close();
process.stdout.write(`${plans.length} plans did what they should.\n`);
