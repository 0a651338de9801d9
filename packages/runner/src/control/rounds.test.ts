import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("reduce and loop on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  describe("reduce", () => {
    test("each item reads what the ones before have come to", async () => {
      const { run, calls } = bench();
      const result = await run(`steps:
  - id: r
    tool_name: reduce
    input:
      over: [1, 2, 3]
      initial: {sum: 10}
      do: {tool_name: user__echo, input: {sum: <<add accumulator.sum item>>, at: <<index>>, id: <<run.id>>}}
output: {r: <<r>>}
`);
      expect(result.output).toEqual({ r: { count: 3, result: { sum: 16, at: 2, id: `${result.runId}/r[2]` } } });
      expect(calls).toHaveLength(3);
      expect([...result.steps.keys()]).toEqual(["r", "r[0]/@do", "r[1]/@do", "r[2]/@do"]);
    });

    test.each([
      ["over: []", { count: 0, result: null }],
      ["over: [], initial: 7", { count: 0, result: 7 }],
      ["over: [1], as: n", { count: 1, result: { v: 1 } }],
    ])("%s", async (given, r) => {
      const name = given.includes("as:") ? "n" : "item";
      const result = await bench().run(
        `steps:\n  - {id: r, tool_name: reduce, input: {${given}, do: {tool_name: user__echo, input: {v: <<${name}>>}}}}\noutput: {r: <<r>>}\n`,
      );
      expect(result.output).toEqual({ r });
    });

    test("a list of steps yields its last one; a skipped last step is null for the next round", async () => {
      const result = await bench().run(`steps:
  - id: r
    tool_name: reduce
    input:
      over: [1, 2, 3]
      do:
        - {id: a, tool_name: user__echo, input: {before: <<accumulator>>, item: <<item>>}}
        - {id: b, if: {value: <<item>>, op: ne, to: 2}, tool_name: user__echo, input: {a: <<a>>}}
output: {r: <<r.result>>}
`);
      expect(result.output).toEqual({ r: { a: { before: null, item: 3 } } });
    });

    test("a failure inside names the item", async () => {
      const { run, calls } = bench();
      const result = await run(
        "  - {id: r, tool_name: reduce, input: {over: [1, 2, 3], do: {tool_name: user__fail, input: {times: 0, at: <<index>>}}}}\n",
      );
      expect(result.status).toBe("succeeded");
      const failing = await run(
        "  - {id: r, tool_name: reduce, input: {over: [1, 2], do: {tool_name: user__fail, input: {n: <<item>>}}}}\n",
      );
      expect(failing.error).toMatchObject({ index: 0, step: "r[0]/@do" });
      expect(calls).toHaveLength(4);
    });

    test("what is no list, and more items than allowed", async () => {
      const wrong = await bench().run(
        "input_schema: {type: object}\nsteps:\n  - {id: r, tool_name: reduce, input: {over: <<input.x>>, do: {tool_name: user__echo, input: {}}}}\n",
        { x: 1 },
      );
      expect(wrong.error?.code).toBe("step/not-a-list");
      const many = await bench().run(
        "limits: {max_items: 2}\nsteps:\n  - {id: r, tool_name: reduce, input: {over: [1, 2, 3], do: {tool_name: user__echo, input: {}}}}\n",
      );
      expect(many.error?.code).toBe("limit/map-items");
    });

    test("reduces in reduces", async () => {
      const result = await bench().run(`steps:
  - id: r
    tool_name: reduce
    input:
      over: [[1, 2], [3]]
      initial: {n: 0}
      do:
        - id: inner
          tool_name: reduce
          input: {over: <<item>>, initial: <<accumulator>>, do: {tool_name: user__echo, input: {n: <<add accumulator.n item>>}}}
        - {id: out, tool_name: user__echo, input: {n: <<inner.result.n>>}}
output: {n: <<r.result.n>>}
`);
      expect(result.output).toEqual({ n: 6 });
    });
  });

  describe("loop", () => {
    const counting = (more: string): string => `steps:
  - id: l
    tool_name: loop
    input: {initial: {n: 0}, do: {tool_name: user__echo, input: {n: <<add accumulator.n 1>>, i: <<index>>}}, ${more}}
output: {l: <<l>>}
`;
    test.each([
      [
        "until: {value: <<accumulator.n>>, op: gte, to: 3}, max_iterations: 10",
        { count: 3, result: { n: 3, i: 2 }, done: true },
      ],
      [
        "until: {value: <<accumulator.n>>, op: gte, to: 30}, max_iterations: 2",
        { count: 2, result: { n: 2, i: 1 }, done: false },
      ],
      ["max_iterations: 2", { count: 2, result: { n: 2, i: 1 }, done: true }],
      ["until: true, max_iterations: 5", { count: 1, result: { n: 1, i: 0 }, done: true }],
    ])("%s", async (more, l) => {
      expect((await bench().run(counting(more))).output).toEqual({ l });
    });

    test("pauses between rounds, and a cancellation in a pause ends it at once", async () => {
      const paused = await bench().run(counting("max_iterations: 3, delay: 10s"));
      expect(paused.endedAt - paused.startedAt).toBe(20_000);
      const { start, world, calls } = bench();
      const run = start(counting("max_iterations: 3, delay: 10s"));
      await world.clock.advance(12_000);
      run.cancel();
      const result = await world.clock.until(run.result);
      expect(result.status).toBe("cancelled");
      expect(result.endedAt - result.startedAt).toBe(12_000);
      expect(calls).toHaveLength(2);
      expect(world.clock.pending).toBe(0);
    });

    test("a failure inside names the round; a gate that cannot be decided fails the step", async () => {
      const inside = await bench().run(
        "  - {id: l, tool_name: loop, input: {max_iterations: 3, do: {tool_name: user__fail, input: {}}}}\n",
      );
      expect(inside.error).toMatchObject({ index: 0, step: "l[0]/@do" });
      const gate = await bench().run(counting("until: <<accumulator.none>>, max_iterations: 3"));
      expect(gate.error).toMatchObject({ class: "bad_path", step: "l" });
    });

    test("a body that is skipped gives null, and a limit inside ends the run", async () => {
      const result = await bench().run(`steps:
  - id: l
    tool_name: loop
    input: {max_iterations: 2, do: [{id: s, if: false, tool_name: user__echo, input: {}}]}
output: {l: <<l>>}
`);
      expect(result.output).toEqual({ l: { count: 2, result: null, done: true } });
      const limited = await bench().run(`limits: {max_steps: 5}\n${counting("max_iterations: 100")}`);
      expect(limited.error?.code).toBe("limit/step-starts");
    });

    test("loops in loops, and what a failure behind it drains", async () => {
      const { run, calls } = bench();
      const result = await run(`steps:
  - id: outer
    tool_name: loop
    input:
      max_iterations: 3
      do:
        - {id: inner, tool_name: loop, input: {max_iterations: 2, do: {tool_name: user__echo, input: {}}}}
output: {n: <<outer.count>>}
`);
      expect([result.output, calls.length]).toEqual([{ n: 3 }, 6]);
      const drained = await bench().run(`
  - {id: f, needs: [], tool_name: user__fail, input: {}}
  - {id: l, needs: [], tool_name: loop, input: {max_iterations: 50, do: {tool_name: user__sleep, input: {ms: 100}}}}
`);
      expect(drained.steps.get("l")?.status).toBe("cancelled");
      expect(drained.endedAt - drained.startedAt).toBe(100);
    });
  });
});

