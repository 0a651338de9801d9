import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  const child = `identifier: child
description: A plan that is called.
input_schema: {type: object, required: [n], properties: {n: {type: integer}, factor: {type: integer, default: 2}}}
steps:
  - {id: x, tool_name: user__echo, input: {n: <<input.n>>, factor: <<input.factor>>, id: <<run.id>>}}
output: {n: <<x.n>>, factor: <<x.factor>>, id: <<x.id>>}
`;

  describe("map", () => {
    test("keeps input order and the place of what was skipped, at every concurrency", async () => {
      for (const concurrency of [1, 3, 16]) {
        const { run, inFlight } = bench();
        const result = await run(`steps:
  - id: l
    tool_name: map
    input:
      over: [30, 20, 10, 5]
      concurrency: ${concurrency}
      do:
        - {id: keep, if: {value: <<item>>, op: ne, to: 20}, tool_name: user__sleep, input: {ms: <<item>>, value: <<index>>}}
output: {all: <<l>>}
`);
        expect(result.output).toEqual({ all: { count: 4, results: [0, null, 2, 3], failed: [] } });
        expect(inFlight.most).toBe(Math.min(3, concurrency));
      }
    });

    test("stops at the first item that fails and names it", async () => {
      const { run, calls } = bench();
      const result = await run(`
  - id: l
    tool_name: map
    input: {over: [1, 2, 3], do: {tool_name: user__fail, input: {n: <<item>>}}}
`);
      expect(result.error).toMatchObject({
        code: "tool/failed",
        index: 0,
        step: "l[0]/@do",
        tool: "user__fail",
        attempt: 1,
      });
      expect(calls).toHaveLength(1);
      expect(result.steps.get("l")?.status).toBe("failed");
    });

    test.each([
      ["collect", [null, { n: 2 }], 2],
      ["skip", [{ n: 2 }], 2],
    ])("on_item_error: %s", async (mode, results, count) => {
      const { run } = bench([
        {
          name: "odd",
          description: "Fails for 1.",
          inputSchema: { type: "object" },
          annotations: { readOnlyHint: true },
          run(input: { n: number }) {
            if (input.n === 1) throw new Error("one");
            return input;
          },
        },
      ]);
      const result = await run(`steps:
  - id: l
    tool_name: map
    input: {over: [1, 2], on_item_error: ${mode}, do: {tool_name: user__odd, input: {n: <<item>>}}}
output: {l: <<l>>}
`);
      expect(result.status).toBe("succeeded");
      expect(result.output).toMatchObject({
        l: { count, results, failed: [{ index: 0, error: { message: "one", class: "tool_error" } }] },
      });
      expect(result.counts.failed_items).toBe(1);
    });

    test("batches, another name for the item, and a map in a map", async () => {
      const { run } = bench();
      const result = await run(`steps:
  - id: l
    tool_name: map
    input:
      over: [1, 2, 3]
      batch_size: 2
      as: batch
      do:
        - id: inner
          tool_name: map
          input: {over: <<batch>>, do: {tool_name: user__echo, input: {v: <<item>>, outer: <<length batch>>, id: <<run.id>>}}}
output: {l: <<l.results>>}
`);
      const id = (outer: number, inner: number): string => `${result.runId}/l[${outer}]/inner[${inner}]`;
      expect(result.output).toMatchObject({
        l: [
          {
            results: [
              { v: 1, outer: 2, id: id(0, 0) },
              { v: 2, outer: 2, id: id(0, 1) },
            ],
          },
          { results: [{ v: 3, outer: 1, id: id(1, 0) }] },
        ],
      });
    });

    test("a ten thousand item map does not use the stack", async () => {
      const { run } = bench();
      const result = await run(
        `input_schema: {type: object, properties: {xs: {type: array}}}
limits: {max_items: 10000, max_steps: 20000}
steps:
  - id: l
    tool_name: map
    input: {over: <<input.xs>>, concurrency: 16, do: [{id: a, if: {value: <<item>>, op: lt, to: 0}, tool_name: user__echo, input: {}}]}
output: {count: <<l.count>>}
`,
        { xs: Array.from({ length: 10_000 }, (_, index) => index) },
      );
      expect(result.output).toEqual({ count: 10_000 });
      expect(result.counts.skipped).toBe(10_000);
    });
  });

  test("filter keeps what its gate says, and its failure names the item", async () => {
    const { run } = bench();
    const result = await run(`steps:
  - {id: f, tool_name: filter, input: {over: [1, 5, 3], where: {value: <<item>>, op: gt, to: 2}}}
output: {f: <<f>>}
`);
    expect(result.output).toEqual({ f: { count: 2, items: [5, 3], dropped: [1], dropped_count: 1 } });
    const failed = await run(
      "  - {id: f, tool_name: filter, input: {over: [1, a], where: {value: <<item>>, op: gt, to: 0}}}\n",
    );
    expect(failed.error).toMatchObject({ code: "step/gate-types", class: "type", index: 1 });
  });

  describe("exit", () => {
    test("ends its plan with its output; a gate that does not fire lets the plan go on", async () => {
      const { run, calls } = bench();
      const result = await run(`steps:
  - {id: a, tool_name: user__echo, input: {n: 0}}
  - {id: no, tool_name: exit, input: {when: {value: <<a.n>>, op: gt, to: 5}}}
  - {id: stop, tool_name: exit, input: {when: {value: <<a.n>>, op: eq, to: 0}, message: nothing to do, output: {n: <<a.n>>}}}
  - {id: never, tool_name: user__write, input: {}}
output: {never: <<never>>}
`);
      expect(result).toMatchObject({
        status: "exited",
        output: { n: 0 },
        exit: { status: "success", message: "nothing to do" },
      });
      expect(result.steps.get("no")?.output).toEqual({ passed: true });
      expect(result.steps.get("never")?.status).toBe("not_started");
      expect(calls).toHaveLength(1);
    });

    test("in a called plan it ends that plan; with an error it fails the calling step", async () => {
      const stops = (status: string): string =>
        `identifier: stops\ndescription: Stops.\nsteps:\n  - {id: s, tool_name: exit, input: {status: ${status}, message: stopped, output: {v: 1}}}\n`;
      const steps = "steps:\n  - {id: a, tool_name: plan__stops, input: {}}\noutput: {a: <<a>>}\n";
      const good = await bench([], [stops("success")]).run(steps);
      expect(good).toMatchObject({ status: "succeeded", output: { a: { v: 1 } } });
      const bad = await bench([], [stops("error")]).run(steps);
      expect(bad).toMatchObject({ status: "failed", error: { step: "a", message: "stopped", class: "tool_error" } });
    });

    test.each([
      [
        "the gate of a loop",
        "tool_name: loop, input: {max_iterations: 2, until: {value: <<accumulator.ready>>, op: eq, to: 1}, do: [EXIT]}",
        "cancelled",
      ],
      [
        "the schema of a result",
        "tool_name: route, input: {if: true, then: [EXIT], else: []}, output_schema: {type: string}",
        "succeeded",
      ],
      [
        "the `result` of a handler",
        "tool_name: user__fail, input: {}, catch: [{do: [EXIT], result: {x: <<input.none>>}}]",
        "caught",
      ],
    ])("nothing is made of what it ends: %s", async (_what, step, status) => {
      const { run } = bench();
      const ends = "{id: stop, tool_name: exit, input: {message: enough, output: {v: 1}}}";
      const result = await run(`input_schema: {type: object}\nsteps:\n  - {id: a, ${step.replace("EXIT", ends)}}\n`);
      expect(result).toMatchObject({ status: "exited", output: { v: 1 }, exit: { message: "enough" } });
      expect(result.steps.get("a")?.status).toBe(status);
    });

    test("in a map it ends the plan from inside", async () => {
      const { run, calls } = bench();
      const result = await run(`
  - id: l
    tool_name: map
    input:
      over: [1, 2, 3]
      do:
        - {id: e, tool_name: user__echo, input: {v: <<item>>}}
        - {id: stop, tool_name: exit, input: {when: {value: <<item>>, op: eq, to: 2}, output: <<item>>}}
`);
      expect(result).toMatchObject({ status: "exited", output: 2 });
      expect(calls).toHaveLength(2);
    });
  });

  describe("called plans", () => {
    test("get their defaults, an id of their own, and give their output", async () => {
      const { run } = bench([], [child]);
      const result = await run("steps:\n  - {id: a, tool_name: plan__child, input: {n: 3}}\noutput: {a: <<a>>}\n");
      expect(result.output).toEqual({ a: { n: 3, factor: 2, id: `${result.runId}/a` } });
      expect(result.steps.get("a/x")).toMatchObject({ status: "succeeded", tool: "user__echo" });
    });

    test("an input that does not fit is placed at the caller's argument", async () => {
      const { run, calls } = bench([], [child]);
      const result = await run(
        "input_schema: {type: object, properties: {v: {}}}\nsteps:\n  - {id: a, tool_name: plan__child, input: {n: <<input.v>>}}\n",
        { v: "three" },
      );
      expect(result.error).toMatchObject({ code: "input/invalid", class: "invalid_input", step: "a" });
      expect(result.diagnostics[0]).toMatchObject({ line: 5, column: 48 });
      expect(calls).toEqual([]);
    });

    test("are retried when each of their steps may be", async () => {
      const flaky =
        "identifier: flaky\ndescription: Works at the third try.\nsteps:\n  - {id: f, tool_name: user__fail, input: {class: unavailable, times: 2}}\n";
      const { run, calls } = bench([], [flaky]);
      const result = await run(
        "  - {id: s, tool_name: plan__flaky, input: {}, retry: {max_attempts: 3, delay: 1ms}}\n",
      );
      expect(result.steps.get("s")).toMatchObject({ status: "succeeded", attempts: 3 });
      expect(calls).toHaveLength(3);
    });

    test("a timeout ends what runs inside", async () => {
      const slow =
        "identifier: slow\ndescription: Slow.\nsteps:\n  - {id: z, tool_name: user__sleep, input: {ms: 60000}}\n";
      const { run, inFlight } = bench([], [slow]);
      const result = await run("  - {id: s, timeout: 1s, tool_name: plan__slow, input: {}}\n");
      expect(result.error).toMatchObject({ class: "timeout", step: "s" });
      expect(inFlight.now).toBe(0);
      expect(result.endedAt - result.startedAt).toBe(1000);
    });
  });

  describe("budgets", () => {
    test.each([
      ["limits: {max_steps: 2}", "limit/step-starts"],
      ["limits: {max_items: 2}", "limit/map-items"],
      ["limits: {timeout: 1s}", "limit/run-time"],
    ])("%s", async (limits, code) => {
      const { run, inFlight } = bench();
      const result = await run(`${limits}
steps:
  - id: l
    tool_name: map
    input: {over: [1, 2, 3], on_item_error: collect, do: {tool_name: user__sleep, input: {ms: 600}}}
`);
      expect(result).toMatchObject({ status: "failed", error: { code, class: "limit" } });
      expect(inFlight.now).toBe(0);
    });

    test("only tool calls hold a slot", async () => {
      const given = "{n: <<input.n>>, factor: <<input.factor>>, id: <<run.id>>}";
      const slow = child.replace("user__echo", "user__sleep").replace(given, `{ms: 10, value: ${given}}`);
      const { run, inFlight } = bench([], [slow]);
      const result = await run(`limits: {concurrency: 2}
steps:
  - id: l
    tool_name: map
    input: {over: [1, 2, 3, 4, 5, 6], concurrency: 6, do: {tool_name: plan__child, input: {n: <<item>>}}}
`);
      expect(result.status).toBe("succeeded");
      expect(inFlight.most).toBe(2);
    });
  });
});
