import type { Json } from "@graph/plan";
import { describe, expect, test } from "vitest";
import type { RunEvents } from "../index.ts";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("ask and wait on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const ask = (more = ""): string =>
    `{tool_name: ask, input: {prompt: "Ship <<input.what>>?", output_schema: {type: object, required: [ok], properties: {ok: {type: boolean}}}${more}}}`;
  const plan = (step: string): string =>
    `input_schema: {type: object}\nsteps:\n  - {id: q, ${step.slice(1, -1)}}\n  - {id: w, tool_name: user__write, input: {ok: <<q.answer.ok>>}}\noutput: {q: <<q>>}\n`;

  /** A bench whose questions are answered in the order in which they come. */
  const answered = (...answers: readonly Json[]) => {
    const made = bench();
    const asked: RunEvents["question"][] = [];
    const results: string[] = [];
    let run: ReturnType<typeof made.start> | undefined;
    made.runner.on("question", async (event) => {
      asked.push(event);
      const answer = answers[asked.length - 1];
      if (answer === "decline") results.push((await run?.decline(event.key)) ?? "");
      else if (answer !== undefined) results.push((await run?.answer(event.key, answer)) ?? "");
    });
    return {
      ...made,
      asked,
      results,
      async run(text: string, input = {}) {
        run = made.start(text, input);
        return made.world.clock.until(run.result);
      },
      start: (text: string, input = {}) => (run = made.start(text, input)),
    };
  };

  test("a host answers by the key that the event tells", async () => {
    const { run, asked, calls } = answered({ ok: true });
    const result = await run(plan(ask()), { what: "it" });
    expect(asked).toMatchObject([
      {
        key: "q",
        path: "q",
        from: "person",
        prompt: "Ship it?",
        unanswered: "fail",
        schema: { properties: { ok: { type: "boolean" } } },
      },
    ]);
    expect(result.output).toEqual({ q: { answer: { ok: true }, answered: true } });
    expect(calls).toEqual(['write {"ok":true}']);
  });

  test("an answer that does not fit is refused, and the question stays open", async () => {
    const { start, world, asked } = answered();
    const run = start(plan(ask()), { what: "it" });
    await world.clock.advance(10);
    expect(asked).toHaveLength(1);
    expect(await run.answer("q", { ok: "yes" })).toBe("invalid");
    expect(await run.answer("other", { ok: true })).toBe("unknown");
    expect(await run.answer("q", { ok: false })).toBe("accepted");
    expect(await run.answer("q", { ok: true })).toBe("already-answered");
    expect((await world.clock.until(run.result)).output).toEqual({ q: { answer: { ok: false }, answered: true } });
  });

  const fallback = ", when_unanswered: default, default: {ok: false}";
  const withNobody = () => bench();
  const withRefusal = () => answered("decline");

  test.each([
    ["nobody is there", withNobody, "unavailable"],
    ["it is declined", withRefusal, "declined"],
  ])("%s: the default is taken", async (_what, make, reason) => {
    const { run, calls } = make();
    const result = await run(plan(ask(fallback)), { what: "it" });
    expect(result.output).toEqual({ q: { answer: { ok: false }, answered: false, reason } });
    expect(calls).toEqual(['write {"ok":false}']);
  });

  test.each([
    ["nobody is there", withNobody],
    ["it is declined", withRefusal],
  ])("%s: without a default the step fails", async (_what, make) => {
    const { run, calls } = make();
    const result = await run(plan(ask()), { what: "it" });
    expect(result.error).toMatchObject({ class: "unavailable", code: "tool/unavailable", step: "q", tool: "ask" });
    expect(calls).toEqual([]);
  });

  test("`suspend` waits for whoever comes; the run is told as waiting", async () => {
    const { start, world } = bench();
    const run = start(plan(ask(", when_unanswered: suspend")), { what: "it" });
    await world.clock.advance(1_000_000);
    expect(await run.answer("q", { ok: true })).toBe("accepted");
    const result = await world.clock.until(run.result);
    expect(result.status).toBe("succeeded");
    expect(result.endedAt - result.startedAt).toBe(1_000_000);
  });

  test("a `timeout` ends the question; with a default that is an answer", async () => {
    const failing = await answered().run(plan(ask().replace("{tool_name", "{timeout: 1m, tool_name")), { what: "it" });
    expect(failing.error).toMatchObject({ class: "timeout", step: "q" });
    const text = plan(
      ask(", when_unanswered: default, default: {ok: false}").replace("{tool_name", "{timeout: 1m, tool_name"),
    );
    const { run, world } = answered();
    const falling = await run(text, { what: "it" });
    expect(falling.output).toEqual({ q: { answer: { ok: false }, answered: false, reason: "timeout" } });
    expect(world.clock.pending).toBe(0);
  });

  test("a default that does not fit once it is rendered fails before anybody is asked", async () => {
    const { run, asked } = answered();
    const result = await run(plan(ask(", when_unanswered: default, default: {ok: <<input.what>>}")), { what: "it" });
    expect(result.error).toMatchObject({ class: "type", code: "input/invalid" });
    expect(asked).toEqual([]);
  });

  test("questions in a map have keys of their own, and in retries and called plans too", async () => {
    const child = `identifier: child
description: Asks.
input_schema: {type: object}
steps:
  - {id: q, tool_name: ask, input: {prompt: <<input.n>>, output_schema: {type: object, properties: {n: {type: integer}}}}}
output: {n: <<q.answer.n>>}
`;
    const made = bench([], [child]);
    const run = made.start(
      'steps:\n  - {id: m, tool_name: map, input: {over: [1, 2, 3], concurrency: 3, do: {tool_name: plan__child, input: {n: <<item>>}}}}\noutput: {ns: <<pluck m.results "n">>}\n',
    );
    const keys: string[] = [];
    made.runner.on("question", ({ key }) => void keys.push(key));
    await made.world.clock.advance(5);
    expect(keys).toEqual(["m[0]/@do/q", "m[1]/@do/q", "m[2]/@do/q"]);
    for (const [index, key] of [...keys.entries()].toReversed()) await run.answer(key, { n: index * 10 });
    expect((await made.world.clock.until(run.result)).output).toEqual({ ns: [0, 10, 20] });
  });

  test("a cancellation closes an open question", async () => {
    const { start, world } = answered();
    const run = start(plan(ask()), { what: "it" });
    await world.clock.advance(10);
    run.cancel();
    const result = await world.clock.until(run.result);
    expect(result.steps.get("q")?.status).toBe("cancelled");
    expect(await run.answer("q", { ok: true })).toBe("unknown");
  });

  test("the time in which somebody is asked does not count toward `limits.timeout`", async () => {
    const { start, world } = answered();
    const text = `limits: {timeout: 10s}\n${plan(ask())}`.replace(
      "  - {id: w",
      "  - {id: s, needs: [q], tool_name: user__sleep, input: {ms: 8000}}\n  - {id: w",
    );
    const run = start(text, { what: "it" });
    await world.clock.advance(60_000);
    await run.answer("q", { ok: true });
    const result = await world.clock.until(run.result);
    expect(result.status).toBe("succeeded");
    expect(result.endedAt - result.startedAt).toBe(68_000);
    const late = answered();
    const slow = late.start(text.replace("ms: 8000", "ms: 12000"), { what: "it" });
    await late.world.clock.advance(60_000);
    await slow.answer("q", { ok: true });
    const failed = await late.world.clock.until(slow.result);
    expect(failed.error?.code).toBe("limit/run-time");
    expect(failed.endedAt - failed.startedAt).toBe(70_000);
  });

  describe("wait", () => {
    test.each([
      ["for: 30s", 30_000],
      ["for: <<input.time>>", 5_400_000],
      ["for: 30d", 2_592_000_000],
      ["until: <<input.until>>", 90_000],
    ])("%s", async (given, length) => {
      const { start, world } = bench();
      const until = new Date(world.clock.now() + 90_000).toISOString();
      const run = start(
        `input_schema: {type: object}\nsteps: [{id: w, tool_name: wait, input: {${given}}}]\noutput: {w: <<w>>}\n`,
        { time: "PT1H30M", until },
      );
      const result = await world.clock.until(run.result);
      expect(result.output).toEqual({ w: { timed_out: false } });
      expect(result.endedAt - result.startedAt).toBe(length);
    });

    test.each([
      ["for: <<input.bad>>", "schema/bad-value", "/steps/0/input/for"],
      ["until: <<input.bad>>", "schema/bad-value", "/steps/0/input/until"],
      ["signal: <<input.number>>", "schema/bad-value", "/steps/0/input/signal"],
      ["signal: go, timeout: <<input.bad>>", "schema/bad-value", "/steps/0/input/timeout"],
    ])("%s fails with its place", async (given, code, path) => {
      const result = await bench().run(
        `input_schema: {type: object}\nsteps: [{id: w, tool_name: wait, input: {${given}}}]\n`,
        { bad: "ten", number: 5 },
      );
      expect(result.error).toMatchObject({ class: "type", code, step: "w" });
      expect(result.diagnostics[0]?.path).toBe(path);
    });

    test("a moment that has passed does not wait", async () => {
      const result = await bench().run("  - {id: w, tool_name: wait, input: {until: 2001-01-01T00:00:00Z}}\n");
      expect([result.status, result.endedAt - result.startedAt]).toEqual(["succeeded", 0]);
    });

    const signal = "steps: [{id: w, tool_name: wait, input: {signal: go, timeout: 1m}}]\noutput: {w: <<w>>}\n";

    test("a signal that comes in time, too late, or before anybody waits", async () => {
      const early = bench();
      const first = early.start(signal);
      await first.signal("other", 1);
      await first.signal("go", { by: "ann" });
      expect((await early.world.clock.until(first.result)).output).toEqual({
        w: { signal: "go", payload: { by: "ann" }, timed_out: false },
      });
      const inTime = bench();
      const second = inTime.start(signal);
      await inTime.world.clock.advance(30_000);
      await second.signal("go");
      const result = await inTime.world.clock.until(second.result);
      expect(result.output).toEqual({ w: { signal: "go", payload: null, timed_out: false } });
      expect(inTime.world.clock.pending).toBe(0);
      const never = await bench().run(signal);
      expect(never.output).toEqual({ w: { signal: "go", payload: null, timed_out: true } });
      expect(never.endedAt - never.startedAt).toBe(60_000);
    });

    test("a signal wakes its `wait` only", async () => {
      const { start, world, calls } = bench();
      const run = start(`steps:
  - id: both
    tool_name: parallel
    input:
      branches:
        work: {tool_name: user__sleep, input: {ms: 300}}
        gate: [{id: w, tool_name: wait, input: {signal: approval, timeout: 1h}}]
output: {by: <<both.gate.payload.by>>}
`);
      await world.clock.advance(100);
      await run.signal("approval", { by: "ann" });
      const result = await world.clock.until(run.result);
      expect(result.output).toEqual({ by: "ann" });
      expect(calls).toHaveLength(1);
      expect(result.endedAt - result.startedAt).toBe(300);
    });

    test("a signal is no question that somebody could decline", async () => {
      const { start, world } = bench();
      const run = start(signal);
      await world.clock.advance(10);
      expect(await run.decline("w")).toBe("unknown");
      await run.signal("go", 1);
      expect((await world.clock.until(run.result)).output).toEqual({
        w: { signal: "go", payload: 1, timed_out: false },
      });
    });

    test("a cancellation ends it at once", async () => {
      const { start, world } = bench();
      const run = start("  - {id: w, tool_name: wait, input: {for: 1d}}\n");
      await world.clock.advance(10);
      run.cancel();
      const result = await world.clock.until(run.result);
      expect([result.status, result.endedAt - result.startedAt, world.clock.pending]).toEqual(["cancelled", 10, 0]);
    });
  });
});

test("a run says itself whether somebody can be asked in it; one that cannot is declined beside it", async () => {
  const { runner, world } = onEngine();
  const text = (id: string): string =>
    `identifier: ${id}\ndescription: Asks.\nsteps: [{id: q, tool_name: ask, input: {prompt: p, output_schema: {type: object, properties: {n: {type: integer}}}}}]\noutput: {n: <<q.answer.n>>}\n`;
  const asked = runner.start(
    runner.load(text("one")),
    {},
    { onQuestion: ({ key }) => void asked.answer(key, { n: 7 }) },
  );
  const unasked = runner.start(runner.load(text("two")));
  expect((await world.clock.until(asked.result)).output).toEqual({ n: 7 });
  expect((await world.clock.until(unasked.result)).error).toMatchObject({ code: "tool/unavailable" });
});
