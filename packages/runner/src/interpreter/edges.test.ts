import type { Json } from "@graph/plan";
import { ToolError, type Tool } from "@graph/tools";
import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

const readOnly = { inputSchema: { type: "object" }, annotations: { readOnlyHint: true } } as const;

/** A model that never answers. */
const silent: Tool = {
  ...readOnly,
  name: "infer",
  description: "Never answers.",
  run: (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new ToolError("Stopped.", { class: "cancelled" })));
    }),
};

describe.each(engines)("what was once wrong, on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const withModel = (name: string, run: Tool["run"]): ReturnType<typeof onEngine> => {
    const made = bench();
    made.runner.catalog.add({ ...readOnly, name, description: "A model for tests.", run }, { namespace: "builtin" });
    return made;
  };

  test("a called plan and the handlers of the step that calls it may have the same ids", async () => {
    const child = `identifier: child
description: Has a step and a clean-up of its own.
steps: [{id: w, tool_name: user__fail, input: {class: denied}}]
finally: {tool_name: user__write, input: {of: child}}
`;
    const { run, calls } = bench([], [child]);
    const result = await run(`
  - id: c
    tool_name: plan__child
    input: {}
    catch: [{do: [{id: w, tool_name: user__write, input: {of: handler}}]}]
    finally: {tool_name: user__write, input: {of: caller}}
`);
    expect(result.status).toBe("succeeded");
    expect(calls.slice(1)).toEqual(['write {"of":"child"}', 'write {"of":"handler"}', 'write {"of":"caller"}']);
    expect([...result.steps.keys()]).toEqual(["c", "c/w", "c/@finally", "c/@around/w", "c/@around/@finally"]);
    expect(result.counts.steps).toBe(5);
  });

  test.each(["any", "all"])("branches that a spent budget cuts off do not make `wait: %s` a success", async (wait) => {
    const branch =
      "[{id: ID, tool_name: user__sleep, input: {ms: 100}}, {id: IDe, tool_name: user__echo, input: {v: <<ID>>}}]";
    const { run, calls } = bench();
    const result = await run(`limits: {max_steps: 6}
steps:
  - {id: p, needs: [], tool_name: parallel, input: {wait: ${wait}, branches: {a: ${branch.replaceAll("ID", "x")}, b: ${branch.replaceAll("ID", "y")}}}}
  - {id: m, needs: [], tool_name: map, input: {over: [1, 2, 3, 4, 5, 6], do: {tool_name: user__echo, input: {v: <<item>>}}}}
finally: {tool_name: user__write, input: {p: <<exists p>>}}
`);
    expect(result.error?.code).toBe("limit/step-starts");
    expect(result.steps.get("p")?.status).toBe("cancelled");
    expect(calls.filter((call) => call.startsWith("write"))).toEqual(['write {"p":false}']);
  });

  test.each([
    ["an empty list", "[]"],
    ["a step that is always skipped", "[{id: s, if: false, tool_name: user__echo, input: {}}]"],
  ])("rounds whose body is %s are counted, so that they end", async (_body, body) => {
    const rounds = `loop, input: {max_iterations: 1000000000, do: ${body}}`;
    const result = await bench().run(`limits: {max_steps: 50}\nsteps:\n  - {id: l, tool_name: ${rounds}}\n`);
    expect(result.error?.code).toBe("limit/step-starts");
  });

  const spentBeside = (wait: string, fails: string): string => `limits: {max_steps: 3}
steps:
  - id: s
    tool_name: parallel
    on_error: continue
    input:
      wait: ${wait}
      branches:
        a: [${fails}]
        b: [{id: r1, tool_name: user__echo, input: {}}, {id: r2, tool_name: user__echo, input: {v: <<r1>>}}]
`;
  const failsLate = "{id: a1, tool_name: user__sleep, input: {ms: 1000}, timeout: 30ms}";

  test.each([
    ["a failure that may be passed over comes first in the file", spentBeside("all", failsLate)],
    [
      "a step is left after it",
      `${spentBeside("all", failsLate)}  - {id: last, tool_name: user__echo, input: {}, needs: [s]}\n`,
    ],
    ["another branch wins", spentBeside("any", "{id: a1, tool_name: user__sleep, input: {ms: 30}}")],
  ])("a spent budget fails the run, and its clean-up is told, when %s", async (_when, steps) => {
    const { run, calls } = bench();
    const result = await run(`${steps}finally: {tool_name: user__write, input: {code: <<error.code>>}}\n`);
    expect([result.status, result.error?.code]).toEqual(["failed", "limit/step-starts"]);
    expect(calls.filter((call) => call.startsWith("write"))).toEqual(['write {"code":"limit/step-starts"}']);
  });

  const refusedWrite: Tool = {
    name: "refuse",
    description: "Fails, and has not acted.",
    inputSchema: { type: "object" },
    run: () => {
      throw new ToolError("Not now.", { class: "unavailable", effect: "none" });
    },
  };
  const retried = "tool_name: user__refuse, input: {}, retry: {max_attempts: 3, delay: 10s}";

  test("a deadline that is over between two attempts leaves nothing unknown: nothing was in flight", async () => {
    const { run } = bench([refusedWrite]);
    const result = await run(`  - {id: a, ${retried}, deadline: 1s}\n`);
    expect(result.error).toMatchObject({
      class: "timeout",
      effect: "none",
      attempt: 1,
      cause: { class: "unavailable" },
    });
    expect([result.steps.get("a")?.attempts, result.counts.unknown]).toEqual([1, 0]);
  });

  test("a step that is stopped between two attempts has made the first only", async () => {
    const { start, world } = bench([refusedWrite]);
    const run = start(`  - {id: a, ${retried}}\n`);
    world.clock.timer(1_000, () => run.cancel());
    const result = await world.clock.until(run.result);
    const { status, attempts } = result.steps.get("a") ?? {};
    expect([status, attempts]).toEqual(["cancelled", 1]);
  });

  test("a retry does not begin once the budget is spent", async () => {
    const { run, calls } = bench();
    await run(`limits: {max_steps: 3}
steps:
  - {id: r, needs: [], tool_name: user__fail, input: {class: unavailable}, retry: {max_attempts: 9, delay: 50ms}}
  - {id: s, needs: [], tool_name: user__sleep, input: {ms: 10}}
  - {id: t, tool_name: map, needs: [s], input: {over: [1, 2, 3], do: {tool_name: user__echo, input: {}}}}
`);
    expect(calls.filter((call) => call.startsWith("fail"))).toHaveLength(1);
  });

  test.each([
    [
      "the step's own `timeout`",
      "  - {id: a, if: {infer: Go?}, timeout: 5s, tool_name: user__echo, input: {}}\n",
      5000,
    ],
    [
      "`defaults`",
      "defaults: {timeout: 2s}\nsteps:\n  - {id: a, tool_name: route, input: {infer: Go?, then: {tool_name: user__echo, input: {}}}}\n",
      2000,
    ],
  ])("a gate that asks a model ends by %s", async (_what, plan, length) => {
    const made = withModel("infer", silent.run);
    const result = await made.run(plan);
    expect(result.error).toMatchObject({ class: "timeout", code: "tool/timeout", step: "a" });
    expect(result.endedAt - result.startedAt).toBe(length);
    expect(made.world.clock.pending).toBe(0);
  });

  test("the limit of time stands still for the plan that asks, and runs for the others", async () => {
    const child = `identifier: child
description: Hangs.
limits: {timeout: 10s}
steps: [{id: s, tool_name: user__sleep, input: {ms: 3000000}}]
`;
    const { start, world } = bench([], [child]);
    const run = start(`limits: {timeout: 20s}
steps:
  - id: p
    tool_name: parallel
    input:
      branches:
        a: [{id: q, tool_name: ask, input: {prompt: p, when_unanswered: suspend, output_schema: {type: object, properties: {n: {type: integer}}}}}]
        b: [{id: c, on_error: continue, tool_name: plan__child, input: {}}]
`);
    await world.clock.advance(11_000);
    expect(world.clock.pending).toBe(0);
    await world.clock.advance(600_000);
    await run.answer("p/q", { n: 1 });
    const result = await world.clock.until(run.result);
    expect(result.status).toBe("succeeded");
    expect(result.steps.get("p/c")).toMatchObject({ status: "failed_ignored", error: { code: "limit/run-time" } });
  });

  test("a loop that has done something is not skipped, whatever its gate reads", async () => {
    const { run, calls } = bench();
    const result = await run(`
  - {id: s, if: false, tool_name: user__echo, input: {}}
  - id: l
    tool_name: loop
    input: {max_iterations: 3, until: <<s.done>>, do: {tool_name: user__write, input: {n: <<index>>}}}
    finally: {tool_name: user__write, input: {cleaned: true}}
`);
    expect(result.error).toMatchObject({ class: "missing_step", step: "l" });
    expect(calls).toEqual(['write {"n":0}', 'write {"cleaned":true}']);
  });

  test("an `exit` behind a failure that gets its yes late does not stop what came before", async () => {
    const slow = (_input: unknown): Promise<Json> =>
      new Promise(
        (resolve) => void made.world.clock.timer(100, () => resolve({ output: { verdict: true, reason: "r" } })),
      );
    const made = withModel("infer", slow);
    const result = await made.run(`
  - {id: s, needs: [], tool_name: user__sleep, input: {ms: 1000, value: 7}}
  - {id: f, needs: [], tool_name: user__fail, input: {}}
  - {id: x, needs: [], tool_name: exit, input: {infer: Stop?}}
`);
    expect(result).toMatchObject({ status: "failed", error: { step: "f" } });
    expect(result.steps.get("s")).toMatchObject({ status: "succeeded", output: 7 });
    expect(result.steps.get("x")?.status).toBe("cancelled");
  });

  test("a retry that waits for a slot is given up when a step before it has failed", async () => {
    const { run, calls } = bench();
    const result = await run(`limits: {concurrency: 1}
steps:
  - {id: f, needs: [], tool_name: user__fail, input: {class: unavailable, id: f}, retry: {max_attempts: 2, delay: 5ms}}
  - {id: r, needs: [], tool_name: user__fail, input: {class: unavailable, id: r}, retry: {max_attempts: 2, delay: 10ms}}
  - {id: s, needs: [], tool_name: user__sleep, input: {ms: 100}}
`);
    const { status, attempts } = result.steps.get("r") ?? {};
    expect(calls.map((call) => (JSON.parse(call.slice(call.indexOf(" "))) as { id?: string }).id ?? "s")).toEqual([
      "f",
      "r",
      "s",
      "f",
    ]);
    expect([status, attempts]).toEqual(["cancelled", 1]);
  });

  test("what is answered and signalled is taken in once: well-formed, and only JSON", async () => {
    const asked = bench();
    const run = asked.start(
      "steps:\n  - {id: q, tool_name: ask, input: {prompt: p, when_unanswered: suspend, output_schema: {type: object, properties: {n: {type: string}}}}}\noutput: {n: <<q.answer.n>>}\n",
    );
    await asked.world.clock.advance(1);
    expect(await run.answer("q", { n: "a\ud800b" })).toBe("accepted");
    expect((await asked.world.clock.until(run.result)).output).toEqual({ n: "a\ufffdb" });
    const waiting = bench();
    const other = waiting.start("  - {id: w, tool_name: wait, input: {signal: go}}\n");
    await expect(other.signal("go", { v: undefined } as unknown as Json)).rejects.toMatchObject({
      code: "invalid-signal",
    });
    await other.signal("go");
    expect((await waiting.world.clock.until(other.result)).status).toBe("succeeded");
  });

  test("the id of a run that has ended may be used again", async () => {
    const { runner, world, calls } = bench();
    const plan = (v: number): ReturnType<typeof runner.load> =>
      runner.load(`identifier: p\ndescription: x\nsteps: [{id: a, tool_name: user__echo, input: {v: ${v}}}]\n`);
    await world.clock.until(runner.start(plan(1), {}, { runId: "nightly" }).result);
    await world.clock.until(runner.start(plan(2), {}, { runId: "nightly" }).result);
    expect(calls).toEqual(['echo {"v":1}', 'echo {"v":2}']);
  });

  test.each([
    [
      "at once",
      () => {
        throw new Error("no");
      },
    ],
    ["later", () => Promise.reject(new Error("no"))],
  ])("whoever is asked and throws %s declines the question", async (_when, onQuestion) => {
    const { runner, world } = bench();
    const ask =
      "{id: q, tool_name: ask, input: {prompt: Go on?, when_unanswered: default, default: {ok: false}, output_schema: {type: object, properties: {ok: {type: boolean}}}}}";
    const plan = runner.load(`identifier: p\ndescription: x\nsteps: [${ask}]\noutput: {q: <<q.answered>>}\n`);
    const run = runner.start(plan, {}, { onQuestion });
    expect((await world.clock.until(run.result)).output).toEqual({ q: false });
  });

  test("an agent that wants forty thousand calls is told how many it may make", async () => {
    let turn = 0;
    const made = withModel("agent_turn", (input: { history: readonly { text?: string }[] }) => {
      turn++;
      if (turn > 1) return { output: input.history.at(-1)?.text ?? "" };
      return { calls: Array.from({ length: 40_000 }, (_, id) => ({ id: String(id), tool: "none", input: {} })) };
    });
    const result = await made.run("steps:\n  - {id: a, tool_name: agent, input: {prompt: p}}\noutput: {a: <<a>>}\n");
    const { a } = result.output as { a: { output: string; tools_called: readonly Json[]; final: boolean } };
    expect(a.tools_called).toHaveLength(100);
    expect(a.output).toContain("39900 of your calls were not made");
    expect(result.status).toBe("succeeded");
  });

  test("a turn that says nothing is no answer, and an agent without one is told of", async () => {
    const made = withModel("agent_turn", () => ({}));
    const result = await made.run(
      "steps:\n  - {id: a, tool_name: agent, input: {prompt: p, max_iterations: 2}}\noutput: {a: <<a.final>>}\n",
    );
    expect(result.output).toEqual({ a: false });
    expect(result.diagnostics).toMatchObject([{ code: "tool/output-missing", severity: "warning", step: "a" }]);
  });

  test("a clean-up that fails after a handler keeps the first failure; one that never began is not done", async () => {
    const kept = await bench().run(
      "  - {id: a, tool_name: user__fail, input: {message: one}, catch: [{do: {tool_name: user__echo, input: {}}}], finally: {tool_name: user__fail, input: {message: two}}}\n",
    );
    expect(kept.error).toMatchObject({ message: "two", cause: { message: "one" } });
    const { run, calls } = bench();
    await run(`limits: {max_steps: 1}
steps:
  - {id: a, tool_name: user__echo, input: {}}
  - {id: b, tool_name: user__echo, input: {a: <<a>>}, finally: {tool_name: user__write, input: {}}}
`);
    expect(calls).toHaveLength(1);
  });

  test("values that a template has made are no deeper than any other", async () => {
    const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const nested = { v: JSON.parse(deep(95)) as Json };
    const caught = await bench().run(
      `input_schema: {type: object}\nsteps:\n  - {id: a, tool_name: user__fail, input: {}, catch: [{do: {tool_name: user__echo, input: {}}, result: {x: [[[[[[<<input.v>>]]]]]]}}]}\n`,
      nested,
    );
    expect(caught.error?.code).toBe("limit/output-depth");
    const output = await bench().run(
      `input_schema: {type: object}\nsteps: [{id: a, tool_name: user__echo, input: {}}]\noutput: {x: [[[[[[<<input.v>>]]]]]]}\n`,
      nested,
    );
    expect(output.error?.code).toBe("limit/output-depth");
  });
});
