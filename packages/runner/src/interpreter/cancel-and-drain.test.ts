import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const writes =
    "  - {id: a, tool_name: user__write, input: {}}\n  - {id: b, tool_name: user__write, input: {v: <<a>>}}\n";

  test("a run that is cancelled before its first call makes none", async () => {
    const { start, world, calls } = bench();
    const run = start(writes);
    run.cancel();
    const result = await world.clock.until(run.result);
    expect([result.status, calls]).toEqual(["cancelled", []]);
    expect(result.counts.succeeded).toBe(0);
  });

  test.each(["run-start", "step-start", "step-finish"] as const)(
    "cancelling in a %s listener stops the call that was about to be made",
    async (name) => {
      const { start, runner, world, calls } = bench();
      const run = start(writes);
      runner.on(name, () => run.cancel());
      const result = await world.clock.until(run.result);
      expect(result.status).toBe("cancelled");
      expect(calls).toHaveLength(name === "step-finish" ? 1 : 0);
    },
  );

  test("after a failure a step behind it starts nothing new of what it holds, and is not tried again", async () => {
    const { run, calls } = bench();
    const result = await run(`
  - {id: f, needs: [], tool_name: user__fail, input: {}}
  - id: m
    needs: []
    tool_name: map
    input: {over: [1, 2, 3], do: {tool_name: user__sleep, input: {ms: 100, value: <<item>>}}}
  - {id: r, needs: [], tool_name: user__fail, input: {class: unavailable, id: r}, retry: {max_attempts: 9, delay: 10ms}}
`);
    expect(result.error?.step).toBe("f");
    expect(calls.filter((call) => call.startsWith("sleep"))).toHaveLength(1);
    expect(calls.filter((call) => call.includes('"id":"r"'))).toHaveLength(1);
    expect(result.steps.get("m")?.status).toBe("cancelled");
  });

  test("items of a map behind the one that failed may finish for the time of `drain`, then they are aborted", async () => {
    const { run, inFlight } = bench();
    const result = await run(`limits: {drain: 1s}
steps:
  - id: l
    tool_name: map
    input:
      over: [0, 500, 60000]
      concurrency: 3
      do:
        - {id: bad, if: {value: <<item>>, op: eq, to: 0}, tool_name: user__fail, input: {}}
        - {id: slow, tool_name: user__sleep, input: {ms: <<item>>}}
`);
    expect(result.error).toMatchObject({ index: 0 });
    expect(result.steps.get("l[1]/slow")?.status).toBe("succeeded");
    expect(result.steps.get("l[2]/slow")?.status).toBe("cancelled");
    expect(result.endedAt - result.startedAt).toBe(1000);
    expect(inFlight.now).toBe(0);
  });

  test("an aborted step never becomes the failure, even when it comes back with something that does not fit", async () => {
    const { run } = bench([
      {
        name: "deaf",
        description: "Does not hear that it is told to stop.",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        run: async () => {
          for (let turn = 0; turn < 50; turn++) await Promise.resolve();
          return { wrong: true };
        },
      },
    ]);
    const result = await run(`
  - {id: d, needs: [], tool_name: user__deaf, input: {}, output_schema: {type: object, required: [right]}}
  - {id: e, needs: [], tool_name: exit, input: {message: enough}}
`);
    expect(result).toMatchObject({ status: "exited", exit: { message: "enough" } });
    expect(result.steps.get("d")?.status).toBe("cancelled");
  });

  test.each([
    ["a route", "tool_name: route, input: {if: true, then: CALL}", "succeeded"],
    ["a map", "tool_name: map, input: {over: [1], do: CALL}", "succeeded"],
    ["a map with more to do", "tool_name: map, input: {over: [1, 2], do: CALL}", "cancelled"],
    ["a parallel", "tool_name: parallel, input: {branches: {x: CALL, y: CALL}}", "succeeded"],
    ["a reduce", "tool_name: reduce, input: {over: [1], do: CALL}", "succeeded"],
    ["a loop with more to do", "tool_name: loop, input: {max_iterations: 2, do: CALL}", "cancelled"],
    [
      "a loop that is done",
      "tool_name: loop, input: {max_iterations: 2, until: {value: <<accumulator>>, op: eq, to: 1}, do: CALL}",
      "succeeded",
    ],
    ["a called plan", "tool_name: plan__child, input: {}", "succeeded"],
  ])(
    "what was in flight beside a failure and had nothing more to start has its result: %s",
    async (_what, step, status) => {
      const call = "{tool_name: user__sleep, input: {ms: 20, value: 1}}";
      const child = "identifier: child\ndescription: x\nsteps: [{id: s, tool_name: user__sleep, input: {ms: 20}}]\n";
      const result = await onEngine([], [child], engine).run(`
  - {id: a, needs: [], tool_name: user__sleep, input: {ms: 10}, output_schema: {type: string}}
  - {id: b, needs: [], ${step.replaceAll("CALL", call)}}
`);
      expect(result.error?.step).toBe("a");
      expect(result.steps.get("b")?.status).toBe(status);
    },
  );

  test("a question to a model that is in flight in the gate of a loop may finish", async () => {
    const asked: string[] = [];
    const made = bench();
    made.runner.catalog.add(
      {
        name: "decide",
        description: "Says yes after a while.",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        run: (_input: object, { signal }: { signal: AbortSignal }) =>
          new Promise((resolve, reject) => {
            asked.push("asked");
            signal.addEventListener("abort", () => reject(new Error("stopped")));
            made.world.clock.timer(100, () => resolve({ kind: "yesno", probability: 1 }));
          }),
      },
      { namespace: "builtin" },
    );
    const result = await made.run(`
  - {id: a, needs: [], tool_name: user__sleep, input: {ms: 10}, output_schema: {type: string}}
  - {id: b, needs: [], tool_name: loop, input: {max_iterations: 2, until: {decide: Enough?}, do: {tool_name: user__echo, input: {}}}}
`);
    expect(result.error?.step).toBe("a");
    expect(asked).toEqual(["asked"]);
    expect(result.steps.get("b")).toMatchObject({ status: "succeeded", output: { count: 1, done: true } });
  });

  test("a call that waits for its slot when its deadline comes was never made", async () => {
    const { run, calls } = bench();
    const result = await run(`limits: {concurrency: 1}
steps:
  - id: p
    tool_name: parallel
    input:
      branches:
        a: {tool_name: user__sleep, input: {ms: 5000}}
        b: [{id: w, deadline: 1s, on_error: continue, tool_name: user__send, input: {ms: 1}}]
`);
    expect(calls).toEqual(['sleep {"ms":5000}']);
    expect(result.steps.get("p/w")).toMatchObject({
      status: "failed_ignored",
      attempts: 0,
      error: { class: "timeout", effect: "none" },
    });
    expect(result.counts.unknown).toBe(0);
  });

  test.each([
    ["a failure", "tool_name: user__deaf, input: {}, timeout: 1s", "failed"],
    [
      "an `exit`",
      "tool_name: parallel, input: {branches: {x: {tool_name: user__deaf, input: {}}, y: [{id: e, tool_name: exit, input: {status: error}}]}}",
      "exited",
    ],
  ])("a cancellation that comes after %s changes nothing", async (_what, step, status) => {
    const deaf = { name: "deaf", description: "Does not listen.", inputSchema: { type: "object" } } as const;
    const made = bench([
      { ...deaf, run: () => new Promise((resolve) => void made.world.clock.timer(3_000, () => resolve(1))) },
    ]);
    const run = made.start(`  - {id: a, ${step}}\n`);
    await made.world.clock.advance(2_000);
    run.cancel();
    const result = await made.world.clock.until(run.result);
    expect(result.status).toBe(status);
    expect(result.error?.class).toBe(status === "failed" ? "timeout" : undefined);
  });

  test("a clean-up that fails in a cancelled run is told", async () => {
    const { start, world } = bench();
    const run = start(
      "steps:\n  - {id: a, tool_name: user__sleep, input: {ms: 1000}}\nfinally: {tool_name: user__fail, input: {message: not cleaned}}\n",
    );
    await world.clock.advance(100);
    run.cancel();
    const result = await world.clock.until(run.result);
    expect(result.status).toBe("cancelled");
    expect(result.diagnostics.map(({ message }) => message)).toEqual(["not cleaned"]);
  });

  test("a write that was aborted and may have acted counts as unknown; a keyed one that then succeeds does not", async () => {
    const { start, world } = bench();
    const aborted = start("  - {id: a, tool_name: user__send, input: {ms: 60000}}\n");
    await world.clock.advance(100);
    aborted.cancel();
    expect((await world.clock.until(aborted.result)).counts.unknown).toBe(1);

    let attempts = 0;
    const keyed = (second: () => unknown): ReturnType<typeof onEngine> =>
      bench([
        {
          name: "post",
          description: "Hangs at the first try.",
          inputSchema: { type: "object", properties: { key: { type: "string" } } },
          idempotencyArgument: "key",
          run: (_input: object, { signal }) =>
            ++attempts === 1
              ? new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))))
              : second(),
        },
      ]);
    const steps =
      "  - {id: a, timeout: 50ms, idempotency_key: k, retry: {max_attempts: 2, delay: 1ms}, tool_name: user__post, input: {}}\n";
    expect((await keyed(() => 1).run(steps)).counts.unknown).toBe(0);
    attempts = 0;
    const lost = await keyed(() => {
      throw new Error("no");
    }).run(steps);
    expect([lost.status, lost.counts.unknown]).toEqual(["failed", 1]);
  });

  test("what ran inside a step that timed out stays in the records", async () => {
    const { run } = bench();
    const result = await run(`
  - id: m
    timeout: 150ms
    on_error: continue
    tool_name: map
    input: {over: [1, 2, 3], do: {tool_name: user__send, input: {ms: 100}}}
`);
    expect(result.status).toBe("succeeded");
    expect(result.steps.get("m[0]/@do")?.status).toBe("succeeded");
    expect(result.steps.get("m[1]/@do")?.status).toBe("cancelled");
    expect(result.counts).toMatchObject({ unknown: 1, failed_ignored: 1, cancelled: 1, succeeded: 1 });
  });

  test("a timed out read is no unknown write", async () => {
    const { run } = bench();
    const result = await run("  - {id: a, timeout: 10ms, tool_name: user__sleep, input: {ms: 100}}\n");
    expect(result.error).toMatchObject({ class: "timeout", effect: "none" });
    expect(result.counts.unknown).toBe(0);
  });

  test("a limit of time that a run did not need leaves no timer behind", async () => {
    const { run, world } = bench();
    await run("limits: {timeout: 1h}\nsteps:\n  - {id: a, tool_name: user__echo, input: {}}\n");
    expect(world.clock.pending).toBe(0);
  });
});
