import { checkPlan, type Diagnostic, type Json, type JsonObject, parsePlan, type PlanSnapshot } from "@graph/plan";
import { createCatalog, type Tool, type ToolCatalog } from "@graph/tools";
import { realWorld, type World } from "@graph/world";
import { RunEmitter, type RunListener } from "./emitter.ts";
import type { RunEventName, RunEvents } from "./events.ts";
import { interpret } from "./interpreter/interpret.ts";
import { createInvoker } from "./invoker/create-invoker.ts";
import { MemoryEngine, type MemoryEngineOptions } from "./memory/memory-engine.ts";
import { PlanError } from "./plan-error.ts";
import type { ToolInvoker } from "./port.ts";
import type { RunResult } from "./run-result.ts";
import { createSecretSource, type SecretSource } from "./secrets/secret-source.ts";
import { secretState } from "./secrets/secret-state.ts";

/** What a runner is made of. Everything is optional. */
export interface RunnerOptions {
  /** Tools of the host, registered as `user__x`. */
  readonly tools?: readonly Tool[];
  /** Plans that steps may call as `plan__x`: YAML text, or data. Throws a `PlanError` when one cannot be read. */
  readonly plans?: readonly (string | JsonObject)[];
  /** A catalog to use as it is; `tools` and `plans` are added to it. */
  readonly catalog?: ToolCatalog;
  /** The outside; default: this machine. */
  readonly world?: World;
  /** Calls the tools; default: those of the catalog, in this process. */
  readonly invoker?: ToolInvoker;
  /** Secrets by name, for plans that name them; default: none. Not for an `invoker` of the host's own. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Most calls in flight over all runs; default: no bound but each run's own (64). */
  readonly concurrency?: number;
  /** Where runs live; default: the memory engine. `createReplayingMemoryEngine` proves that a run depends on nothing but its records. */
  readonly engine?: (options: MemoryEngineOptions) => MemoryEngine;
  /** Told of a listener that threw; default: nobody. */
  readonly onListenerError?: (error: unknown) => void;
}

