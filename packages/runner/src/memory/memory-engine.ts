import type { Json, PlanSnapshot } from "@graph/plan";
import type { Clock, Random } from "@graph/world";
import { EngineError } from "../engine-error.ts";
import type { RunEvent } from "../events.ts";
import type { Decision, DeclineReason, Interpreter, RunEngine, RunFilter, RunSummary, ToolInvoker } from "../port.ts";
import type { RunResult } from "../run-result.ts";
import { divergedResult, RunDiverged } from "../run-diverged.ts";
import { EventLog } from "./event-log.ts";
import { MemoryRun, type RunHost } from "./memory-run.ts";
import { Places } from "./places.ts";

/** What a memory engine is made of. */
export interface MemoryEngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Called with every event of every run, in order. It must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Ended runs that are kept for whoever asks later; the default is 100, and fewer when they have made over 10,000 calls together. */
  readonly keepEnded?: number;
  /** Whether the id of an ended run that is still kept may be used for a new one; the default is false, the ended one is found then. */
  readonly reuseEnded?: boolean;
  /** Whether events are kept for whoever reads them late; the default is true. `onEvent` is told all the same. */
  readonly keepEvents?: boolean;
}

interface Entry {
  readonly run: MemoryRun;
  readonly plan: string;
  readonly log: EventLog | undefined;
  readonly result: Promise<RunResult>;
  settled: RunResult | undefined;
  /** The interpreter itself failed: whoever asks is told so. */
  broken: boolean;
}

/** How the interpreter is driven over a run: straight on, or afresh after every `next`. */
export type Drive = (
  interpreter: Interpreter,
  run: { readonly plan: PlanSnapshot; readonly input: Json },
  scope: MemoryRun,
) => Promise<RunResult>;

/** Runs that live in this process and end with it. */
export class MemoryEngine implements RunEngine {
  readonly #options: MemoryEngineOptions;
  readonly #drive: Drive;
  readonly #runs = new Map<string, Entry>();
  readonly #ended: { readonly runId: string; readonly calls: number }[] = [];
  #endedCalls = 0;
  #worker: { readonly interpreter: Interpreter; readonly host: RunHost } | undefined;

  constructor(options: MemoryEngineOptions, drive: Drive = driveStraight) {
    this.#options = options;
    this.#drive = drive;
  }

  serve(worker: {
    readonly interpreter: Interpreter;
    readonly tools: ToolInvoker;
    readonly concurrency: number;
  }): Promise<{
    close(): Promise<void>;
  }> {
    this.serveNow(worker);
    return Promise.resolve({ close: () => this.close() });
  }

