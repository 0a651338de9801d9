import { describe, expect, test } from "vitest";
import { bench as onEngine, engines } from "../../test-support/run-plan.ts";
import type { RunResult } from "../run-result.ts";

describe.each(engines)("on the %s engine", (_name, engine) => {
  const bench = (more?: Parameters<typeof onEngine>[0], plans?: readonly string[]): ReturnType<typeof onEngine> =>
    onEngine(more, plans, engine);

  const statuses = (result: RunResult): Record<string, string> =>
    Object.fromEntries([...result.steps].map(([path, { status }]) => [path, status]));

  describe("gates and skips", () => {
    test("a gate that is false skips the step before anything of it is rendered", async () => {
      const { run, calls } = bench();
      const result = await run(
        "input_schema: {type: object, properties: {v: {}}}\nsteps:\n  - {id: a, if: {value: 1, op: gt, to: 2}, tool_name: user__echo, input: {v: <<input.v>>}}\n",
      );
      expect(result.status).toBe("succeeded");
      expect(result.steps.get("a")).toMatchObject({ status: "skipped", reason: "its `if` is false", attempts: 0 });
      expect(calls).toEqual([]);
    });

    test("who reads a skipped step is skipped, with the reason; who reads it under `default` runs", async () => {
      const { run } = bench();
      const result = await run(`
  - {id: a, if: {value: 1, op: eq, to: 2}, tool_name: user__echo, input: {}}
  - {id: b, tool_name: user__echo, input: {v: <<a.v>>}}
  - {id: c, tool_name: user__echo, input: {v: <<default b.v 7>>}}
  - {id: d, needs: [a], tool_name: user__echo, input: {v: 1}}
`);
      expect(statuses(result)).toEqual({ a: "skipped", b: "skipped", c: "succeeded", d: "succeeded" });
      expect(result.steps.get("b")?.reason).toContain("`a`");
      expect(result.steps.get("c")?.output).toEqual({ v: 7 });
      expect(result.counts).toMatchObject({ steps: 4, succeeded: 2, skipped: 2, failed: 0 });
    });

    test("the output has nothing to skip: a read of a skipped step fails the run", async () => {
      const { run } = bench();
      const result = await run(`steps:
  - {id: a, if: {value: 1, op: eq, to: 2}, tool_name: user__echo, input: {}}
output: {v: <<a.v>>}
`);
      expect(result.status).toBe("failed");
      expect(result.error).toMatchObject({ class: "missing_step", code: "ref/missing-step" });
      expect(result.diagnostics[0]).toMatchObject({ line: 5, column: 13 });
    });
  });

  describe("failures", () => {
    test("the first in document order is reported, whatever fails first", async () => {
      const { run } = bench([
        {
          name: "late",
          description: "Fails after a while.",
          inputSchema: { type: "object" },
          annotations: { readOnlyHint: true },
          run: async (_input: object, { signal }) => {
            void signal;
            for (let turn = 0; turn < 20; turn++) await Promise.resolve();
            throw new Error("late");
          },
        },
      ]);
      const result = await run(`
  - {id: a, tool_name: user__late, input: {}}
  - {id: b, tool_name: user__fail, input: {message: soon}}
  - {id: c, tool_name: user__write, input: {}}
`);
      expect(statuses(result)).toEqual({ a: "failed", b: "failed", c: "not_started" });
      expect(result.error).toMatchObject({ step: "a", message: "late" });
    });

    test("what is in flight after a failed step may finish for the time of `drain`, then it is aborted", async () => {
      const { run, inFlight } = bench();
      const result = await run(`limits: {drain: 2s}
steps:
  - {id: a, tool_name: user__fail, input: {}}
  - {id: quick, needs: [], tool_name: user__sleep, input: {ms: 1000}}
  - {id: slow, needs: [], tool_name: user__sleep, input: {ms: 60000}}
`);
      expect(statuses(result)).toEqual({ a: "failed", quick: "succeeded", slow: "cancelled" });
      expect(result.endedAt - result.startedAt).toBe(2000);
      expect(inFlight.now).toBe(0);
    });

    test("`on_error: continue` keeps the failure and goes on", async () => {
      const { run } = bench();
      const result = await run(`
  - {id: a, on_error: continue, tool_name: user__fail, input: {message: no luck}}
  - {id: b, tool_name: user__echo, input: {v: <<a.v>>}}
  - {id: c, needs: [a], tool_name: user__echo, input: {}}
`);
      expect(result.status).toBe("succeeded");
      expect(statuses(result)).toEqual({ a: "failed_ignored", b: "skipped", c: "succeeded" });
      expect(result.counts.failed_ignored).toBe(1);
      expect(result.diagnostics).toMatchObject([
        { code: "tool/failed", severity: "warning", message: "no luck", line: 5 },
      ]);
    });

    test("a tool's input is checked before the call and the failure stands at the argument", async () => {
      const { run, calls } = bench([
        {
          name: "strict",
          description: "Wants a list.",
          inputSchema: { type: "object", properties: { list: { type: "array" } }, additionalProperties: false },
          run: () => null,
        },
      ]);
      const result = await run(
        "input_schema: {type: object, properties: {v: {}}}\nsteps:\n  - {id: a, tool_name: user__strict, input: {list: <<input.v>>}}\n",
        { v: "x" },
      );
      expect(result.error).toMatchObject({ class: "invalid_input", code: "input/invalid", effect: "none" });
      expect(result.diagnostics[0]).toMatchObject({ line: 5, column: 52 });
      expect(calls).toEqual([]);
    });

    test("what is not JSON fails the step by name", async () => {
      const ring: Record<string, unknown> = { text: "x".repeat(300) };
      ring["self"] = ring;
      const bad = { nan: Number.NaN, big: 1n, map: new Map(), undefined: undefined, ring, date: new Date(0) };
      const { run } = bench([
        {
          name: "bad",
          description: "Returns no JSON.",
          inputSchema: { type: "object" },
          run: ({ kind }: { kind: keyof typeof bad }) => ({ in: bad[kind] }),
        },
      ]);
      for (const kind of Object.keys(bad)) {
        const result = await run(`  - {id: a, tool_name: user__bad, input: {kind: ${kind}}}\n`);
        expect({ kind, code: result.error?.code }).toEqual({ kind, code: "tool/not-json" });
        expect(result.error?.message).toContain(kind === "ring" ? "contains itself" : "/in");
      }
    });
  });

  describe("retries and timeouts", () => {
    test("the first try counts; the pause grows; the server's own pause wins", async () => {
      const { run, events } = bench();
      const result = await run(`
  - id: a
    tool_name: user__fail
    input: {class: unavailable, times: 2}
    retry: {max_attempts: 3, delay: 1s, backoff: exponential, jitter: none}
  - id: b
    tool_name: user__fail
    input: {class: rate_limited, times: 1, retry_after_ms: 20000}
    retry: {max_attempts: 2, delay: 1s, max_delay: 2s}
`);
      expect(result.status).toBe("succeeded");
      expect(result.steps.get("a")?.attempts).toBe(3);
      const delays = events.flatMap((event) => (event.type === "step-retry" ? [[event.path, event.delayMs]] : []));
      expect(delays.filter(([path]) => path === "a")).toEqual([
        ["a", 1000],
        ["a", 2000],
      ]);
      expect(delays.filter(([path]) => path === "b")).toEqual([["b", 20_000]]);
    });

    test("a timed out write is not made again, and counts as unknown", async () => {
      const { run, calls } = bench();
      const result = await run(
        "  - {id: a, timeout: 100ms, retry: {max_attempts: 3, delay: 1ms}, tool_name: user__send, input: {ms: 1000}}\n",
      );
      expect(result.error).toMatchObject({ class: "timeout", code: "tool/timeout", effect: "maybe", attempt: 1 });
      expect(result.counts.unknown).toBe(1);
      expect(calls).toHaveLength(1);
    });

    test("with an idempotency key it is, and every attempt carries the same key", async () => {
      const { run, calls } = bench();
      const result = await run(
        "  - {id: a, timeout: 100ms, idempotency_key: mail-<<run.id>>, retry: {max_attempts: 3, delay: 1ms}, tool_name: user__send, input: {ms: 1000}}\n",
      );
      expect(calls).toHaveLength(3);
      expect(new Set(calls).size).toBe(1);
      expect(calls[0]).toContain(`"key":"mail-${result.runId}"`);
    });

    test("a limit of 60 days does not fire at once", async () => {
      const { run } = bench();
      const result = await run("  - {id: a, timeout: 60d, tool_name: user__sleep, input: {ms: 5, value: 1}}\n");
      expect(result.steps.get("a")).toMatchObject({ status: "succeeded", output: 1 });
    });
  });

  describe("cancellation", () => {
    test("aborts what is in flight and starts nothing more", async () => {
      const { start, world, inFlight } = bench();
      const run = start(`
  - {id: a, tool_name: user__sleep, input: {ms: 60000}}
  - {id: b, tool_name: user__echo, input: {v: <<a>>}}
`);
      await world.clock.advance(1000);
      run.cancel();
      const result = await world.clock.until(run.result);
      expect(result.status).toBe("cancelled");
      expect(statuses(result)).toEqual({ a: "cancelled", b: "not_started" });
      expect(result.endedAt - result.startedAt).toBe(1000);
      expect(inFlight.now).toBe(0);
      expect(world.clock.pending).toBe(0);
    });

    test("makes no signal and no timer for a step that asks for none", async () => {
      let signals = 0;
      const original = globalThis.AbortController;
      globalThis.AbortController = class extends original {
        constructor() {
          super();
          signals++;
        }
      };
      try {
        const { run, world } = bench();
        const timers: number[] = [];
        const { timer } = world.clock;
        (world.clock as { timer: typeof timer }).timer = (milliseconds, fire, options) => {
          timers.push(milliseconds);
          return timer(milliseconds, fire, options);
        };
        await run(
          "  - {id: a, tool_name: user__echo, input: {}}\n  - {id: b, tool_name: user__echo, input: {v: <<a>>}}\n",
        );
        expect(timers).toEqual([]);
      } finally {
        globalThis.AbortController = original;
      }
      expect(signals).toBe(0);
    });
  });
});
