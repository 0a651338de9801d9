import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("attempts on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  test.each([
    ["none", 1000, 1000],
    ["equal", 500, 1000],
    ["full", 0, 1000],
  ])("jitter: %s keeps the pauses between %d and %d ms", async (jitter, least, most) => {
    const { run, events } = bench();
    const steps = Array.from(
      { length: 10 },
      (_, k) =>
        `  - {id: s${k}, on_error: continue, tool_name: user__fail, input: {class: unavailable, k: ${k}}, retry: {max_attempts: 2, delay: 1s, backoff: fixed, jitter: ${jitter}}}\n`,
    );
    await run(steps.join(""));
    const delays = events.flatMap((event) => (event.type === "step-retry" ? [event.delayMs] : []));
    expect(delays).toHaveLength(10);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...delays)).toBeLessThanOrEqual(most);
    expect(new Set(delays).size).toBe(jitter === "none" ? 1 : 10);
  });

  test("a called plan has one run id in all its attempts, and its keys tell them apart", async () => {
    const flaky = `identifier: flaky
description: Works at the second try.
steps:
  - {id: e, tool_name: user__echo, input: {id: <<run.id>>}}
  - {id: f, tool_name: user__fail, input: {class: unavailable, times: 1, after: <<e.id>>}}
`;
    const { run, calls, events } = bench([], [flaky]);
    const result = await run("  - {id: s, tool_name: plan__flaky, input: {}, retry: {max_attempts: 2, delay: 1ms}}\n");
    expect(result.steps.get("s")).toMatchObject({ status: "succeeded", attempts: 2 });
    expect(new Set(calls.filter((call) => call.startsWith("echo")))).toEqual(
      new Set([`echo {"id":"${result.runId}/s"}`]),
    );
    const keys = events.flatMap((event) => (event.type === "step-start" ? [event.key] : []));
    expect(keys).toEqual(["s", "s/e", "s/f", "s#2", "s#2/e", "s#2/f"]);
  });

  test("a result that does not fit the step's `output_schema` fails the step", async () => {
    const { run } = bench();
    const result = await run(
      "  - {id: a, tool_name: user__echo, input: {v: 1}, output_schema: {type: object, required: [w]}, retry: {max_attempts: 3, delay: 1ms}}\n",
    );
    expect(result.error).toMatchObject({ class: "type", code: "tool/output-mismatch", attempt: 1, effect: "none" });
    expect(result.diagnostics[0]).toMatchObject({ line: 4, column: 66 });
  });

  test("a cancelled pause leaves no timer behind", async () => {
    const { start, world } = bench();
    const run = start(
      "  - {id: a, tool_name: user__fail, input: {class: unavailable}, retry: {max_attempts: 2, delay: 1h}}\n",
    );
    await world.clock.advance(1000);
    run.cancel();
    await world.clock.until(run.result);
    expect(world.clock.pending).toBe(0);
  });

  test("what is tried again and then succeeds is plain success", async () => {
    const { run } = bench();
    const result = await run(
      "  - {id: a, tool_name: user__fail, input: {class: unavailable, times: 1}, retry: {max_attempts: 2, delay: 1ms}}\n",
    );
    expect(result.counts).toMatchObject({ steps: 1, succeeded: 1, failed: 0, unknown: 0 });
    expect(result.diagnostics).toEqual([]);
  });
});