/** A plan that was read, checked and is ready to run, as often as one likes. The type parameters are the host's word, not checked. */
export interface LoadedPlan<Input = Json, Output = Json> {
  readonly identifier: string;
  /** Warnings and notes of the checker. */
  readonly diagnostics: readonly Diagnostic[];
  readonly snapshot: PlanSnapshot;
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** A run that has started. */
export interface Run<Output = Json> {
  readonly id: string;
  /** How it ended. Failures of the plan are results, not rejections; it only rejects when graph itself is at fault. */
  readonly result: Promise<RunResult<Output>>;
  /** Aborts what is in flight; `result` tells when nothing is left running. */
  cancel(): void;
  /** Answers an open question by its key. Questions are told by the event `question`; without a listener for it nobody can be asked. */
  answer(key: string, value: Json): Promise<"accepted" | "already-answered" | "unknown" | "invalid">;
  /** Ends an open question without an answer; the plan then does what its `when_unanswered` says. */
  decline(key: string): Promise<"accepted" | "already-answered" | "unknown">;
  /** Sends a signal; it is kept until a `wait` of this run asks for it. */
  signal(name: string, payload?: Json): Promise<void>;
}

/** How a run is started. */
export interface StartOptions {
  /** Default: a new random one. */
  readonly runId?: string;
  /**
   * Called with each question to a person and each signal that this run waits for: whoever gives it can be asked. `run.answer`,
   * `run.decline` and `run.signal` reply. What it throws, at once or later, declines the question. Without it, and without a listener for the event `question`, nobody can be asked.
   */
  readonly onQuestion?: (question: RunEvents["question"]) => void;
}

/** Runs plans in this process. */
export interface Runner {
  readonly catalog: ToolCatalog;
  /** Reads and checks a plan. Throws a `PlanError` with every problem and its place. */
  load<Input = Json, Output = Json>(
    source: string | JsonObject,
    options?: { readonly file?: string },
  ): LoadedPlan<Input, Output>;
  /** Starts a run. The same `runId` twice is one run, as long as the first has not ended. */
  start<Input = Json, Output = Json>(
    plan: LoadedPlan<Input, Output> | PlanSnapshot,
    input?: Input,
    options?: StartOptions,
  ): Run<Output>;
  /** Starts a run and waits for its end. */
  run<Input = Json, Output = Json>(
    plan: LoadedPlan<Input, Output> | PlanSnapshot,
    input?: Input,
  ): Promise<RunResult<Output>>;
  on<Name extends RunEventName>(name: Name, listener: RunListener<Name>): void;
  off<Name extends RunEventName>(name: Name, listener: RunListener<Name>): void;
  /** Cancels every run and waits for their ends. */
  close(): Promise<void>;
}

/** Makes a runner over the memory engine. Throws a `DefinitionError` for a tool, a `PlanError` for a plan that cannot be used. */
export function createRunner(options: RunnerOptions = {}): Runner {
  const catalog = options.catalog ?? createCatalog();
  for (const tool of options.tools ?? []) catalog.add(tool);
  for (const source of options.plans ?? []) addPlan(catalog, source);
  const world = options.world ?? realWorld();
  const emitter = new RunEmitter(options.onListenerError);
  const asked = new Map<string, NonNullable<StartOptions["onQuestion"]>>();
  const engine = (options.engine ?? createMemoryEngine)({
    clock: world.clock,
    random: world.random,
    // Hosts listen and hold the result: whoever wants either by the id of a run uses an engine of their own.
    keepEvents: false,
    // One, not none: V8 throws compiled code away when the last object of a shape that it was compiled for is gone.
    keepEnded: 1,
    reuseEnded: true,
    onEvent(event) {
      emitter.emit(event);
      if (event.type === "question") tellQuestion(event);
    },
  });
  const secrets = sourceOf(catalog, options.secrets);
  const tools =
    options.invoker ??
    createInvoker(catalog, { now: () => world.clock.now(), ...(secrets !== undefined && { secrets }) });
  engine.serveNow({ interpreter: interpret, tools, concurrency: options.concurrency ?? Number.POSITIVE_INFINITY });

  const runner: Runner = {
    catalog,
    load: (source, { file } = {}) => load(catalog, source, file),
    start<Input, Output>(
      plan: LoadedPlan<Input, Output> | PlanSnapshot,
      input?: Input,
      { runId = world.random.uuid(), onQuestion }: StartOptions = {},
    ): Run<Output> {
      if (onQuestion !== undefined) asked.set(runId, onQuestion);
      const snapshot = "snapshot" in plan ? plan.snapshot : plan;
      const { result } = engine.startNow({ runId, plan: snapshot, input: input === undefined ? {} : (input as Json) });
      if (onQuestion !== undefined) void result.finally(() => asked.delete(runId)).catch(ignore);
      return {
        id: runId,
        result: typedByHost<Output>(result),
        cancel: () => void engine.cancel(runId),
        answer: (key, value) => engine.answer(runId, key, value),
        decline: (key) => engine.decline(runId, key),
        signal: (name, payload = null) => engine.signal(runId, name, payload),
      };
    },
    run: (plan, input) => runner.start(plan, input).result,
    on: (name, listener) => emitter.on(name, listener),
    off: (name, listener) => emitter.off(name, listener),
    close: () => engine.close(),
  };
  return runner;

  /** When nobody listens the plan is told so at once, unless it wants to wait for whoever comes. */
  function tellQuestion(question: RunEvents["question"]): void {
    const { runId: asking, key, from, unanswered } = question;
    const listener = asked.get(asking);
    if (listener !== undefined) {
      // Nobody else would ever answer.
      emitter.guard(
        () => listener(question),
        () => void engine.decline(asking, key),
      );
    } else if (from === "person" && unanswered !== "suspend" && !emitter.has("question")) {
      void engine.decline(asking, key, "unavailable");
    }
  }
}

const ignore = (): void => undefined;

/** The host's secrets, which the checker then knows by name in the place of those that the catalog had. */
function sourceOf(
  catalog: ToolCatalog,
  secrets: Readonly<Record<string, string>> | undefined,
): SecretSource | undefined {
  if (secrets === undefined) return undefined;
  const values = new Map(Object.entries(secrets));
  catalog.setSecrets(new Map([...values].map(([name, value]) => [name, secretState(value)])));
  return createSecretSource(values);
}

function createMemoryEngine(options: MemoryEngineOptions): MemoryEngine {
  return new MemoryEngine(options);
}

function addPlan(catalog: ToolCatalog, source: string | JsonObject): void {
  const plan = parsePlan(source);
  if (plan.broken) throw new PlanError(plan.diagnostics);
  catalog.addPlan(plan);
}

function load<Input, Output>(
  catalog: ToolCatalog,
  source: string | JsonObject,
  file: string | undefined,
): LoadedPlan<Input, Output> {
  const parsed = parsePlan(source, file === undefined ? {} : { file });
  const { snapshot, diagnostics } = checkPlan(parsed, catalog);
  if (snapshot === undefined) throw new PlanError(diagnostics);
  return { identifier: parsed.identifier, diagnostics, snapshot };
}

/** The type of the output is the host's word: nothing of it is checked here. */
function typedByHost<Output>(result: Promise<unknown>): Promise<RunResult<Output>> {
  return result as Promise<RunResult<Output>>;
}
