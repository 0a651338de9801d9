import { compileValue, type Json, type JsonObject, type TemplateScope } from "@graph/plan";
import { writes } from "./generate-writes.ts";
import {
  errorValue,
  Failed,
  failureOf,
  type ReferenceFailure,
  rendered,
  Skipped,
  Stopped,
  withCause,
} from "./reference-ending.ts";
import { gateHolds } from "./reference-gate.ts";
import {
  type Cache,
  type ListPlace,
  milliseconds,
  pathOf,
  type ReferenceRecord,
  type ReferenceRun,
} from "./reference-run.ts";
import { bodyScope, listScope, namesScope, type Results } from "./reference-scope.ts";

/** One attempt of a step. */
export interface Attempt {
  readonly run: ReferenceRun;
  readonly step: JsonObject;
  readonly input: JsonObject;
  readonly place: ListPlace;
  /** With every attempt in it. */
  readonly key: string;
  readonly path: string;
  readonly number: number;
  readonly writes: boolean;
  readonly cache: Cache | undefined;
  /** Runs a list of steps, or one call: gives what the last of them yields. */
  readonly body: (body: Json, singleId: string, place: ListPlace) => Json;
}

/** Runs one attempt: a tool call, a called plan or a control step. Throws how it ends without a value. */
export type Perform = (attempt: Attempt) => Json;

/** Opens a list of steps: its place can be read from when it has ended too. */
export function openList(
  run: ReferenceRun,
  perform: Perform,
  body: Json,
  singleId: string,
  outer: ListPlace,
): { readonly scope: TemplateScope; go(): Json } {
  const steps = (Array.isArray(body) ? body : [{ id: singleId, ...(body as JsonObject) }]) as readonly JsonObject[];
  const ids = steps.map(({ id }) => id as string);
  const results: Results = new Map();
  for (const id of ids) run.records.set(pathOf(outer.prefix) + id, { status: "not_started", attempts: 0 });
  const place = { ...outer, scope: listScope(outer.scope, ids, results) };
  const go = (): Json => {
    let last: Json = null;
    for (const step of steps) {
      run.goOn(place);
      const { status, output = null, error } = new StepRun(run, perform, step, place).end();
      if (status === "failed" && error !== undefined) throw new Failed(error);
      const yields = status === "succeeded" || status === "caught";
      if (status !== "cancelled" && status !== "not_started")
        results.set(step["id"] as string, yields ? output : undefined);
      last = yields ? output : null;
    }
    if (run.stopped(place)) throw new Stopped();
    return last;
  };
  return { scope: place.scope, go };
}

/** One step from its gate to its clean-up. */
class StepRun {
  readonly #run: ReferenceRun;
  readonly #perform: Perform;
  readonly #step: JsonObject;
  readonly #place: ListPlace;
  readonly #key: string;
  readonly #path: string;
  readonly #tool: string;
  readonly #writes: boolean;
  readonly #record: ReferenceRecord;
  /** Its gate held, and it has been counted. */
  #entered = false;
  /** A call was stopped that may have written. */
  #leftUnknown = false;

  constructor(run: ReferenceRun, perform: Perform, step: JsonObject, place: ListPlace) {
    this.#run = run;
    this.#perform = perform;
    this.#step = step;
    this.#place = place;
    this.#key = place.prefix + (step["id"] as string);
    this.#path = pathOf(this.#key);
    this.#tool = step["tool_name"] as string;
    const { catch: _handlers, finally: _final, ...attempt } = step;
    this.#writes = writes(attempt, run.called);
    this.#record = run.records.get(this.#path) as ReferenceRecord;
  }

