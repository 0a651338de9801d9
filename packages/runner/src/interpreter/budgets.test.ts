import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("budgets on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);
  const big = (bytes: number): Parameters<typeof onEngine>[0] => [
    {
      name: "big",
      description: "Returns a large list.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      run: ({ n }: { n: number }) => ({ n, list: Array.from({ length: bytes / 10 }, (_, index) => index) }),
    },
  ];

  test("one value that is passed on counts once, whoever holds it", async () => {
    const { run } = bench(big(10_000_000));
    const steps = Array.from(
      { length: 13 },
      (_, k) => `  - {id: s${k}, tool_name: user__echo, input: {v: <<big.list>>, k: ${k}}}\n`,
    );
    const result = await run(`  - {id: big, tool_name: user__big, input: {n: 1}}\n${steps.join("")}`);
    expect(result.status).toBe("succeeded");
  });

  test("a text that is passed on counts once", async () => {
    const { run } = bench();
    const steps = Array.from(
      { length: 9 },
      (_, k) => `  - {id: s${k}, tool_name: user__echo, input: {t: <<input.t>>, k: ${k}}}\n`,
    );
    const schema = "input_schema: {type: object, properties: {t: {type: string}}}\n";
    const result = await run(`${schema}steps:\n${steps.join("")}`, { t: "x".repeat(10_000_000) });
    expect(result.status).toBe("succeeded");
  });

  test.each([
    ["a step", "output: {n: <<a.count>>}"],
    ["the output", "output: {a: <<half>>, b: <<half>>, c: <<half>>}"],
    ["an `exit`", "", "{id: e, tool_name: exit, input: {output: {a: <<half>>, b: <<half>>, c: <<half>>}}}"],
  ])(
    "a value that holds its parts many times over is no larger than its text may be: %s",
    async (what, output, exit = "") => {
      const doubles = (id: string, rounds: number): string =>
        `  - {id: ${id}, tool_name: loop, input: {initial: {v: ${"x".repeat(60)}}, max_iterations: ${rounds}, do: {tool_name: user__echo, input: {a: <<accumulator>>, b: <<accumulator>>}}}}`;
      const halves = `  - {id: h, tool_name: user__echo, input: {v: <<l.result>>}}\n`;
      const steps =
        what === "a step"
          ? doubles("a", 40)
          : `${doubles("l", 19)}\n${halves.replace("h,", "half,")}${exit === "" ? "" : `  - ${exit}`}`;
      const result = await bench().run(`steps:\n${steps}\n${output}\n`);
      expect(result.error).toMatchObject({ code: "limit/live-bytes", class: "limit" });
    },
  );

  test.each([
    [
      "a question that nobody answers",
      "{tool_name: ask, input: {prompt: Go on?, output_schema: {type: object, properties: {ok: {type: boolean}}}, when_unanswered: suspend}}",
    ],
    ["a call that takes an hour", "{tool_name: user__sleep, input: {ms: 3600000}}"],
    [
      "a pause of an hour",
      "[{id: f, tool_name: user__fail, input: {class: unavailable}, retry: {max_attempts: 2, delay: 1h, max_delay: 1h, jitter: none}}]",
    ],
  ])("a budget that is spent ends the run at once, beside %s", async (_what, beside) => {
    const { start, world } = bench();
    const run = start(`limits: {max_steps: 5}
steps:
  - id: p
    tool_name: parallel
    input:
      branches:
        a: ${beside}
        b: [{id: s, tool_name: user__sleep, input: {ms: 10}}, {id: l, tool_name: map, input: {over: [1, 2, 3, 4, 5, 6], do: {tool_name: user__echo, input: {v: <<s>>}}}}]
`);
    await world.clock.advance(10);
    const result = await world.clock.until(run.result);
    expect(result.error?.code).toBe("limit/step-starts");
    expect(result.endedAt - result.startedAt).toBe(10);
  });

  test("what the tools of an agent give counts like any result, and their errors are cut", async () => {
    const turns = [
      { calls: [{ id: "1", tool: "user__fail", input: { message: "x".repeat(20_000) } }] },
      { calls: [1, 2, 3, 4, 5].map((n) => ({ id: String(n), tool: "user__big", input: { n } })) },
    ];
    const told: unknown[] = [];
    const made = bench(big(20_000_000));
    made.runner.catalog.add(
      {
        name: "agent_turn",
        description: "A model for tests.",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        run: ({ history }: { history: readonly object[] }) => {
          told.push(...history.slice(-1));
          return turns[history.length / 2] ?? { output: "done" };
        },
      },
      { namespace: "builtin" },
    );
    const result = await made.run(
      "  - {id: a, on_error: continue, tool_name: agent, input: {prompt: p, tools: [user__big, user__fail]}}\n",
    );
    expect(result.error).toMatchObject({ code: "limit/live-bytes", step: "a" });
    const [{ results }] = told as [{ results: readonly [{ error: string }] }];
    expect(results[0].error.length).toBeLessThan(8_200);
  });

  test("results that are too large together end the run, which nothing tolerates", async () => {
    const { run } = bench(big(20_000_000));
    const result = await run(`
  - id: l
    on_error: continue
    tool_name: map
    input: {over: [1, 2, 3, 4, 5], on_item_error: collect, do: {tool_name: user__big, input: {n: <<item>>}}}
  - {id: after, needs: [l], tool_name: user__write, input: {}}
`);
    expect(result.error).toMatchObject({ code: "limit/live-bytes", class: "limit" });
    expect(result.steps.get("after")?.status).toBe("not_started");
    expect(result.counts.failed_items).toBe(0);
  });

  test("a called plan's own budget fails that step, the run's own budget the run", async () => {
    const inner = `identifier: inner
description: Starts two steps.
limits: {max_steps: 1}
steps:
  - {id: a, tool_name: user__echo, input: {}}
  - {id: b, tool_name: user__echo, input: {v: <<a>>}}
`;
    const steps = "  - {id: s, on_error: continue, tool_name: plan__inner, input: {}}\n";
    const tolerated = await bench([], [inner]).run(steps);
    expect(tolerated.status).toBe("succeeded");
    expect(tolerated.steps.get("s")).toMatchObject({ status: "failed_ignored", error: { code: "limit/step-starts" } });
    const unlimited = inner.replace("limits: {max_steps: 1}\n", "");
    const spent = await bench([], [unlimited]).run(`limits: {max_steps: 2}\nsteps:\n${steps}`);
    expect(spent).toMatchObject({ status: "failed", error: { code: "limit/step-starts", step: "s/b" } });
  });

  test("a called plan is never deeper than allowed", async () => {
    const chain = Array.from({ length: 4 }, (_, level) =>
      level === 3
        ? `identifier: p3\ndescription: Last.\nsteps:\n  - {id: a, tool_name: user__echo, input: {}}\n`
        : `identifier: p${level}\ndescription: Calls.\nsteps:\n  - {id: a, tool_name: plan__p${level + 1}, input: {}}\n`,
    );
    const steps = "steps:\n  - {id: a, tool_name: plan__p0, input: {}}\n";
    expect((await bench([], chain).run(`limits: {depth: 5}\n${steps}`)).status).toBe("succeeded");
    const deep = await bench([], chain).run(`limits: {depth: 4}\n${steps}`);
    expect(deep.error).toMatchObject({ code: "limit/depth", step: "a/a/a/a" });
  });
});

test("three maps in each other over a thousand items end at the budget, not at the end of memory", async () => {
  const { run } = onEngine();
  const before = process.memoryUsage().rss;
  const result = await run(
    `input_schema: {type: object, properties: {xs: {type: array}}}
steps:
  - id: a
    tool_name: map
    input:
      over: <<input.xs>>
      concurrency: 1000
      do:
        - id: b
          tool_name: map
          input:
            over: <<input.xs>>
            concurrency: 1000
            do:
              - id: c
                tool_name: map
                input: {over: <<input.xs>>, concurrency: 1000, do: {tool_name: user__echo, input: {v: <<item>>}}}
`,
    { xs: Array.from({ length: 1000 }, (_, index) => index) },
  );
  expect(result.error?.code).toBe("limit/step-starts");
  expect(result.counts.failed + result.counts.cancelled).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
});
