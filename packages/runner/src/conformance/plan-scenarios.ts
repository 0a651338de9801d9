import assert from "node:assert/strict";
import { checkPlan, parsePlan, type Json, type JsonObject, type PlanSnapshot } from "@graph/plan";
// By the name of the package, so that its one entry stays one file.
import { createInvoker, interpret } from "@graph/runner";
import { createCatalog, type Tool, ToolError } from "@graph/tools";
import type { RunEvent } from "../events.ts";
import type { RunResult } from "../run-result.ts";
import type { EngineScenario, EngineUnderTest, MakeEngine } from "./scenario.ts";

interface Bench {
  readonly test: EngineUnderTest;
  readonly calls: string[];
  readonly events: RunEvent[];
  /** Lets every call of `hold` end. */
  release(): void;
  start(steps: readonly JsonObject[], more?: JsonObject): Promise<void>;
  result(): Promise<RunResult>;
}

async function bench(make: MakeEngine): Promise<Bench> {
  const calls: string[] = [];
  const events: RunEvent[] = [];
  const releases: (() => void)[] = [];
  const attempts = new Map<string, number>();
  const readOnly = { annotations: { readOnlyHint: true } };
  const any = { description: "A tool for tests of engines.", inputSchema: { type: "object" } };
  const tools: Tool[] = [
    { ...any, ...readOnly, name: "echo", run: (input: JsonObject): Json => (calls.push(textOf(input["id"])), input) },
    {
      ...any,
      ...readOnly,
      name: "flaky",
      run(input: JsonObject): Json {
        const id = textOf(input["id"]);
        calls.push(id);
        const attempt = (attempts.get(id) ?? 0) + 1;
        attempts.set(id, attempt);
        if (attempt <= Number(input["fails"]))
          throw new ToolError("Not now.", { class: "unavailable", effect: "none" });
        return { attempt };
      },
    },
    {
      ...any,
      ...readOnly,
      name: "hold",
      run(input: JsonObject, { signal }): Promise<Json> {
        calls.push(textOf(input["id"]));
        return new Promise((resolve, reject) => {
          releases.push(() => resolve(null));
          signal.addEventListener("abort", () => reject(new ToolError("Stopped.", { class: "cancelled" })));
        });
      },
    },
  ] as Tool[];
  const catalog = createCatalog();
  for (const tool of tools) catalog.add(tool);
  const { invoke } = createInvoker(catalog);
  const test = await make({ interpreter: interpret, invoke, onEvent: (event) => void events.push(event) });
  return {
    test,
    calls,
    events,
    release: () => releases.splice(0).forEach((release) => release()),
    async start(steps, more = {}) {
      const data = { identifier: "conformance", description: "A plan for tests of engines.", steps, ...more };
      const { snapshot, diagnostics } = checkPlan(parsePlan(data), catalog);
      assert.ok(snapshot !== undefined, diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
      // As it comes back from a store.
      const stored = JSON.parse(JSON.stringify(snapshot)) as PlanSnapshot;
      await test.engine.start({ runId: "r1", plan: stored, input: {} });
    },
    async result() {
      const result = await test.until(test.engine.result("r1", 600_000));
      assert.ok(result !== undefined, "the run has not ended");
      return result;
    },
  };
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : JSON.stringify(value));

const count = (list: readonly string[], id: string): number => list.filter((entry) => entry === id).length;

/** Rules seen through plans. */
export const planScenarios: readonly EngineScenario[] = [
  {
    name: "a retry does not disturb its sibling",
    async run(make) {
      const { start, result, calls, release, test } = await bench(make);
      await start([
        { id: "a", tool_name: "user__echo", input: { id: "a" } },
        {
          id: "b1",
          tool_name: "user__flaky",
          input: { id: "b1", fails: 1, after: "<<a.id>>" },
          retry: { max_attempts: 2, delay: "1s" },
        },
        { id: "b2", tool_name: "user__hold", input: { id: "b2", after: "<<a.id>>" } },
        { id: "e", tool_name: "user__echo", input: { id: "e", b1: "<<b1.attempt>>", b2: "<<b2>>" } },
      ]);
      await test.advance(2_000);
      release();
      const ended = await result();
      assert.equal(ended.status, "succeeded");
      assert.deepEqual([count(calls, "a"), count(calls, "b1"), count(calls, "b2"), count(calls, "e")], [1, 2, 1, 1]);
      await test.close();
    },
  },
  {
    name: "a cancellation reaches a call in flight and nothing later starts",
    async run(make) {
      const { start, result, calls, test } = await bench(make);
      await start([
        { id: "a", tool_name: "user__hold", input: { id: "a" } },
        { id: "b", tool_name: "user__echo", input: { id: "b", after: "<<a>>" } },
      ]);
      await test.advance(100);
      await test.engine.cancel("r1");
      const ended = await result();
      assert.equal(ended.status, "cancelled");
      assert.equal(ended.steps.get("a")?.status, "cancelled");
      assert.equal(ended.steps.get("b")?.status, "not_started");
      assert.deepEqual(calls, ["a"]);
      await test.close();
    },
  },
  {
    name: "a cancellation ends the pause before a retry",
    async run(make) {
      const { start, result, calls, test } = await bench(make);
      await start([
        { id: "a", tool_name: "user__flaky", input: { id: "a", fails: 9 }, retry: { max_attempts: 9, delay: "1h" } },
      ]);
      await test.advance(1_000);
      await test.engine.cancel("r1");
      const ended = await result();
      assert.equal(ended.status, "cancelled");
      assert.deepEqual(calls, ["a"]);
      await test.close();
    },
  },
  {
    name: "events tell every attempt, in order, also to whoever comes late",
    async run(make) {
      const { start, result, events, test } = await bench(make);
      await start([
        { id: "a", tool_name: "user__flaky", input: { id: "a", fails: 2 }, retry: { max_attempts: 3, delay: "1s" } },
      ]);
      await result();
      const told = events.map((event) => ("attempt" in event ? `${event.type} ${event.attempt}` : event.type));
      assert.deepEqual(told, [
        "run-start",
        "step-start 1",
        "step-retry 2",
        "step-start 2",
        "step-retry 3",
        "step-start 3",
        "step-finish 3",
        "run-finish",
      ]);
      const late: RunEvent[] = [];
      for await (const event of test.engine.events("r1")) late.push(event);
      assert.deepEqual(
        late.map(({ type }) => type),
        events.map(({ type }) => type),
      );
      await test.close();
    },
  },
  {
    name: "a value of a megabyte and one byte arrives whole",
    async run(make) {
      const { start, result, test } = await bench(make);
      const text = "x".repeat(1024 * 1024 + 1);
      await start(
        [
          { id: "a", tool_name: "user__echo", input: { id: text } },
          { id: "b", tool_name: "user__echo", input: { id: "<<a.id>>" } },
        ],
        { output: { length: "<<length b.id>>" } },
      );
      const ended = await result();
      assert.deepEqual(ended.output, { length: text.length });
      await test.close();
    },
  },
  {
    name: "forty random graphs of fifteen steps run every step once, after what it reads",
    async run(make) {
      for (let seed = 1; seed <= 40; seed++) await runGraph(make, seed);
    },
  },
];

async function runGraph(make: MakeEngine, seed: number): Promise<void> {
  const { start, result, calls, test } = await bench(make);
  const reads = randomReads(seed, 15);
  const steps = reads.map((read, index): JsonObject => {
    const tags = Object.fromEntries(read.map((from) => [`s${from}`, `<<s${from}.id>>`]));
    return { id: `s${index}`, tool_name: "user__echo", input: { id: `s${index}`, ...tags } };
  });
  await start(steps, { output: Object.fromEntries(steps.map((_, index) => [`s${index}`, `<<s${index}>>`])) });
  const ended = await result();
  assert.equal(ended.status, "succeeded", `seed ${seed}`);
  assert.deepEqual(calls.toSorted(), steps.map((_, index) => `s${index}`).toSorted(), `seed ${seed}`);
  for (const [index, read] of reads.entries()) {
    for (const from of read) {
      assert.ok(calls.indexOf(`s${from}`) < calls.indexOf(`s${index}`), `seed ${seed}: s${index} ran before s${from}`);
    }
  }
  await test.close();
}

/** For each step the earlier ones that it reads: a linear congruential generator (Numerical Recipes), so that a seed is a graph. */
function randomReads(seed: number, size: number): readonly (readonly number[])[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: size }, (_, index) =>
    Array.from({ length: index }, (_, from) => from).filter(() => random() < 0.25),
  );
}