  /** As `serve`, for hosts that start their first run in the same moment. */
  serveNow(worker: {
    readonly interpreter: Interpreter;
    readonly tools: ToolInvoker;
    readonly concurrency: number;
  }): void {
    const places = new Places(worker.concurrency);
    const host: RunHost = {
      clock: this.#options.clock,
      tools: worker.tools,
      admit: (user) => places.enter(user),
      leave: () => places.leave(),
      ...(this.#options.onEvent === undefined ? {} : { onEvent: this.#options.onEvent }),
    };
    this.#worker = { interpreter: worker.interpreter, host };
  }

  start(run: {
    readonly runId: string;
    readonly plan: PlanSnapshot;
    readonly input: Json;
  }): Promise<"started" | "known"> {
    return Promise.resolve(this.startNow(run).known ? "known" : "started");
  }

  /** Starts a run in this moment, or finds the one of this id. */
  startNow({ runId, plan, input }: { readonly runId: string; readonly plan: PlanSnapshot; readonly input: Json }): {
    readonly known: boolean;
    readonly result: Promise<RunResult>;
  } {
    const known = this.#runs.get(runId);
    if (known !== undefined) {
      if (this.#options.reuseEnded !== true || known.settled === undefined)
        return { known: true, result: known.result };
      this.#forget(runId);
    }
    const worker = this.#worker;
    if (worker === undefined) throw new EngineError("not-serving", "Nobody serves this engine: call `serve` first.");
    // Room for this one beforehand: the collector would copy the records of the last run again and again while this one goes on.
    this.#keepAtMost(Math.max(0, (this.#options.keepEnded ?? 100) - 1));
    const log = this.#options.keepEvents === false ? undefined : new EventLog();
    const scope = new MemoryRun(runId, worker.host, log);
    scope.move("START");
    const result = this.#run(worker.interpreter, { plan, input }, scope, log);
    // Whoever asks for the result sees the failure; a run nobody asks about must not end the process.
    result.catch(ignore);
    this.#runs.set(runId, { run: scope, plan: plan.main.identifier, log, result, settled: undefined, broken: false });
    return { known: false, result };
  }

  async result(runId: string, waitMs: number = 0): Promise<RunResult | undefined> {
    const entry = this.#runs.get(runId);
    if (entry === undefined) return undefined;
    if (entry.broken) return entry.result;
    if (entry.settled !== undefined || waitMs <= 0) return entry.settled;
    const waiting = deferred<undefined>();
    const timer = this.#options.clock.timer(waitMs, () => waiting.resolve(undefined));
    try {
      return await Promise.race([entry.result, waiting.promise]);
    } finally {
      timer.cancel();
    }
  }

  answer(runId: string, key: string, value: Json): Promise<"accepted" | "already-answered" | "unknown" | "invalid"> {
    return Promise.resolve(this.#runs.get(runId)?.run.answer(key, value) ?? "unknown");
  }

  decline(
    runId: string,
    key: string,
    reason: DeclineReason = "declined",
  ): Promise<"accepted" | "already-answered" | "unknown"> {
    return Promise.resolve(this.#runs.get(runId)?.run.decline(key, reason) ?? "unknown");
  }

  async signal(runId: string, name: string, payload: Json): Promise<void> {
    this.#entry(runId).run.signal(name, payload);
  }

  async cancel(runId: string): Promise<void> {
    this.#runs.get(runId)?.run.cancel();
  }

  events(runId: string, after: number = 0): AsyncIterable<RunEvent> {
    const { log } = this.#entry(runId);
    if (log === undefined)
      throw new EngineError("not-supported", "This engine was made with `keepEvents: false`: listen instead.");
    return log.read(after);
  }

  async *list(filter: RunFilter = {}): AsyncIterable<RunSummary> {
    for (const [runId, { run, plan }] of this.#runs) {
      const status = statusOf(run.state);
      if (filter.status !== undefined && filter.status !== status) continue;
      if (filter.plan !== undefined && filter.plan !== plan) continue;
      yield { runId, plan, status, startedAt: run.startedAt };
    }
  }

  async resolve(_runId: string, _key: string, _decision: Decision): Promise<void> {
    throw new EngineError(
      "not-supported",
      "Runs in memory end with their process, so none of their steps is ever unknown.",
    );
  }

  async fork(_runId: string, _from: string, _changes: Json): Promise<string> {
    throw new EngineError(
      "not-supported",
      "Runs in memory keep no records to fork from; an engine with a journal does.",
    );
  }

  /** Cancels what runs and waits for its end. */
  async close(): Promise<void> {
    const running = [...this.#runs.values()].filter(({ settled, broken }) => settled === undefined && !broken);
    for (const { run } of running) run.cancel();
    await Promise.allSettled(running.map(({ result }) => result));
  }

  async #run(
    interpreter: Interpreter,
    run: { readonly plan: PlanSnapshot; readonly input: Json },
    scope: MemoryRun,
    log: EventLog | undefined,
  ): Promise<RunResult> {
    // A host that attaches its listeners right after the start misses nothing.
    await Promise.resolve();
    try {
      const result = await this.#drive(interpreter, run, scope);
      scope.move(lifecycleEvents[result.status]);
      const entry = this.#runs.get(scope.runId);
      if (entry !== undefined) entry.settled = result;
      return result;
    } catch (error) {
      scope.move("FAIL");
      if (!(error instanceof RunDiverged)) {
        const broken = this.#runs.get(scope.runId);
        if (broken !== undefined) broken.broken = true;
        throw error;
      }
      const result = divergedResult(error, scope, run.plan.main.identifier, this.#options.clock.now());
      const entry = this.#runs.get(scope.runId);
      if (entry !== undefined) entry.settled = result;
      return result;
    } finally {
      scope.end();
      log?.end();
      this.#forgetOldest(scope.runId);
    }
  }

  #forgetOldest(runId: string): void {
    const calls = this.#runs.get(runId)?.settled?.usage.calls ?? 0;
    this.#ended.push({ runId, calls });
    this.#endedCalls += calls;
    this.#keepAtMost(this.#options.keepEnded ?? 100);
  }

  #forget(runId: string): void {
    const index = this.#ended.findIndex((ended) => ended.runId === runId);
    const [forgotten] = index < 0 ? [] : this.#ended.splice(index, 1);
    this.#endedCalls -= forgotten?.calls ?? 0;
    this.#runs.delete(runId);
  }

  #keepAtMost(count: number): void {
    while (this.#ended.length > count || this.#endedCalls > keptCalls) {
      const oldest = this.#ended.shift();
      if (oldest === undefined) return;
      this.#endedCalls -= oldest.calls;
      this.#runs.delete(oldest.runId);
    }
  }

  #entry(runId: string): Entry {
    const entry = this.#runs.get(runId);
    if (entry === undefined) throw new EngineError("unknown-run", `There is no run ${runId} here.`);
    return entry;
  }
}

/** Records of ended runs weigh about as much as their calls were many. */
const keptCalls = 10_000;

const lifecycleEvents = {
  succeeded: "SUCCEED",
  failed: "FAIL",
  cancelled: "CANCELLED",
  exited: "EXIT",
  waiting: "WAIT",
} as const;

/** A run is told from outside as running until it has ended or only questions are open. */
function statusOf(state: MemoryRun["state"]): RunSummary["status"] {
  return state === "pending" || state === "cancelling" ? "running" : state;
}

const ignore = (): void => undefined;

const driveStraight: Drive = (interpreter, run, scope) => interpreter(run, scope);

function deferred<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
