import type { Tool } from "@graph/tools";
import { describe, expect, test } from "vitest";
import { bench, engines } from "../../test-support/run-plan.ts";

/** A write that is asked for and stops when it is told to: nobody knows whether it has acted. */
const write = "{tool_name: user__send, input: {ms: 60000}}";
const plain = { failed: 0, skipped: 0, caught: 0, failed_ignored: 0, cancelled: 0, not_started: 0, unknown: 0 };

/** A model of an agent: asks for the tool that its task names, and says nothing more. */
const turn = {
  name: "agent_turn",
  description: "A fake model.",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  run: ({ prompt }: { prompt: string }) => ({
    calls: [{ id: "1", tool: prompt, input: { ms: 60_000 } }],
    output: null,
    usage: {},
  }),
} as unknown as Tool;

describe.each(engines)("what is not plain success, on the %s engine", (_name, engine) => {
  test.each<[string, string, Partial<typeof plain>]>([
    [
      "a caught step whose write was timed out",
      `{id: a, timeout: 1s, catch: [{do: {tool_name: user__echo, input: {}}}], ${write.slice(1)}`,
      { caught: 1, unknown: 1 },
    ],
    [
      "a write that was timed out and ignored",
      `{id: a, timeout: 1s, on_error: continue, ${write.slice(1)}`,
      { failed_ignored: 1, unknown: 1 },
    ],
    [
      "a parallel that takes the first: the one that lost may have acted",
      `{id: a, tool_name: parallel, input: {wait: any, branches: {fast: {tool_name: user__sleep, input: {ms: 5}}, slow: ${write}}}}`,
      { cancelled: 1, unknown: 1 },
    ],
    [
      "a parallel that takes the first: one that only reads cannot have acted",
      "{id: a, tool_name: parallel, input: {wait: any, branches: {fast: {tool_name: user__sleep, input: {ms: 5}}, slow: {tool_name: user__sleep, input: {ms: 9}}}}}",
      { cancelled: 1 },
    ],
    [
      "an agent that was stopped in the middle of a write, and caught",
      `{id: a, timeout: 1s, catch: [{do: {tool_name: user__echo, input: {}}}], tool_name: agent, input: {prompt: user__send, tools: [user__send]}}`,
      { caught: 1, unknown: 1 },
    ],
    [
      "an agent that may write, and was stopped in the middle of a read",
      `{id: a, timeout: 1s, catch: [{do: {tool_name: user__echo, input: {}}}], tool_name: agent, input: {prompt: user__sleep, tools: [user__send, user__sleep]}}`,
      { caught: 1 },
    ],
    [
      "an attempt of a whole body that was given up with a write in flight",
      `{id: a, timeout: 1s, on_error: continue, tool_name: map, input: {over: [1], do: ${write}}}`,
      { failed_ignored: 1, cancelled: 1, unknown: 1 },
    ],
  ])("%s", async (_what, step, expected) => {
    const { runner, world } = bench([], [], engine);
    runner.catalog.add(turn, { namespace: "builtin" });
    const plan = runner.load(`identifier: main\ndescription: x\nsteps: [${step}]\n`);
    const result = await world.clock.until(runner.run(plan));
    expect(result.status).toBe("succeeded");
    expect(result.counts).toMatchObject({ ...plain, ...expected });
  });
});

test("a warning about a result that an agent was given is told like any other", async () => {
  const odd = {
    name: "odd",
    description: "Breaks its shape.",
    inputSchema: { type: "object" },
    outputSchema: { type: "object", required: ["a"] },
    annotations: { readOnlyHint: true },
    run: () => ({}),
  } as unknown as Tool;
  const asks = (input: { readonly final: boolean }): object =>
    input.final ? { calls: [], output: "done" } : { calls: [{ id: "1", tool: "user__odd", input: {} }], output: null };
  const { runner, world } = bench([odd]);
  runner.catalog.add({ ...turn, run: asks }, { namespace: "builtin" });
  const step = "{id: a, tool_name: agent, input: {prompt: p, tools: [user__odd], max_iterations: 2}}";
  const plan = runner.load(`identifier: main\ndescription: x\nsteps: [${step}]\n`);
  const result = await world.clock.until(runner.run(plan));
  expect(result.status).toBe("succeeded");
  expect(result.diagnostics).toMatchObject([{ code: "tool/output-mismatch", severity: "warning", step: "a" }]);
});
