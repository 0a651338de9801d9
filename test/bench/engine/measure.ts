/** Measures what the harness of other engines does not print, on the built packages, and prints it as JSON. */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { createRequire } from "node:module";
import { loopGrowth } from "./loop-growth.ts";
import type { Must } from "./musts.ts";

const require = createRequire(import.meta.url);
const steps = 100;

const planText = (count: number): string => {
  const list = Array.from({ length: count }, (_, index) => {
    const before = index === 0 ? "<<input.n>>" : `<<e${String(index - 1)}.n>>`;
    return [
      `  - id: e${String(index)}`,
      `    tool_name: user__work`,
      `    description: Step ${String(index)} of a chain that reads the one before.`,
      `    input: {n: ${before}, text: "number ${before}", factor: 2}`,
      `    retry: {max_attempts: 2, delay: 10ms}`,
    ].join("\n");
  });
  const head = [
    "identifier: chain",
    "description: A chain.",
    "input_schema: {type: object, required: [n], properties: {n: {type: number}}}",
    "steps:",
  ];
  return [...head, ...list, `output: {n: <<e${String(count - 1)}.n>>}`, ""].join("\n");
};

const workTool = (name: string): object => ({
  name,
  description: `Does the work called ${name}. It takes a number and a text.`,
  inputSchema: {
    type: "object",
    required: ["n"],
    properties: { n: { type: "number" }, text: { type: "string" }, factor: { type: "number" } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  run: (input: { n: number }) => ({ n: input.n + 1 }),
});

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
};

/** The median over rounds in which the works take turns, each repeated so that the clock of CPU time is fine enough. */
function medians(works: readonly (() => void)[], rounds = 15, repeat = 20): readonly number[] {
  const samples = works.map(() => [] as number[]);
  for (let round = 0; round < rounds + 3; round++) {
    for (const [index, work] of works.entries()) {
      const spent = cpuMs(() => {
        for (let count = 0; count < repeat; count++) work();
      });
      if (round >= 3) samples[index]?.push(spent / repeat);
    }
  }
  return samples.map((list) => list.sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? Number.NaN);
}

async function loading(): Promise<readonly Must[]> {
  const { checkPlan, parsePlan } = await import("@graph/plan");
  const { createCatalog } = await import("@graph/tools");
  const { parseDocument } = await import("yaml");
  const text = planText(steps);
  const [parse = Number.NaN, plain = Number.NaN] = medians([
    () => void parsePlan(text),
    () => void parseDocument(text),
  ]);
  const catalog = createCatalog();
  catalog.add(workTool("work") as never);
  const { diagnostics } = checkPlan(parsePlan(text), catalog);
  if (diagnostics.some((found) => found.severity === "error")) throw new Error(JSON.stringify(diagnostics.slice(0, 3)));
  // Each check gets a plan of its own, so that nothing that was remembered of a plan helps.
  const plans = Array.from({ length: 18 * 5 }, () => parsePlan(text));
  const [check = Number.NaN] = medians([() => void checkPlan(plans.pop() ?? parsePlan(text), catalog)], 15, 5);
  const perStep = (check * 1000) / steps;
  const times = parse / plain;
  return [
    {
      workload: "loading a plan",
      must: "`parsePlan` of 100 steps at most 1.6 times `yaml.parseDocument`",
      measured: `${times.toFixed(2)} times (${parse.toFixed(2)} ms and ${plain.toFixed(2)} ms)`,
      held: times <= 1.6,
    },
    {
      workload: "loading a plan",
      must: "`checkPlan` at most 100 µs a step",
      measured: `${perStep.toFixed(1)} µs`,
      held: perStep <= 100,
    },
  ];
}

async function registering(): Promise<Must> {
  const { createCatalog } = await import("@graph/tools");
  const tools = Array.from({ length: 1000 }, (_, index) => workTool(`work_${String(index)}`));
  const begun = performance.now();
  const catalog = createCatalog();
  for (const tool of tools) catalog.add(tool as never);
  const count = catalog.entries().length;
  const took = performance.now() - begun;
  const compiled = Object.keys(require.cache).some((path) => /[\\/]ajv[\\/]/u.test(path));
  return {
    workload: "1,000 tools registered",
    must: "at most 100 ms, no schema compiled",
    measured: `${took.toFixed(1)} ms, ${compiled ? "a schema was compiled" : "none compiled"}`,
    held: count === 1000 && took <= 100 && !compiled,
  };
}

/** Ten steps that pass a value on, with 5 MB and with next to nothing, in turns: the same code, equally warm, differs in the value alone. */
async function largeValues(): Promise<Must> {
  const { createRunner } = await import("@graph/runner");
  const carry = { ...workTool("carry"), inputSchema: { type: "object" }, run: (input: { x: object }) => input.x };
  const runner = createRunner({ tools: [carry as never] });
  const list = Array.from(
    { length: 10 },
    (_, index) =>
      `  - {id: e${String(index)}, tool_name: user__carry, input: {x: <<${index === 0 ? "input" : `e${String(index - 1)}`}>>}}`,
  );
  const plan = runner.load(
    [
      "identifier: payload",
      "description: Passes on.",
      "input_schema: {type: object}",
      "steps:",
      ...list,
      "output: {x: <<e9>>}",
      "",
    ].join("\n"),
  );
  const records = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    name: `record ${String(id)}`,
    note: "x".repeat(200),
  }));
  const few = records.slice(0, 1);
  const repeat = 200;
  const samples: number[] = [];
  for (let round = 0; round < 24; round++) {
    const spent: number[] = [];
    for (const given of round % 2 === 0 ? [records, few] : [few, records]) {
      const before = process.cpuUsage();
      for (let count = 0; count < repeat; count++) await runner.run(plan, { i: count, records: given });
      const used = process.cpuUsage(before);
      spent.push(used.user + used.system);
    }
    const [first = Number.NaN, second = Number.NaN] = spent;
    if (round >= 4) samples.push(round % 2 === 0 ? first / second : second / first);
  }
  const times = samples.sort((left, right) => left - right)[Math.floor(samples.length / 2)] ?? Number.NaN;
  return {
    workload: "5 MB × 10",
    must: "5 MB passed on through ten steps at most 1.5 times a small value",
    measured: `${times.toFixed(2)} times`,
    held: times <= 1.5,
  };
}

