import { describe, expect, test } from "vitest";
import type { RunResult } from "../run-result.ts";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("catch and finally on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const fail = "{tool_name: user__fail, input: {class: denied, message: no}}";

  test("the first handler whose classes fit gives the step its result", async () => {
    const { run, calls } = bench();
    const result = await run(`steps:
  - id: a
    tool_name: user__fail
    input: {class: denied, message: no}
    catch:
      - {errors: [timeout], do: {tool_name: user__write, input: {wrong: true}}}
      - errors: [denied, unavailable]
        do: {tool_name: user__echo, input: {said: <<error.message>>, class: <<error.class>>, code: <<error.code>>, step: <<error.step>>, attempt: <<error.attempt>>}}
      - {do: {tool_name: user__write, input: {wrong: true}}}
  - {id: b, tool_name: user__echo, input: {a: <<a.said>>}}
output: {a: <<a>>, b: <<b.a>>}
`);
    expect(result).toMatchObject({
      status: "succeeded",
      output: { a: { said: "no", class: "denied", code: "tool/failed", step: "a", attempt: 1 }, b: "no" },
      counts: { caught: 1, succeeded: 2, failed: 0 },
    });
    expect(result.steps.get("a")).toMatchObject({ status: "caught", error: { class: "denied" } });
    expect(result.steps.get("a/@catch")).toMatchObject({ status: "succeeded", tool: "user__echo" });
    expect(calls).toHaveLength(3);
    expect(result.diagnostics).toMatchObject([{ severity: "warning", step: "a" }]);
  });

  const handled = (modifier: string): Promise<RunResult> =>
    bench().run(`  - {id: a, ${fail.slice(1, -1)}, ${modifier}}\n`);

  test("no handler fits: the failure stays", async () => {
    const result = await handled("catch: [{errors: [timeout], do: {tool_name: user__echo, input: {}}}]");
    expect(result.steps.get("a")?.status).toBe("failed");
    expect(result.error).toMatchObject({ class: "denied", message: "no" });
  });

  test("the handler fails: its failure, with the first one as the cause", async () => {
    const result = await handled("catch: [{do: {tool_name: user__fail, input: {class: unavailable}}}]");
    expect(result.steps.get("a")?.status).toBe("failed");
    expect(result.error).toMatchObject({
      class: "unavailable",
      cause: { class: "denied", code: "tool/failed", message: "no", step: "a" },
    });
  });

  test.each([
    ["takes the place of what the body yields", "result: {c: <<error.class>>}", { c: "denied" }],
    ["that is null stays null", "result: null", null],
  ])("a `result` %s", async (_what, stated, output) => {
    const result = await handled(`catch: [{do: {tool_name: user__echo, input: {}}, ${stated}}]`);
    expect(result.steps.get("a")).toMatchObject({ status: "caught", output });
  });

  test("attempts come first, then the handler, then `on_error`, then the clean-up", async () => {
    const { run, calls } = bench();
    const result = await run(`
  - id: a
    tool_name: user__fail
    input: {class: unavailable}
    retry: {max_attempts: 2, delay: 1ms}
    catch: [{do: {tool_name: user__fail, input: {class: denied}}}]
    on_error: continue
    finally: {tool_name: user__write, input: {error: <<error.class>>}}
`);
    expect(result.steps.get("a")).toMatchObject({ status: "failed_ignored", attempts: 2 });
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["fail", "fail", "fail", "write"]);
    expect(calls.at(-1)).toBe('write {"error":"denied"}');
    expect(result.status).toBe("succeeded");
  });

  test.each([
    ["it goes well", "{tool_name: user__echo, input: {}}", null, "succeeded"],
    ["it fails", "{tool_name: user__fail, input: {}}", "tool_error", "failed"],
    ["its input cannot be rendered", "{tool_name: user__echo, input: {v: <<input.none>>}}", "bad_path", "failed"],
  ])("`finally` runs when %s", async (_what, step, told, status) => {
    const { run, calls } = bench();
    const result = await run(`input_schema: {type: object}
steps:
  - {id: a, ${step.slice(1, -1)}, finally: {tool_name: user__write, input: {error: <<default error.class null>>}}}
`);
    expect(result.status).toBe(status);
    expect(calls.at(-1)).toBe(`write {"error":${JSON.stringify(told)}}`);
    expect(result.steps.get("a/@finally")?.status).toBe("succeeded");
  });

  test.each(["if: false", "if: <<input.no>>"])("`finally` does not run after a skip (%s)", async (gate) => {
    const { run, calls } = bench();
    await run(
      `input_schema: {type: object}\nsteps:\n  - {id: a, ${gate}, tool_name: user__echo, input: {}, finally: {tool_name: user__write, input: {}}}\n`,
      { no: false },
    );
    expect(calls).toEqual([]);
  });

  test("cancellation stops the step and not its clean-up", async () => {
    const { start, world, calls } = bench();
    const run = start(`
  - id: a
    tool_name: map
    input: {over: [1, 2], do: {tool_name: user__sleep, input: {ms: 1000}}}
    finally:
      - {id: tidy, tool_name: user__sleep, input: {ms: 500, value: <<error.class>>}}
      - {id: done, tool_name: user__write, input: {was: <<tidy>>}}
`);
    await world.clock.advance(100);
    run.cancel();
    const result = await world.clock.until(run.result);
    expect(result.status).toBe("cancelled");
    expect(calls.at(-1)).toBe('write {"was":"cancelled"}');
    expect(result.endedAt - result.startedAt).toBe(600);
    expect(result.steps.get("a/tidy")?.status).toBe("succeeded");
  });

  test("a failure in the clean-up fails the step, with the first failure as its cause", async () => {
    const result = await bench().run(
      "  - {id: a, on_error: continue, tool_name: user__fail, input: {message: first}, finally: {tool_name: user__fail, input: {message: second}}}\n",
    );
    expect(result.error).toMatchObject({
      message: "second",
      step: "a/@finally",
      cause: { message: "first", step: "a" },
    });
    expect(result.steps.get("a")?.status).toBe("failed");
  });

  test("an `exit` runs the clean-ups of what it stops, and of what encloses it", async () => {
    const { run, calls } = bench();
    const result = await run(`
  - {id: s, needs: [], tool_name: user__sleep, input: {ms: 1000}, finally: {tool_name: user__write, input: {of: s}}}
  - id: l
    needs: []
    tool_name: map
    input: {over: [1], do: [{id: e, tool_name: exit, input: {message: enough}}]}
    finally: {tool_name: user__write, input: {of: l}}
`);
    expect(result.status).toBe("exited");
    expect(calls.filter((call) => call.startsWith("write")).sort()).toEqual(['write {"of":"l"}', 'write {"of":"s"}']);
  });

  test.each([
    ["a map", "tool_name: map, input: {over: [1, 2], do: [STEP]}", "failed"],
    ["a route", "tool_name: route, input: {if: true, then: [STEP], else: []}", "failed"],
    ["a loop", "tool_name: loop, input: {max_iterations: 2, do: [STEP]}", "failed"],
    [
      "a branch",
      "tool_name: parallel, input: {branches: {x: [STEP], y: {tool_name: user__echo, input: {}}}}",
      "failed",
    ],
    ["a handler", "tool_name: user__fail, input: {}, catch: [{do: [STEP]}]", "failed"],
    ["a route that tolerates it", "on_error: continue, tool_name: route, input: {if: true, then: [STEP]}", "exited"],
  ])("a clean-up that fails after an `exit` is no success, in %s either", async (_what, step, status) => {
    const fails =
      "{id: a, tool_name: map, input: {over: [1], do: [{id: e, tool_name: exit, input: {}}]}, finally: {tool_name: user__fail, input: {message: not cleaned}}}";
    const result = await bench().run(`  - {id: m, ${step.replace("STEP", fails)}}\n`);
    expect(result.status).toBe(status);
    const told = status === "failed" ? result.error?.message : result.diagnostics[0]?.message;
    expect(told).toBe("not cleaned");
  });

  test("a clean-up that fails in a called plan that an `exit` beside it stops is no success", async () => {
    const child = `identifier: child
description: Works for long.
steps: [{id: w, tool_name: user__sleep, input: {ms: 1000}}]
finally: {tool_name: user__fail, input: {message: not cleaned}}
`;
    const result = await bench([], [child]).run(`
  - {id: c, needs: [], tool_name: plan__child, input: {}}
  - {id: e, needs: [], tool_name: exit, input: {}}
`);
    expect(result).toMatchObject({ status: "failed", error: { message: "not cleaned" } });
  });

  test("a clean-up is done when the budget of steps is spent, within a reserve", async () => {
    const { run, calls } = bench();
    const result = await run(`limits: {max_steps: 2}
steps:
  - id: l
    tool_name: map
    input: {over: [1, 2, 3], do: {tool_name: user__echo, input: {v: <<item>>}}}
    finally:
      tool_name: map
      input: {over: [1, 2], do: {tool_name: user__write, input: {v: <<item>>}}}
`);
    expect(result.error?.code).toBe("limit/step-starts");
    expect(calls.filter((call) => call.startsWith("write"))).toHaveLength(2);
  });

  test("a plan's own `finally` runs whatever happened, and skips what reads a step that has no result", async () => {
    const plan = (middle: string): string => `input_schema: {type: object}
steps:
  - {id: open, tool_name: user__write, input: {open: true}}
  - {id: work, ${middle}}
  - {id: report, tool_name: user__echo, input: {v: <<work>>}}
output: {v: <<report.v>>}
finally:
  - {id: close, tool_name: user__write, input: {close: <<open.open>>, error: <<default error.class "none">>}}
  - {id: tell, tool_name: user__write, input: {report: <<report.v>>}}
`;
    for (const [middle, status, error, told] of [
      ["tool_name: user__echo, input: {x: 1}", "succeeded", "none", true],
      ["tool_name: user__fail, input: {class: denied}", "failed", "denied", false],
      ["tool_name: exit, input: {status: error, message: no}", "exited", "tool_error", false],
    ] as const) {
      const { run, calls } = bench();
      const result = await run(plan(middle));
      expect(result.status).toBe(status);
      expect(calls).toContain(`write {"close":true,"error":"${error}"}`);
      expect(result.steps.get("tell")?.status).toBe(told ? "succeeded" : "skipped");
    }
  });

  test.each([
    ["read", "", 0],
    ["write that `needs` let go ahead", "needs: [], ", 1],
  ])(
    "a plan's `finally` does not use a %s behind the failure, unless it may have acted",
    async (_what, needs, closed) => {
      const steps = `steps:
  - {id: a, ${needs}tool_name: user__sleep, input: {ms: 10}, output_schema: {type: string}}
  - {id: b, ${needs}tool_name: user__${needs === "" ? "echo" : "write"}, input: {value: 1}}
finally: {tool_name: user__write, input: {closed: <<b.value>>}}
`;
      const { run, calls } = bench();
      const result = await run(steps);
      expect(result.steps.get("b")?.status).toBe("succeeded");
      expect(calls.filter((call) => call.includes("closed"))).toHaveLength(closed);
      expect(result.steps.get("@finally")?.status).toBe(closed === 1 ? "succeeded" : "skipped");
    },
  );

  test("a plan's `finally` sees the failure of its `output`, and its own failure has it as the cause", async () => {
    const { run, calls } = bench();
    const result = await run(`input_schema: {type: object}
steps: [{id: a, tool_name: user__echo, input: {}}]
output: {v: <<a.none>>}
finally: {tool_name: user__fail, input: {message: <<error.class>>}}
`);
    expect(result.error).toMatchObject({ message: "bad_path", cause: { class: "bad_path" } });
    expect(calls).toHaveLength(2);
  });

  test("a called plan that is cancelled cleans up before its caller ends", async () => {
    const child = `identifier: child
description: Cleans up.
steps: [{id: w, tool_name: user__sleep, input: {ms: 5000}}]
finally: {tool_name: user__sleep, input: {ms: 200, value: <<error.class>>}}
`;
    const { start, world, inFlight } = bench([], [child]);
    const run = start("  - {id: c, tool_name: plan__child, input: {}}\n");
    await world.clock.advance(50);
    run.cancel();
    const result = await world.clock.until(run.result);
    expect(result.endedAt - result.startedAt).toBe(250);
    expect(result.steps.get("c/@finally")).toMatchObject({ status: "succeeded", output: "cancelled" });
    expect(inFlight.now).toBe(0);
  });

  test("handlers and clean-ups nest in each other", async () => {
    const { run, calls } = bench();
    await run(`
  - id: a
    tool_name: user__fail
    input: {}
    catch:
      - do:
          - id: b
            tool_name: user__fail
            input: {}
            catch: [{do: {tool_name: user__write, input: {caught: <<error.step>>}}}]
            finally: [{id: c, tool_name: user__fail, input: {}, on_error: continue, finally: {tool_name: user__write, input: {cleaned: <<error.step>>}}}]
`);
    expect(calls.slice(2)).toEqual(['write {"caught":"a/b"}', "fail {}", 'write {"cleaned":"a/b/c"}']);
  });
});
