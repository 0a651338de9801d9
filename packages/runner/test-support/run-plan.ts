import { simulatedWorld, type SimulatedWorld } from "@graph/world";
import { type Json, type JsonObject, parsePlan as parse } from "@graph/plan";
import { type Tool, ToolError } from "@graph/tools";
import {
  createReplayingMemoryEngine,
  createRunner,
  type Run,
  type RunEvent,
  type Runner,
  type RunnerOptions,
  type RunResult,
} from "../src/index.ts";

/** A runner over tools for tests, on a virtual clock, with what happened in it. */
export interface Bench {
  readonly runner: Runner;
  readonly world: SimulatedWorld;
  readonly calls: string[];
  readonly events: RunEvent[];
  /** Calls in flight now, and the most there ever were. */
  readonly inFlight: { now: number; most: number };
  run(steps: string, input?: JsonObject): Promise<RunResult>;
  start(steps: string, input?: JsonObject): Run;
}

const any = { description: "A tool for tests.", inputSchema: { type: "object" } } as const;
const read = { annotations: { readOnlyHint: true } } as const;

/** Where the runs of a test live: each test of the interpreter runs on both. */
export const engines: readonly [string, RunnerOptions["engine"]][] = [
  ["memory", undefined],
  ["replaying memory", createReplayingMemoryEngine],
];

export function bench(
  more: readonly Tool[] = [],
  plans: readonly string[] = [],
  engine?: RunnerOptions["engine"],
  options: Partial<RunnerOptions> = {},
): Bench {
  const world = simulatedWorld();
  const calls: string[] = [];
  const inFlight = { now: 0, most: 0 };
  const failures = new Map<string, number>();
  const log = (name: string, input: JsonObject): void => void calls.push(`${name} ${JSON.stringify(input)}`);
  const pause = (milliseconds: number, signal: AbortSignal, value: Json): Promise<Json> =>
    new Promise((resolve, reject) => {
      inFlight.most = Math.max(inFlight.most, ++inFlight.now);
      const timer = world.clock.timer(milliseconds, () => {
        inFlight.now--;
        resolve(value);
      });
      signal.addEventListener("abort", () => {
        inFlight.now--;
        timer.cancel();
        reject(new ToolError("Stopped.", { class: "cancelled" }));
      });
    });
  const tools = [
    { ...any, ...read, name: "echo", run: (input: JsonObject) => (log("echo", input), input) },
    { ...any, name: "write", run: (input: JsonObject) => (log("write", input), input) },
    {
      ...any,
      ...read,
      name: "sleep",
      run: (input: JsonObject, { signal }: { signal: AbortSignal }) => (
        log("sleep", input),
        pause(Number(input["ms"]), signal, input["value"] ?? null)
      ),
    },
    {
      ...any,
      name: "send",
      inputSchema: { type: "object", properties: { key: { type: "string" } } },
      idempotencyArgument: "key",
      run: (input: JsonObject, { signal }: { signal: AbortSignal }) => (
        log("send", input),
        pause(Number(input["ms"]), signal, null)
      ),
    },
    {
      ...any,
      ...read,
      name: "fail",
      run(input: JsonObject): Json {
        log("fail", input);
        const key = JSON.stringify(input);
        const failed = failures.get(key) ?? 0;
        if (failed >= Number(input["times"] ?? Number.POSITIVE_INFINITY)) return { after: failed };
        failures.set(key, failed + 1);
        const { class: errorClass = "tool_error", retry_after_ms: retryAfterMs } = input;
        throw new ToolError(typeof input["message"] === "string" ? input["message"] : "It failed.", {
          class: errorClass as "tool_error",
          effect: "none",
          ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
        });
      },
    },
    ...more,
  ] as unknown as Tool[];
  const runner = createRunner({ ...options, tools, world, ...(engine === undefined ? {} : { engine }) });
  for (const plan of plans) runner.catalog.addPlan(parse(plan));
  const events: RunEvent[] = [];
  const names = ["run-start", "step-start", "step-retry", "step-finish", "run-cancel", "run-finish"] as const;
  for (const name of names) {
    runner.on(name, (event) => void events.push(event));
  }
  const start: Bench["start"] = (steps, input = {}) => runner.start(runner.load(plan(steps)), input);
  return {
    runner,
    world,
    calls,
    events,
    inFlight,
    start,
    run: (steps, input) => world.clock.until(start(steps, input).result),
  };
}

/** A whole plan from its steps, or from any text that has `steps:` in it. */
function plan(text: string): string {
  const body = /^steps:/m.test(text) ? text : `steps:\n${text}`;
  return `identifier: main\ndescription: A plan for tests.\n${body}`;
}
