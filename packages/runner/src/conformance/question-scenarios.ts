import assert from "node:assert/strict";
import type { RunEvents } from "../events.ts";
import type { Interpreter } from "../port.ts";
import { call, emptySnapshot, type EngineScenario, finished, nextUntil, succeeded } from "./scenario.ts";

/** Asks one question beside a call, and gives back how it ended. */
const asking: Interpreter = async (_run, scope) => {
  const seen: Parameters<typeof nextUntil>[1] = [];
  scope.question("q", { from: "person", prompt: "Go on?", unanswered: "suspend", schema: { type: "object" } });
  scope.call(call("a"));
  await nextUntil(scope, seen, () => seen.length >= 2);
  const ended = seen.find(({ ticket }) => ticket.key === "q")?.outcome;
  const output = ended?.ok === true ? ended.value : (ended?.error.code ?? null);
  return finished(scope, output, seen.at(-1)?.at ?? scope.startedAt);
};

/** What holds for questions on every engine. */
export const questionScenarios: readonly EngineScenario[] = [
  {
    name: "a question is told once, with all that whoever answers needs, and can be answered in that moment",
    async run(make) {
      const told: RunEvents["question"][] = [];
      const answers: Promise<string>[] = [];
      const test = await make({
        interpreter: asking,
        invoke: () => succeeded(null),
        onEvent(event) {
          if (event.type !== "question") return;
          told.push(event);
          answers.push(test.engine.answer("r1", event.key, { ok: true }));
        },
      });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      const result = await test.until(test.engine.result("r1", 60_000));
      assert.deepEqual(result?.output, { ok: true });
      assert.deepEqual(await Promise.all(answers), ["accepted"]);
      assert.equal(told.length, 1);
      const { runId, key, path, from, prompt, unanswered } = told[0] as RunEvents["question"];
      assert.deepEqual([runId, key, path, from, prompt, unanswered], ["r1", "q", "q", "person", "Go on?", "suspend"]);
      await test.close();
    },
  },
  {
    name: "a question that is declined ends once, and tells why",
    async run(make) {
      for (const [reason, code] of [
        ["declined", "tool/failed"],
        ["unavailable", "tool/unavailable"],
      ] as const) {
        const test = await make({ interpreter: asking, invoke: () => succeeded(null) });
        await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
        await test.advance(10);
        assert.equal(await test.engine.decline("r1", "other", reason), "unknown");
        assert.equal(await test.engine.decline("r1", "q", reason), "accepted");
        assert.equal(await test.engine.decline("r1", "q", reason), "already-answered");
        assert.equal(await test.engine.answer("r1", "q", {}), "already-answered");
        const result = await test.until(test.engine.result("r1", 60_000));
        assert.equal(result?.output, code);
        await test.close();
      }
    },
  },
  {
    name: "nobody can answer a question whose run is over",
    async run(make) {
      const giving: Interpreter = async (_run, scope) => {
        const question = scope.question("q", { from: "person" });
        const seen: Parameters<typeof nextUntil>[1] = [];
        scope.timer("t", { after: 100 });
        await nextUntil(scope, seen, () => seen.length >= 1);
        scope.abort(question);
        return finished(scope, null, scope.startedAt + 100);
      };
      const test = await make({ interpreter: giving, invoke: () => succeeded(null) });
      await test.engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
      await test.until(test.engine.result("r1", 60_000));
      assert.equal(await test.engine.answer("r1", "q", 1), "unknown");
      assert.equal(await test.engine.decline("r1", "q", "declined"), "unknown");
      await test.close();
    },
  },
];
