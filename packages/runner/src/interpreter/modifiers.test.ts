import { CallResult, type Tool, ToolError } from "@graph/tools";
import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";

describe.each(engines)("deadline, cache and defaults on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  describe("deadline", () => {
    test("ends all attempts together, in a call", async () => {
      const { run, inFlight } = bench();
      const result = await run(
        "  - {id: a, deadline: 1s, timeout: 400ms, retry: {max_attempts: 9, delay: 0ms}, tool_name: user__sleep, input: {ms: 5000}}\n",
      );
      expect(result.error).toMatchObject({
        class: "timeout",
        code: "tool/timeout",
        attempt: 3,
        cause: { class: "timeout" },
      });
      expect(result.error?.message).toContain("deadline of 1000 ms");
      expect(result.endedAt - result.startedAt).toBe(1000);
      expect(inFlight.now).toBe(0);
    });

    test("ends a pause between attempts", async () => {
      const { run, world } = bench();
      const result = await run(
        "  - {id: a, deadline: 1s, retry: {max_attempts: 9, delay: 700ms, backoff: fixed}, tool_name: user__fail, input: {class: unavailable}}\n",
      );
      expect(result.error).toMatchObject({ class: "timeout", cause: { class: "unavailable" } });
      expect(result.endedAt - result.startedAt).toBe(1000);
      expect(world.clock.pending).toBe(0);
    });

    test("caps what a server asks to wait, and is over once the attempts are", async () => {
      const capped = await bench().run(
        "  - {id: a, deadline: 1s, retry: {max_attempts: 2}, tool_name: user__fail, input: {class: rate_limited, retry_after_ms: 60000}}\n",
      );
      expect(capped.endedAt - capped.startedAt).toBe(1000);
      const { run, world } = bench();
      const result = await run(
        "  - {id: a, deadline: 1s, tool_name: user__fail, input: {}, catch: [{do: {tool_name: user__sleep, input: {ms: 5000}}}]}\n",
      );
      expect([result.status, result.endedAt - result.startedAt, world.clock.pending]).toEqual(["succeeded", 5000, 0]);
    });

    test("of a control step stops what is inside", async () => {
      const { run, inFlight } = bench();
      const result = await run(
        "  - {id: m, deadline: 250ms, on_error: continue, tool_name: map, input: {over: [1, 2, 3, 4], do: {tool_name: user__sleep, input: {ms: 100}}}}\n",
      );
      expect(result.steps.get("m")?.status).toBe("failed_ignored");
      expect([result.endedAt - result.startedAt, inFlight.now]).toEqual([250, 0]);
    });
  });

  describe("cache", () => {
    const counter = (): { readonly tool: Tool; calls: number } => {
      const counted = { calls: 0 };
      const tool = {
        name: "count",
        description: "Counts its calls.",
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        run: (input: { readonly fail?: boolean }) => {
          counted.calls++;
          if (input.fail === true) throw new ToolError("no", { effect: "none" });
          return { n: counted.calls };
        },
      } as unknown as Tool;
      return Object.assign(counted, { tool });
    };
    const step = (id: string, more: string, input = "{a: 1}"): string =>
      `  - {id: ${id}, tool_name: user__count, input: ${input}, cache: {ttl: 1m${more}}}\n`;

    test.each([
      ["the same input", step("a", "") + step("b", ""), [1, 1]],
      ["another input", step("a", "") + step("b", "", "{a: 2}"), [1, 2]],
      ["another order of keys", step("a", "", "{a: 1, b: 2}") + step("b", "", "{b: 2, a: 1}"), [1, 1]],
      ["a key of its own", step("a", ", key: x") + step("b", ", key: x", "{a: 2}"), [1, 1]],
      ["keys that differ", step("a", ", key: x") + step("b", ", key: y"), [1, 2]],
      ["another scope", step("a", "") + step("b", ", scope: host"), [1, 2]],
    ])("%s", async (_what, steps, counts) => {
      const { tool } = counter();
      const { run } = bench([tool]);
      const result = await run(`execution: sequential\nsteps:\n${steps}output: {a: <<a.n>>, b: <<b.n>>}\n`);
      expect(result.output).toEqual({ a: counts[0], b: counts[1] });
    });

    test.each([
      ["run", 2],
      ["plan", 1],
      ["host", 1],
    ])("scope %s over two runs", async (scope, calls) => {
      const counted = counter();
      const { run } = bench([counted.tool]);
      await run(step("a", `, scope: ${scope}`));
      await run(step("a", `, scope: ${scope}`));
      expect(counted.calls).toBe(calls);
    });

    test("grows old, and never keeps a failure", async () => {
      const counted = counter();
      const { run, world } = bench([counted.tool]);
      await run(step("a", ", scope: host"));
      await world.clock.advance(59_999);
      await run(step("a", ", scope: host"));
      expect(counted.calls).toBe(1);
      await world.clock.advance(1);
      await run(step("a", ", scope: host"));
      expect(counted.calls).toBe(2);
      await run(step("a", ", scope: host", "{fail: true}"));
      await run(step("a", ", scope: host", "{fail: true}"));
      expect(counted.calls).toBe(4);
    });
  });

  test("`defaults` hold for calls of tools that do not say otherwise, and for nothing else", async () => {
    const { run, events } = bench();
    const result = await run(`defaults: {timeout: 100ms, retry: {max_attempts: 2, delay: 1ms}}
steps:
  - {id: a, on_error: continue, needs: [], tool_name: user__sleep, input: {ms: 1000}}
  - {id: b, on_error: continue, needs: [], timeout: 2s, retry: {max_attempts: 1}, tool_name: user__sleep, input: {ms: 1000}}
  - {id: c, needs: [], tool_name: map, input: {over: [1, 2, 3], do: {tool_name: user__sleep, input: {ms: 60}}}}
`);
    expect(result.steps.get("a")).toMatchObject({ status: "failed_ignored", attempts: 2 });
    expect(result.steps.get("b")).toMatchObject({ status: "succeeded", attempts: 1 });
    expect(result.steps.get("c")?.status).toBe("succeeded");
    expect(events.filter(({ type }) => type === "step-retry")).toHaveLength(1);
  });

  describe("large results", () => {
    const big = (bytes: number): Tool => ({
      name: "page",
      description: "A page from outside.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      run: () => new CallResult({ text: "x".repeat(bytes), n: 7 }, [], bytes),
    });

    test("are shown by their address, kept once, and read whole", async () => {
      const { run, events } = bench([big(2_000_000)]);
      const result = await run(`steps:
  - {id: a, tool_name: user__page, input: {}}
  - {id: b, tool_name: user__page, input: {}}
output: {n: <<a.n>>, length: <<b.text.length>>}
`);
      expect(result.output).toEqual({ n: 7, length: 2_000_000 });
      expect(result.counts).toMatchObject({ succeeded: 2, truncated: 2 });
      const shown = result.steps.get("a")?.output as { ref: string; bytes: number; preview: string };
      expect(shown).toMatchObject({ bytes: 2_000_000 });
      expect(shown.ref).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(shown.preview.startsWith('{"n":7,"text":"xxx')).toBe(true);
      expect([...(result.large?.keys() ?? [])]).toEqual([shown.ref]);
      expect(JSON.stringify(events).length).toBeLessThan(20_000);
    });

    test("`limits.max_output_bytes` says what is large; values of this process never are", async () => {
      const { run } = bench([big(2_000)]);
      const result = await run(`limits: {max_output_bytes: 1000}
steps:
  - {id: a, tool_name: user__page, input: {}}
  - {id: b, tool_name: user__echo, input: {text: <<a.text>>}}
`);
      expect(result.counts.truncated).toBe(1);
      expect(result.steps.get("b")?.output).toEqual({ text: "x".repeat(2000) });
    });

    test.each([
      ["max_items", "{max_items: 1}", "{max_items: 100}", "[1, 2]", "limit/map-items"],
      ["max_steps", "{max_steps: 3}", "{max_steps: 100}", "[1, 2, 3, 4]", "limit/step-starts"],
    ])("a called plan cannot raise its caller's %s", async (_what, caller, called, over, code) => {
      const child = `identifier: child\ndescription: x\nlimits: ${called}\nsteps: [{id: a, tool_name: map, input: {over: ${over}, do: {tool_name: user__echo, input: {}}}}]\n`;
      const result = await bench([], [child]).run(
        `limits: ${caller}\nsteps:\n  - {id: c, tool_name: plan__child, input: {}}\n`,
      );
      expect(result.error?.code).toBe(code);
    });

    test("a called plan cannot raise how long its caller lets calls finish", async () => {
      const child = `identifier: child
description: x
limits: {drain: 4s}
steps:
  - {id: a, needs: [], tool_name: user__sleep, input: {ms: 10}, output_schema: {type: string}}
  - {id: b, needs: [], tool_name: user__sleep, input: {ms: 9000}}
`;
      const result = await bench([], [child]).run(
        "limits: {drain: 1s}\nsteps:\n  - {id: c, tool_name: plan__child, input: {}}\n",
      );
      expect(result.endedAt - result.startedAt).toBe(1_010);
    });

    test("what a model has used is counted once for a call that was cached", async () => {
      const model = (name: string, value: object): Tool =>
        ({
          name,
          description: "A model for tests.",
          inputSchema: { type: "object" },
          annotations: { readOnlyHint: true },
          repeatable: true,
          run: () => value,
        }) as unknown as Tool;
      const made = bench();
      made.runner.catalog.add(model("infer", { output: "x", usage: { input_tokens: 3, output_tokens: 4 } }), {
        namespace: "builtin",
      });
      const call = "tool_name: builtin__infer, input: {instruction: x}, cache: {ttl: 1m}";
      const result = await made.run(`  - {id: a, ${call}}\n  - {id: b, needs: [a], ${call}}\n`);
      expect(result.usage.tokens).toBe(7);
    });

    test("a called plan cannot raise what is large for its caller", async () => {
      const child =
        "identifier: child\ndescription: x\nlimits: {max_output_bytes: 100000}\nsteps: [{id: a, tool_name: user__page, input: {}}]\n";
      const limits = "limits: {max_output_bytes: 1000}\n";
      const steps = "steps:\n  - {id: c, tool_name: plan__child, input: {}}\n";
      expect((await bench([big(2_000)], [child]).run(limits + steps)).counts.truncated).toBe(1);
      expect((await bench([big(2_000)], [child]).run(steps)).counts.truncated).toBe(0);
    });

    test("over 64 MB nothing is taken in", async () => {
      const tool: Tool = { ...big(1), run: () => new CallResult({}, [], 64 * 1024 * 1024 + 1) };
      const result = await bench([tool]).run("  - {id: a, tool_name: user__page, input: {}}\n");
      expect(result.error).toMatchObject({ class: "limit", code: "limit/output-bytes" });
    });
  });
});
