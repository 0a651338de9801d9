import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("route and parallel on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const schema = "input_schema: {type: object}\n";

  test("each body has a `run.id` of its own, so that a key made of it is sent once", async () => {
    const { run, calls } = bench();
    const tell = "tool_name: user__write, input: {id: <<run.id>>}";
    const result = await run(`
  - {id: p, tool_name: parallel, input: {branches: {x: {${tell}}, y: [{id: yy, ${tell}}]}}}
  - {id: r, tool_name: route, input: {if: true, then: {${tell}}, else: []}}
  - {id: m, tool_name: map, input: {over: [1], do: [{id: q, tool_name: route, input: {if: false, then: [], else: {${tell}}}}]}}
  - {id: c, tool_name: user__fail, input: {}, catch: [{do: {${tell}}, result: {id: <<run.id>>}}], finally: {${tell}}}
  - {id: o, ${tell}}
`);
    const ids = calls.filter((call) => call.startsWith("write")).map((call) => call.slice('write {"id":"'.length, -2));
    const bodies = ["/p/@branches.x", "/p/@branches.y", "/r/@then", "/m[0]/q/@else", "/c/@catch", "/c/@finally", ""];
    expect(ids).toEqual(bodies.map((body) => result.runId + body));
    expect(result.steps.get("c")?.output).toEqual({ id: `${result.runId}/c/@catch` });
  });

  describe("route", () => {
    const cases = `${schema}steps:
  - id: r
    tool_name: route
    input:
      cases:
        - if: {value: <<input.n>>, op: lt, to: 10}
          do: {tool_name: user__echo, input: {small: <<input.n>>}}
        - if: {value: <<input.n>>, op: lt, to: 100}
          do: [{id: m, tool_name: user__echo, input: {middle: <<input.n>>}}, {id: n, tool_name: user__echo, input: {of: <<m.middle>>}}]
        - if: {value: <<input.never.there>>, op: eq, to: 1}
          do: {tool_name: user__write, input: {}}
      else: {tool_name: user__echo, input: {large: <<input.n>>}}
output: {r: <<r>>}
`;
    test.each([
      [5, { branch: "cases.0", result: { small: 5 } }, ["r", "r/@do"]],
      [50, { branch: "cases.1", result: { of: 50 } }, ["r", "r/m", "r/n"]],
    ])("takes the first case that is true and renders no other (%d)", async (n, r, paths) => {
      const { run, calls } = bench();
      const result = await run(cases, { n });
      expect(result.output).toEqual({ r });
      expect([...result.steps.keys()]).toEqual(paths);
      expect(calls).toHaveLength(paths.length - 1);
    });

    test.each([
      [true, "else: {tool_name: user__echo, input: {e: 1}}", { branch: "then", result: { t: 1 } }],
      [false, "else: {tool_name: user__echo, input: {e: 1}}", { branch: "else", result: { e: 1 } }],
      [false, "", { branch: null, result: null }],
    ])("`if` %s with %s", async (go, more, r) => {
      const text = `${schema}steps:\n  - {id: r, tool_name: route, input: {if: <<input.go>>, then: {tool_name: user__echo, input: {t: 1}}, ${more}}}\noutput: {r: <<r>>}\n`;
      expect((await bench().run(text, { go })).output).toEqual({ r });
    });

    test("a failure inside fails the step; a gate that cannot be decided fails it before any branch", async () => {
      const inside = await bench().run(
        "  - {id: r, tool_name: route, input: {if: true, then: {tool_name: user__fail, input: {class: denied}}}}\n",
      );
      expect(inside.error).toMatchObject({ class: "denied", step: "r/@then" });
      const { run, calls } = bench();
      const gate = await run(cases, { n: 1000 });
      expect(gate.error).toMatchObject({ class: "bad_path", step: "r" });
      expect(calls).toEqual([]);
    });

    test("a cancellation inside, a limit inside, and routes in routes", async () => {
      const { start, world } = bench();
      const run = start(
        "  - {id: r, tool_name: route, input: {if: true, then: {tool_name: user__sleep, input: {ms: 1000}}}}\n",
      );
      await world.clock.advance(10);
      run.cancel();
      const result = await world.clock.until(run.result);
      expect(result.steps.get("r/@then")?.status).toBe("cancelled");
      const limited = await bench().run(
        "limits: {max_steps: 1}\nsteps:\n  - {id: r, tool_name: route, input: {if: true, then: {tool_name: user__echo, input: {}}}}\n",
      );
      expect(limited.error?.code).toBe("limit/step-starts");
      const depth = 12;
      let inner = "{tool_name: user__echo, input: {deep: true}}";
      for (let level = 0; level < depth; level++) inner = `{tool_name: route, input: {if: true, then: ${inner}}}`;
      const nested = await bench().run(`  - {id: r, ${inner.slice(1, -1)}}\n`);
      expect(nested.steps.size).toBe(depth + 1);
      expect(nested.status).toBe("succeeded");
    });
  });

  describe("parallel", () => {
    test("runs its branches at once and gives each its result", async () => {
      const { run, inFlight } = bench();
      const result = await run(`steps:
  - id: p
    tool_name: parallel
    input:
      branches:
        left: {tool_name: user__sleep, input: {ms: 100, value: l}}
        right: [{id: x, tool_name: user__sleep, input: {ms: 50, value: r}}, {id: y, tool_name: user__echo, input: {x: <<x>>}}]
        none: [{id: z, if: false, tool_name: user__echo, input: {}}]
output: {p: <<p>>}
`);
      expect(result.output).toEqual({ p: { left: "l", right: { x: "r" }, none: null } });
      expect(inFlight.most).toBe(2);
      expect([...result.steps.keys()]).toEqual(["p", "p/@branches.left", "p/x", "p/y", "p/z"]);
      expect(result.endedAt - result.startedAt).toBe(100);
    });

    test("of several failures the first in the file is reported, whichever came first", async () => {
      const result = await bench([
        {
          name: "late",
          description: "Fails after a while.",
          inputSchema: { type: "object" },
          annotations: { readOnlyHint: true },
          run: async () => {
            for (let turn = 0; turn < 20; turn++) await Promise.resolve();
            throw new Error("late");
          },
        },
      ]).run(`
  - id: p
    tool_name: parallel
    input: {branches: {a: {tool_name: user__late, input: {}}, b: {tool_name: user__fail, input: {}}, c: {tool_name: user__sleep, input: {ms: 60000}}}}
`);
      expect(result.error).toMatchObject({ message: "late", step: "p/@branches.a" });
      expect(result.steps.get("p/@branches.c")?.status).toBe("cancelled");
      expect(result.endedAt - result.startedAt).toBe(5000);
    });

    test("`wait: any` takes the first success and stops the others", async () => {
      const result = await bench().run(`steps:
  - id: p
    tool_name: parallel
    input:
      wait: any
      branches:
        slow: {tool_name: user__sleep, input: {ms: 1000, value: slow}}
        bad: {tool_name: user__fail, input: {}}
        quick: {tool_name: user__sleep, input: {ms: 10, value: quick}}
output: {p: <<p>>, slow: <<exists p.slow>>}
`);
      expect(result.output).toEqual({ p: { quick: "quick" }, slow: false });
      expect(result.steps.get("p/@branches.slow")?.status).toBe("cancelled");
      expect(result.endedAt - result.startedAt).toBe(10);
      expect(result.counts).toMatchObject({ failed: 1, cancelled: 1, succeeded: 2 });
    });

    test("`wait: any` tells what has failed before another branch won", async () => {
      const { run } = bench();
      const result = await run(`
  - {id: p, tool_name: parallel, input: {wait: any, branches: {a: {tool_name: user__fail, input: {message: lost}}, b: {tool_name: user__sleep, input: {ms: 10}}}}}
`);
      expect(result.status).toBe("succeeded");
      expect(result.counts.failed).toBe(1);
      expect(result.diagnostics).toMatchObject([{ severity: "warning", message: "lost", step: "p/@branches.a" }]);
    });

    test("`wait: any` fails when every branch does, with the first in the file", async () => {
      const result = await bench().run(`
  - id: p
    tool_name: parallel
    input: {wait: any, branches: {a: {tool_name: user__fail, input: {message: one}}, b: {tool_name: user__fail, input: {message: two}}}}
`);
      expect(result.error).toMatchObject({ message: "one", step: "p/@branches.a" });
    });

    test("a sequential plan takes its branches one after another", async () => {
      const { run, calls, inFlight } = bench();
      const any = await run(`execution: sequential
steps:
  - id: p
    tool_name: parallel
    input: {wait: any, branches: {a: {tool_name: user__sleep, input: {ms: 10}}, b: {tool_name: user__write, input: {}}}}
`);
      expect(any.status).toBe("succeeded");
      expect(calls).toHaveLength(1);
      expect(inFlight.most).toBe(1);
    });

    test("a cancellation, a limit inside, and branches in branches", async () => {
      const { start, world, inFlight } = bench();
      const run = start(
        "  - {id: p, tool_name: parallel, input: {branches: {a: {tool_name: user__sleep, input: {ms: 1000}}, b: {tool_name: user__sleep, input: {ms: 1000}}}}}\n",
      );
      await world.clock.advance(10);
      run.cancel();
      const result = await world.clock.until(run.result);
      expect([result.status, result.counts.cancelled, inFlight.now]).toEqual(["cancelled", 3, 0]);
      const limited = await bench().run(
        "limits: {max_steps: 2}\nsteps:\n  - {id: p, tool_name: parallel, input: {branches: {a: {tool_name: user__echo, input: {}}, b: {tool_name: user__echo, input: {}}}}}\n",
      );
      expect(limited.error).toMatchObject({ code: "limit/step-starts", step: "p/@branches.b" });
      let inner = "{tool_name: user__echo, input: {}}";
      for (let level = 0; level < 5; level++)
        inner = `{tool_name: parallel, input: {branches: {a: ${inner}, b: ${inner}}}}`;
      const nested = await bench().run(`  - {id: p, ${inner.slice(1, -1)}}\n`);
      expect(nested.counts.succeeded).toBe(63);
    });
  });
});