test("ten thousand rounds and ten thousand items do not grow the stack", async () => {
  const count = 10_000;
  const loop = await onEngine().run(`limits: {max_steps: 20000}
steps:
  - id: l
    tool_name: loop
    input: {initial: {n: 0}, max_iterations: ${count}, do: {tool_name: user__echo, input: {n: <<add accumulator.n 1>>}}}
output: {n: <<l.result.n>>}
`);
  expect(loop.output).toEqual({ n: count });
  const reduce = await onEngine().run(
    `input_schema: {type: object}
limits: {max_steps: 20000, max_items: ${count}}
steps:
  - id: r
    tool_name: reduce
    input: {over: <<input.xs>>, initial: {n: 0}, do: [{id: s, if: {value: <<item>>, op: gte, to: 0}, tool_name: user__echo, input: {n: <<add accumulator.n 1>>}}]}
output: {n: <<r.result.n>>}
`,
    { xs: Array.from({ length: count }, (_, index) => index) },
  );
  expect(reduce.output).toEqual({ n: count });
  const skipped = await onEngine().run(`limits: {max_steps: 20000}
steps:
  - id: l
    tool_name: loop
    input: {max_iterations: ${count}, do: [{id: s, if: false, tool_name: user__echo, input: {}}]}
output: {n: <<l.count>>}
`);
  expect(skipped.output).toEqual({ n: count });
});
