import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

const caller = (limits: string): string => `identifier: inner
description: Calls side by side.
${limits}
steps:
  - {id: u1, tool_name: user__sleep, input: {ms: 1000, value: 1}}
  - {id: u2, tool_name: user__sleep, input: {ms: 1000, value: 2}}
`;

describe.each(engines)("limits of concurrency on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  test("a called plan keeps its own and its caller's", async () => {
    const { run, inFlight } = bench([], [caller("limits: {concurrency: 1}")]);
    await run("  - {id: a, tool_name: plan__inner, input: {}}\n");
    expect(inFlight.most).toBe(1);
    const outer = bench([], [caller("")]);
    await outer.run("limits: {concurrency: 1}\nsteps:\n  - {id: a, tool_name: plan__inner, input: {}}\n");
    expect(outer.inFlight.most).toBe(1);
  });

  test("a slot that comes free goes to whoever can use it", async () => {
    const late =
      "identifier: late\ndescription: One call.\nsteps:\n  - {id: c, tool_name: user__sleep, input: {ms: 10}}\n";
    const { run } = bench([], [caller("limits: {concurrency: 1}"), late]);
    const result = await run(`limits: {concurrency: 2}
steps:
  - {id: b1, tool_name: user__sleep, input: {ms: 10}}
  - {id: b2, tool_name: user__sleep, input: {ms: 10}}
  - {id: a, tool_name: plan__inner, input: {}}
  - {id: d, tool_name: plan__late, input: {}}
`);
    // u1 takes the first slot that comes free; u2 cannot take the second, its plan allows one: it is for c.
    expect((result.steps.get("d/c")?.endedAt ?? 0) - result.startedAt).toBe(20);
  });

  test("maps of a sequential plan go item by item", async () => {
    const { run, inFlight } = bench();
    await run(`execution: sequential
steps:
  - {id: m, tool_name: map, input: {over: [1, 2, 3], concurrency: 3, do: {tool_name: user__sleep, input: {ms: 10}}}}
`);
    expect(inFlight.most).toBe(1);
  });

  test("a step that waits for a slot when another fails has not started", async () => {
    const { run, calls } = bench();
    const result = await run(`limits: {concurrency: 1}
steps:
  - {id: a, needs: [], tool_name: user__fail, input: {}}
  - {id: b, needs: [], tool_name: user__sleep, input: {ms: 10}}
`);
    expect(result.steps.get("b")).toMatchObject({ status: "not_started", attempts: 0 });
    expect(calls).toHaveLength(1);
  });
});

test("a worker with one place runs thousands of calls that end at once without using the stack", async () => {
  const { runner, world } = onEngine([], [], undefined, { concurrency: 1 });
  const plan = runner.load(
    "identifier: one\ndescription: One step.\nsteps:\n  - {id: a, tool_name: user__echo, input: {}}\n",
  );
  const slow = runner.load(
    "identifier: slow\ndescription: One slow step.\nsteps:\n  - {id: a, tool_name: user__sleep, input: {ms: 10}}\n",
  );
  const runs = [runner.start(slow), ...Array.from({ length: 5_000 }, () => runner.start(plan))];
  const results = await world.clock.until(Promise.all(runs.map(({ result }) => result)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
});
