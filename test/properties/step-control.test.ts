import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { createRunner, type Runner } from "@graph/runner";
import { defineTool } from "@graph/tools";
import { expect, it, vi } from "vitest";

const steps = 200;

/** A chain of steps; with `asks` each of them has a time limit, and its tool reads the signal. */
function chain(asks: boolean): string {
  const list = Array.from({ length: steps }, (_, index) => {
    const before = index === 0 ? "<<input.n>>" : `<<s${String(index - 1)}.n>>`;
    const timeout = asks ? ", timeout: 10s" : "";
    return `  - {id: s${String(index)}, tool_name: user__${asks ? "watchful" : "plain"}, input: {n: ${before}}${timeout}}`;
  });
  const head = [
    "identifier: chain",
    "description: A chain.",
    "input_schema: {properties: {n: {type: integer}}}",
    "steps:",
  ];
  return [...head, ...list, `output: {n: <<s${String(steps - 1)}.n>>}`].join("\n");
}

const inputSchema = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
const plain = defineTool({
  name: "plain",
  description: "Adds one.",
  inputSchema,
  run: async ({ n }: { readonly n: number }) => ({ n: n + 1 }),
});
const watchful = defineTool({
  name: "watchful",
  description: "Adds one unless it was told to stop.",
  inputSchema,
  run: async ({ n }: { readonly n: number }, { signal }) => ({ n: signal.aborted ? n : n + 1 }),
});

/** What a run of the chain makes. */
async function made(runner: Runner, asks: boolean): Promise<{ signals: number; timers: number; stores: number }> {
  const plan = runner.load<{ n: number }, { n: number }>(chain(asks));
  await runner.run(plan, { n: 0 });
  let [signals, timers] = [0, 0];
  const Native = globalThis.AbortController;
  vi.stubGlobal(
    "AbortController",
    class extends Native {
      constructor() {
        super();
        signals += 1;
      }
    },
  );
  const store = vi.spyOn(AsyncLocalStorage.prototype, "run");
  const hook = createHook({
    init(_id, type) {
      if (type === "Timeout") timers += 1;
    },
  }).enable();
  const { status, output } = await runner.run(plan, { n: 0 });
  hook.disable();
  vi.unstubAllGlobals();
  const stores = store.mock.calls.length;
  store.mockRestore();
  expect([status, output]).toEqual(["succeeded", { n: steps }]);
  return { signals, timers, stores };
}

it("makes no signal, timer or context for a step that does not ask", async () => {
  const runner = createRunner({ tools: [plain, watchful] });
  expect(await made(runner, false)).toEqual({ signals: 0, timers: 0, stores: 0 });
  // The counters count: steps that ask get what they ask for.
  const asked = await made(runner, true);
  expect(asked.signals).toBe(steps);
  expect(asked.timers).toBeGreaterThan(0);
  await runner.close();
});
