import type { Json, JsonObject } from "@graph/plan";
import type { InnerFrame, InnerOutcome } from "../control/control-step.ts";
import type { LinkedStep } from "../link/linked-plan.ts";
import type { Outcome, Ticket } from "../port.ts";
import type { StepStatus } from "../run-result.ts";
import { walkResult } from "../invoker/walk-result.ts";
import { type Failure, asTemplateError, failure, readsSkipped, templateFailure } from "./failure.ts";
import type { ListFrame } from "./list-frame.ts";
import { pathOf } from "./path-of.ts";
import { retryDelay } from "./policy.ts";
import type { Receiver, Resumable } from "./receiver.ts";
import type { RunState } from "./run-state.ts";
import { stepFinishEvent } from "./step-events.ts";

const noInput: JsonObject = {};

/** One run of a step: gate, input, attempts, end. It is also the step's record. */
export class StepFrame implements Receiver, Resumable {
  readonly list: ListFrame;
  readonly linked: LinkedStep;
  /** Set when the step has ended. */
  status: StepStatus | undefined;
  value: Json = null;
  failure: Failure | undefined;
  /** Why it was skipped. */
  reason: string | undefined;
  /** The skip that all began with, in words: what is told to whoever reads this step. */
  skipCause = "";
  attempt = 0;
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** The attempt under way, or the last one: its bodies hold the records of what ran inside. */
  inner: InnerFrame | undefined;
  input: JsonObject = noInput;
  idempotencyKey: string | undefined;
  #aborting = false;
  /** No further attempt: a step before it in the file has failed. */
  #draining = false;
  /** The attempt that may still end the step; one that was given up may not. */
  #current: InnerFrame | undefined;
  /** An attempt was stopped and may have acted; another one that succeeds makes up for it. */
  #leftUnknown = false;
  #delay: Ticket | undefined;
  #timeout: Ticket | undefined;

  constructor(list: ListFrame, linked: LinkedStep) {
    this.list = list;
    this.linked = linked;
  }

  get run(): RunState {
    return this.list.plan.run;
  }

  /** Path in the plan with every attempt above it, as keys are written. */
  get key(): string {
    return this.list.prefix + this.linked.step.id;
  }

  /** Key of the attempt under way; what runs inside is written below it. */
  get attemptKey(): string {
    return this.attempt > 1 ? `${this.key}#${this.attempt}` : this.key;
  }

  /** `outer[2]/inner`. */
  get path(): string {
    return pathOf(this.key);
  }

  /** Its turn has come. */
  resume(): void {
    this.run.waitingSteps--;
    if (this.status !== undefined || this.startedAt !== undefined) return;
    if (!this.list.mayStart(this.linked.index)) return this.end("not_started");
    try {
      if (this.linked.gate !== undefined && !this.linked.gate(this.list)) return this.skip("its `if` is false");
    } catch (thrown) {
      return this.#endByTemplate(thrown, `${this.linked.step.pointer}/if`);
    }
    this.#start();
  }

  /** Takes back a step that has not started. Answers false when it is in flight. */
  withdraw(): boolean {
    if (this.status !== undefined) return true;
    if (this.startedAt !== undefined) {
      if (this.attempt !== 1 || this.inner?.waitsForSlot !== true) return false;
      this.startedAt = undefined;
      this.attempt = 0;
    }
    this.end("not_started");
    return true;
  }