  end(): ReferenceRecord {
    const record = this.#record;
    record.status = this.#passesGate() ?? this.#cleanedUp(this.#attempted());
    if (record.status === "skipped") record.attempts = 0;
    if (record.status !== "succeeded" && record.status !== "caught") delete record.output;
    if (this.#leftUnknown && record.status !== "succeeded") this.#run.unknown += 1;
    return record;
  }

  /** The status of a step that ends at its gate. */
  #passesGate(): string | undefined {
    const { if: gate = true } = this.#step;
    try {
      const { timeout } = this.#step;
      const at = { place: this.#place, key: `${this.#key}@if`, path: this.#path, timeout };
      return gateHolds(this.#run, gate, at).value ? undefined : "skipped";
    } catch (thrown) {
      return thrown instanceof Stopped ? "not_started" : this.#handled(thrown);
    }
  }

  #attempted(): string {
    try {
      this.#record.output = this.#attempts();
      delete this.#record.error;
      return "succeeded";
    } catch (thrown) {
      return this.#handled(thrown);
    }
  }

  #attempts(): Json {
    const run = this.#run;
    run.countStart(this.#place.plan, this.#path, this.#place.cleanup);
    this.#entered = true;
    const render = (value: Json): Json => rendered(this.#path, () => compileValue(value)(this.#place.scope));
    const written = (this.#step["input"] ?? {}) as JsonObject;
    const input = this.#tool.includes("__") ? (render(written) as JsonObject) : written;
    const cache = this.#cache(input, render);
    const deadline = { at: run.now + milliseconds(this.#step["deadline"]) };
    const within = { ...this.#place, stops: [...this.#place.stops, deadline] };
    for (;;) {
      const number = (this.#record.attempts += 1);
      delete this.#record.failedItems;
      run.forgetInside(this.#path);
      const place = { ...within, stops: [...within.stops, { at: run.now + milliseconds(this.#stated("timeout")) }] };
      const key = number > 1 ? `${this.#key}#${String(number)}` : this.#key;
      try {
        const own = { step: this.#step, input, place, key, path: this.#path, number, writes: this.#writes, cache };
        return this.#perform({ ...own, run, body: this.#body });
      } catch (thrown) {
        if (thrown instanceof Stopped) this.#stopped(deadline.at <= run.now, true);
        else this.#record.error = failureOf(thrown);
      }
      const failure = this.#record.error as ReferenceFailure;
      if (run.stopped(this.#place)) throw failure.inCleanup === true ? new Failed(failure) : new Stopped();
      this.#pause(failure, within);
    }
  }

  /** The pause before the next attempt, when there is one. */
  #pause(failure: ReferenceFailure, within: ListPlace): void {
    const delay = this.#delay(failure);
    if (delay === undefined) throw new Failed(failure);
    try {
      if (delay > 0) this.#run.pass(delay, within);
    } catch {
      this.#stopped(true, false);
    }
  }

  /** An attempt, or the pause after it, was stopped: from outside, or by a limit of time. */
  #stopped(altogether: boolean, inFlight: boolean): void {
    const called = inFlight && this.#tool.startsWith("cell__");
    if (called && this.#writes) this.#leftUnknown = true;
    const failure = { step: this.#path, attempt: this.#record.attempts, acted: true };
    if (this.#run.stopped(this.#place)) {
      if (called) this.#record.error = { ...failure, class: "cancelled" };
      throw new Stopped();
    }
    this.#record.error = withCause({ ...failure, class: "timeout" }, altogether ? this.#record.error : undefined);
    if (altogether) throw new Failed(this.#record.error);
  }

  #delay({ class: errorClass, fatal, acted }: ReferenceFailure): number | undefined {
    const { attempts } = this.#record;
    const retry = (this.#stated("retry") ?? {}) as JsonObject;
    const { max_attempts: most = 1, delay, backoff = "exponential" } = retry;
    const { errors = ["timeout", "unavailable", "rate_limited"] } = retry;
    const mayRepeat = !this.#writes || (this.#tool.startsWith("cell__") && acted !== true);
    if (fatal === true || attempts >= Number(most) || !mayRepeat) return undefined;
    if (!(errors as readonly string[]).includes(errorClass)) return undefined;
    const factor = backoff === "exponential" ? 2 ** (attempts - 1) : backoff === "linear" ? attempts : 1;
    return milliseconds(delay) * factor;
  }

  /** What `catch` and `on_error` make of how the gate or the attempts have ended. */
  #handled(thrown: unknown): string {
    if (thrown instanceof Skipped) return "skipped";
    if (thrown instanceof Stopped) return "cancelled";
    const failure = failureOf(thrown);
    this.#record.error = failure;
    const handlers =
      failure.fatal === true || this.#run.stopped(this.#place)
        ? []
        : ((this.#step["catch"] ?? []) as readonly JsonObject[]);
    const handler = handlers.find(({ errors }) => errors === undefined || (errors as Json[]).includes(failure.class));
    try {
      if (handler !== undefined) {
        this.#record.output = this.#caught(handler, failure);
        return "caught";
      }
    } catch (later) {
      if (!(later instanceof Stopped)) this.#record.error = withCause(failureOf(later, this.#path), failure);
      if (this.#run.stopped(this.#place) && this.#record.error?.inCleanup !== true) return "cancelled";
    }
    return this.#step["on_error"] === "continue" && this.#record.error.fatal !== true ? "failed_ignored" : "failed";
  }

  #caught({ do: body = null, result }: JsonObject, failure: ReferenceFailure): Json {
    const scope = this.#errorScope(failure, "@catch");
    const value = this.#body(body, "@catch", { ...this.#place, prefix: this.#around, scope });
    return result === undefined ? value : rendered(this.#path, () => compileValue(result)(scope));
  }

  /** Runs the `finally` of a step whose attempts had begun: nothing stops it, and its failure fails the step. */
  #cleanedUp(status: string): string {
    const { finally: body } = this.#step;
    if (body === undefined || !this.#entered || status === "skipped") return status;
    this.#run.takeTurn(this.#place);
    const first = this.#record.error;
    const cancelled = { class: "cancelled", step: this.#path } as const;
    const told = status === "cancelled" ? cancelled : status === "caught" ? undefined : first;
    const clean = { stops: [], cleanup: true, prefix: this.#around, scope: this.#errorScope(told, "@finally") };
    try {
      this.#body(body, "@finally", { ...this.#place, ...clean });
    } catch (thrown) {
      if (thrown instanceof Stopped) return status;
      this.#record.error = { ...withCause(failureOf(thrown), first), inCleanup: true };
      return "failed";
    }
    return status;
  }

  readonly #body: Attempt["body"] = (body, singleId, place) =>
    openList(this.#run, this.#perform, body, singleId, place).go();

  /** What the ids of its handlers and its clean-up are written after: a called plan has its own steps below the same key. */
  get #around(): string {
    return this.#tool.startsWith("plan__") ? `${this.#key}/@around/` : `${this.#key}/`;
  }

  #errorScope(failure: ReferenceFailure | undefined, name: string): TemplateScope {
    return namesScope(bodyScope(this.#place.scope, this.#path, name), {
      error: errorValue(failure, this.#record.attempts),
    });
  }

  /** What the step says, or the plan for steps that call a tool. */
  #stated(name: "timeout" | "retry"): Json | undefined {
    const defaults = (this.#place.plan.data["defaults"] ?? {}) as JsonObject;
    return this.#step[name] ?? (this.#tool.startsWith("cell__") ? defaults[name] : undefined);
  }

  #cache(input: JsonObject, render: (value: Json) => Json): Cache | undefined {
    if (this.#step["cache"] === undefined) return undefined;
    const { ttl, key, scope = "run" } = this.#step["cache"] as JsonObject;
    const shared = scope === "plan" ? (this.#place.plan.data["identifier"] ?? "") : "";
    return { ttl: milliseconds(ttl), key: [scope, shared, key === undefined ? { input } : { key: render(key) }] };
  }
}
