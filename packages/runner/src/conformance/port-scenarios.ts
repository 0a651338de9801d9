import assert from "node:assert/strict";
import type { Json } from "@graph/plan";
import type { Completion, Interpreter, Outcome, RunScope } from "../port.ts";
import {
  call,
  emptySnapshot,
  type EngineScenario,
  finished,
  type MakeEngine,
  nextUntil,
  succeeded,
} from "./scenario.ts";

/** An interpreter written by hand: the program says what it asks for and gives back the output. */
function program(run: (scope: RunScope, seen: Completion[]) => Promise<Json>): Interpreter {
  return async (_run, scope) => {
    const seen: Completion[] = [];
    const output = await run(scope, seen);
    return finished(scope, output, seen.at(-1)?.at ?? scope.startedAt);
  };
}

async function outputOf(
  make: MakeEngine,
  interpreter: Interpreter,
  invoke: () => Outcome = () => succeeded(1),
): Promise<Json> {
  const test = await make({ interpreter, invoke });
  await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
  const result = await test.until(test.engine.result("r1", 60_000));
  await test.close();
  assert.ok(result !== undefined, "the run has not ended");
  return result.output;
}

const keysOf = (seen: readonly Completion[]): Json => seen.map(({ ticket }) => ticket.key);

/** Rules that hold whatever the plan language is. */
export const portScenarios: readonly EngineScenario[] = [
  {
    name: "each completion is delivered once, whether or not anything waits for it",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        for (const key of ["a", "b", "c"]) scope.call(call(key));
        await nextUntil(scope, seen, () => seen.length >= 3);
        scope.call(call("d"));
        await nextUntil(scope, seen, () => seen.length >= 4);
        return keysOf(seen);
      });
      assert.deepEqual(await outputOf(make, interpreter), ["a", "b", "c", "d"]);
    },
  },
  {
    name: "nothing that is issued starts before the next `next`",
    async run(make) {
      const started: string[] = [];
      let before: number | undefined;
      const interpreter = program(async (scope, seen) => {
        scope.call(call("a"));
        scope.call(call("b"));
        before ??= started.length;
        await nextUntil(scope, seen, () => seen.length >= 2);
        return before;
      });
      const test = await make({
        interpreter,
        invoke({ key }) {
          started.push(key);
          return succeeded(null);
        },
      });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      const result = await test.until(test.engine.result("r1", 60_000));
      assert.equal(result?.output, 0, "calls had started when they were issued");
      assert.deepEqual(started, ["a", "b"]);
      await test.close();
    },
  },
  {
    name: "`next` with nothing outstanding throws",
    async run(make) {
      const interpreter = program(async (scope) => {
        try {
          await scope.next();
          return "waited";
        } catch {
          return "refused";
        }
      });
      assert.equal(await outputOf(make, interpreter), "refused");
    },
  },
  {
    name: "an aborted timer completes once, as a failure",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        const timer = scope.timer("t", { after: 60_000 });
        scope.call(call("a"));
        await nextUntil(scope, seen, () => seen.length >= 1);
        scope.abort(timer);
        scope.call(call("b"));
        await nextUntil(scope, seen, () => seen.length >= 3);
        return seen.filter(({ ticket, outcome }) => ticket.key === "t" && !outcome.ok).length;
      });
      assert.equal(await outputOf(make, interpreter), 1);
    },
  },
  {
    name: "a call that ignores its abort is given up after five seconds, and its own outcome is dropped",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        const slow = scope.call(call("slow", "never"));
        scope.timer("soon", { after: 100 });
        await nextUntil(scope, seen, () => seen.length >= 1);
        scope.abort(slow);
        await nextUntil(scope, seen, () => seen.length >= 2);
        const [, last] = seen;
        return last !== undefined && !last.outcome.ok && last.outcome.error.aborted === true
          ? last.at - scope.startedAt
          : null;
      });
      const test = await make({ interpreter, invoke: () => new Promise<Outcome>(() => undefined) });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      const result = await test.until(test.engine.result("r1", 60_000));
      const waited = Number(result?.output);
      assert.ok(waited >= 5_100 && waited < 5_600, `given up after ${waited} ms`);
      await test.close();
    },
  },
  {
    name: "starting a run twice is one run",
    async run(make) {
      let calls = 0;
      const interpreter = program(async (scope, seen) => {
        scope.call(call("a"));
        await nextUntil(scope, seen, () => seen.length >= 1);
        return null;
      });
      const test = await make({
        interpreter,
        invoke() {
          calls++;
          return succeeded(null);
        },
      });
      const run = { runId: "r1", plan: emptySnapshot(), input: null };
      assert.equal(await test.engine.start(run), "started");
      assert.equal(await test.engine.start(run), "known");
      await test.until(test.engine.result("r1", 60_000));
      assert.equal(calls, 1);
      await test.close();
    },
  },
  {
    name: "a question is answered once, by a fitting answer",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        scope.question("q", { from: "person", schema: { type: "object", required: ["ok"] } });
        await nextUntil(scope, seen, () => seen.length >= 1);
        scope.timer("later", { after: 1_000 });
        await nextUntil(scope, seen, () => seen.length >= 2);
        const [answer] = seen;
        return answer?.outcome.ok === true ? answer.outcome.value : null;
      });
      const test = await make({ interpreter, invoke: () => succeeded(null) });
      assert.equal(await test.engine.answer("r1", "q", { ok: true }), "unknown");
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      await test.advance(10);
      assert.equal(await test.engine.answer("r1", "other", { ok: true }), "unknown");
      assert.equal(await test.engine.answer("r1", "q", 3), "invalid");
      assert.equal(await test.engine.answer("r1", "q", { ok: true }), "accepted");
      assert.equal(await test.engine.answer("r1", "q", { ok: false }), "already-answered");
      const result = await test.until(test.engine.result("r1", 60_000));
      assert.deepEqual(result?.output, { ok: true });
      await test.close();
    },
  },
  {
    name: "a signal that comes before anybody waits for it is kept",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        scope.timer("later", { after: 1_000 });
        await nextUntil(scope, seen, () => seen.length >= 1);
        scope.question("w", { from: "signal", name: "approval" });
        await nextUntil(scope, seen, () => seen.length >= 2);
        const [, answer] = seen;
        return answer?.outcome.ok === true ? answer.outcome.value : null;
      });
      const test = await make({ interpreter, invoke: () => succeeded(null) });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      await test.engine.signal("r1", "approval", { by: "ann" });
      const result = await test.until(test.engine.result("r1", 60_000));
      assert.deepEqual(result?.output, { by: "ann" });
      await test.close();
    },
  },
  {
    name: "a cancellation is told once, however often it is asked for",
    async run(make) {
      const interpreter = program(async (scope, seen) => {
        scope.timer("long", { after: 5_000 });
        await nextUntil(scope, seen, () => seen.some(({ ticket }) => ticket.key === "long"));
        return seen.filter(({ ticket }) => ticket === scope.cancellation).length;
      });
      const test = await make({ interpreter, invoke: () => succeeded(null) });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      await test.advance(10);
      await test.engine.cancel("r1");
      await test.engine.cancel("r1");
      const result = await test.until(test.engine.result("r1", 60_000));
      assert.equal(result?.output, 1);
      await test.close();
    },
  },
  {
    name: "an event key that was seen before is dropped by an engine that replays",
    async run(make) {
      const events: string[] = [];
      const interpreter = program(async (scope, seen) => {
        for (const key of ["a", "b", "c"]) {
          scope.trace(key, { type: "run-cancel", runId: scope.runId, time: scope.startedAt });
          scope.call(call(key));
          await nextUntil(scope, seen, () => seen.at(-1)?.ticket.key === key);
        }
        return null;
      });
      const test = await make({
        interpreter,
        invoke: () => succeeded(null),
        onEvent: ({ type }) => void events.push(type),
      });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      await test.until(test.engine.result("r1", 60_000));
      assert.equal(events.length, 3);
      await test.close();
    },
  },
];