  /** Asks what is in flight to stop; the step ends when it has, or at once when nothing is. */
  abort(): void {
    if (this.withdraw() || this.#aborting) return;
    this.#aborting = true;
    if (this.#delay !== undefined) {
      this.run.dropTimer(this.#delay);
      this.#delay = undefined;
      return this.end("cancelled");
    }
    this.run.dropTimer(this.#timeout);
    this.#timeout = undefined;
    this.inner?.abort();
  }

  complete(ticket: Ticket, _outcome: Outcome): void {
    if (ticket === this.#delay) {
      this.#delay = undefined;
      return this.beginAttempt();
    }
    if (ticket === this.#timeout) this.#timedOut();
  }

  /** How the attempt ended. Told once an attempt; an attempt that was given up tells nobody. */
  innerEnded(inner: InnerFrame, outcome: InnerOutcome): void {
    if (inner !== this.#current || this.status !== undefined) return;
    this.#current = undefined;
    this.run.dropTimer(this.#timeout);
    this.#timeout = undefined;
    switch (outcome.kind) {
      case "succeeded":
        return this.#succeeded(outcome.value);
      case "skipped":
        return this.skip(outcome.reason, outcome.cause);
      case "aborted":
        return this.end("cancelled");
      case "failed":
        return this.attemptFailed(outcome.failure);
    }
  }

  attemptFailed(cause: Failure): void {
    this.failure = cause;
    this.#noteUnknown(cause);
    if (this.#aborting) return this.end("cancelled");
    const delay = this.#draining ? undefined : retryDelay(this, cause);
    if (delay === undefined) return this.#failed(cause);
    this.attempt++;
    this.run.event(`${this.attemptKey}@retry`, {
      type: "step-retry",
      runId: this.run.scope.runId,
      time: this.run.now,
      key: this.attemptKey,
      path: this.path,
      tool: this.linked.step.tool,
      attempt: this.attempt,
      delayMs: delay,
      error: cause.error,
    });
    if (delay <= 0) return this.beginAttempt();
    this.#delay = this.run.timer(`${this.attemptKey}@delay`, delay, this);
  }

  beginAttempt(): void {
    const attempt = this.run.frames.attempt(this);
    this.inner = attempt;
    this.#current = attempt;
    attempt.begin();
  }

  /** The clock of the attempt begins: for a tool when the call is made, not while it waits for a slot. */
  startTimeout(): void {
    const { timeoutMs } = this.linked.step;
    if (timeoutMs !== undefined) this.#timeout = this.run.timer(`${this.attemptKey}@timeout`, timeoutMs, this);
  }

  skip(reason: string, cause: string = `\`${this.linked.step.id}\` was skipped: ${reason}`): void {
    this.reason = reason;
    this.skipCause = cause;
    this.attempt = 0;
    this.startedAt = undefined;
    this.end("skipped");
  }

  /** Lets what is in flight finish; nothing new of it starts. */
  drain(): void {
    if (this.withdraw() || this.#draining) return;
    this.#draining = true;
    if (this.#delay === undefined) return this.inner?.drain?.();
    this.run.dropTimer(this.#delay);
    this.#delay = undefined;
    if (this.failure !== undefined) this.#failed(this.failure);
  }

  end(status: StepStatus): void {
    const { run } = this;
    this.status = status;
    if (this.#leftUnknown && status !== "succeeded") run.unknownCalls++;
    if (status !== "not_started") {
      this.endedAt = run.now;
      const event = stepFinishEvent(this, status);
      run.samples.finish = event;
      run.event(`${this.key}@finish`, event);
    }
    // The record needs neither the call nor its input; a run may hold thousands.
    if (this.linked.step.kind === "call") this.inner = undefined;
    this.input = noInput;
    this.list.stepEnded(this);
  }

  #start(): void {
    const { run, linked } = this;
    const spent = this.list.plan.countStart(this.path, { plan: this.list.plan.plan, pointer: linked.step.pointer });
    this.startedAt = run.now;
    if (spent !== undefined) return this.#failed(spent);
    try {
      this.input = linked.input(this.list) as JsonObject;
    } catch (thrown) {
      return this.#endByTemplate(thrown, `${linked.step.pointer}/input`);
    }
    try {
      if (linked.idempotencyKey !== undefined) this.idempotencyKey = this.#renderKey(linked.idempotencyKey(this.list));
    } catch (thrown) {
      return this.#endByTemplate(thrown, `${linked.step.pointer}/idempotency_key`);
    }
    this.attempt = 1;
    this.beginAttempt();
  }

  #timedOut(): void {
    this.#timeout = undefined;
    // What ran inside stays in the records; it may end nothing any more.
    const given = this.#current;
    this.#current = undefined;
    given?.abort();
    const { step } = this.linked;
    const cause = failure(
      {
        class: "timeout",
        code: "tool/timeout",
        message: `\`${step.tool}\` took longer than its limit of ${step.timeoutMs} ms.`,
        step: this.path,
        tool: step.tool,
        attempt: this.attempt,
        effect: step.effect === "write" ? "maybe" : "none",
      },
      { plan: this.list.plan.plan, pointer: `${step.pointer}/tool_name` },
      { acted: "maybe" },
    );
    this.attemptFailed(cause);
  }

  #succeeded(value: Json): void {
    if (this.linked.step.kind !== "call" && walkResult(value).fault !== undefined) {
      const message = "The result is nested more than 100 levels deep.";
      return this.#failHere("limit", "limit/output-depth", message, "/tool_name");
    }
    const problem = this.linked.outputValidator?.validate(value).problems[0];
    if (problem !== undefined) {
      const place = problem.pointer === "" ? "" : ` at ${problem.pointer}`;
      const message = `The result does not fit the step's \`output_schema\`: the value${place} ${problem.message}.`;
      return this.#failHere("type", "tool/output-mismatch", message, "/output_schema");
    }
    if (!this.run.keepOutput(value)) {
      const message =
        "The results of this run are larger than 64 MB together. Return less, or split the work into several runs.";
      return this.#failHere("limit", "limit/live-bytes", message, "/tool_name");
    }
    this.value = value;
    this.failure = undefined;
    this.end("succeeded");
  }

  #failHere(errorClass: "type" | "limit", code: string, message: string, key: string): void {
    const { step } = this.linked;
    const effect = step.effect === "write" ? "maybe" : "none";
    const at = { step: this.path, tool: step.tool, attempt: this.attempt, effect } as const;
    const origin = { plan: this.list.plan.plan, pointer: step.pointer + key };
    this.failure = failure({ class: errorClass, code, message, ...at }, origin, { fatal: code === "limit/live-bytes" });
    if (this.#aborting) return this.end("cancelled");
    this.#failed(this.failure);
  }

  #failed(cause: Failure): void {
    this.failure = cause;
    if (cause.fatal) this.run.spent = true;
    if (this.linked.step.onError !== "continue" || cause.fatal) return this.end("failed");
    this.run.tolerate(cause);
    this.end("failed_ignored");
  }

  #endByTemplate(thrown: unknown, base: string): void {
    const error = asTemplateError(thrown);
    if (error.skippedBy !== undefined) return this.skip(readsSkipped(error), error.message);
    this.startedAt ??= this.run.now;
    this.#failed(templateFailure(error, this.list.plan.plan, base, { step: this.path, tool: this.linked.step.tool }));
  }

  #renderKey(value: Json): string {
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  #noteUnknown({ error }: Failure): void {
    const { kind, effect } = this.linked.step;
    if (kind !== "call" || effect !== "write" || error.effect !== "maybe") return;
    if (error.class === "timeout" || error.class === "cancelled") this.#leftUnknown = true;
  }
}