/** Counts what a run of 1,000 steps makes that no step has asked for. */
async function stepControl(): Promise<Must> {
  const counts = { signals: 0, timers: 0, stores: 0 };
  const Native = globalThis.AbortController;
  globalThis.AbortController = class extends Native {
    constructor() {
      super();
      counts.signals += 1;
    }
  };
  const run = AsyncLocalStorage.prototype.run;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
    counts.stores += 1;
    return run.apply(this, args);
  } as typeof run;
  const hook = createHook({
    init(_id, type) {
      if (type === "Timeout") counts.timers += 1;
    },
  });
  const { createRunner } = await import("@graph/runner");
  const runner = createRunner({ tools: [workTool("work") as never] });
  const plan = runner.load(planText(1000));
  await runner.run(plan, { n: 0 });
  Object.assign(counts, { signals: 0, timers: 0, stores: 0 });
  hook.enable();
  const { status } = await runner.run(plan, { n: 0 });
  hook.disable();
  if (status !== "succeeded") throw new Error(`the run is ${status}`);
  return {
    workload: "step control",
    must: "no AbortSignal, timer or AsyncLocalStorage for a step that does not ask",
    measured: `${String(counts.signals)} signals, ${String(counts.timers)} timers, ${String(counts.stores)} stores in 1,000 steps`,
    // One of each for the whole run would be no cost a step.
    held: counts.signals <= 1 && counts.timers <= 1 && counts.stores <= 1,
  };
}

const parts: Readonly<Record<string, () => Promise<readonly Must[] | Must>>> = {
  loading,
  registering,
  stepControl,
  largeValues,
  loopGrowth,
};
const part = parts[process.argv[2] ?? ""];
if (part === undefined) throw new Error(`parts are ${Object.keys(parts).join(", ")}`);
console.log(JSON.stringify([await part()].flat()));
