import type { Json, JsonObject } from "@graph/plan";
import type { InnerFrame, InnerOutcome } from "../control/control-step.ts";
import type { Outcome, Ticket } from "../port.ts";
import type { StepStatus } from "../run-result.ts";
import { Aftermath } from "./aftermath.ts";
import { type Failure, asTemplateError, cleanupFailure, readsSkipped, templateFailure, withCause } from "./failure.ts";
import { type GateOutcome, type GateOwner, GateRun } from "./gate-run.ts";
import { retryDelay } from "./policy.ts";
import type { Receiver, Resumable } from "./receiver.ts";
import { stepFinishEvent } from "./step-events.ts";
import { cancelledFailure, resultMisfit, timeoutFailure } from "./step-failures.ts";
import { noInput, StepState } from "./step-state.ts";
import { textOf } from "./text-of.ts";

/** What is true of a step's frame, as bits: runs hold thousands of frames. */
const flag = {
  aborting: 1,
  /** No further attempt: a step before it in the file has failed. */
  draining: 2,
  /** An attempt was stopped and may have acted; another one that succeeds makes up for it. */
  leftUnknown: 4,
  /** Its gate is true, and its attempts have begun: whatever comes, its `finally` runs. */
  entered: 8,
  /** Its attempts are over. */
  attempted: 16,
  /** The attempt under way may still end the step; one that was given up may not. */
  running: 32,
} as const;

/** One run of a step: gate, input, attempts, handlers, clean-up, end. */
export class StepFrame extends StepState implements Receiver, Resumable, GateOwner {
  #flags = 0;

  /** Its turn has come. */
  resume(): void {
    this.run.waitingSteps--;
    if (this.status !== undefined || this.startedAfter >= 0) return;
    if (!this.list.mayStart(this.linked.index)) return this.end("not_started");
    const { gate, gateAsks, step } = this.linked;
    if (gateAsks && gate !== undefined) {
      const place = { key: `${this.key}@if`, pointer: `${step.pointer}/if` };
      const asking = new GateRun(this, this, gate, this.list, place);
      this.rare.gate = asking;
      return asking.begin();
    }
    try {
      if (gate !== undefined && !gate(this.list)) return this.skip("its `if` is false");
    } catch (thrown) {
      return this.#endByTemplate(thrown, `${step.pointer}/if`);
    }
    this.#start();
  }

  /** Its own gate, which had to ask a model. */
  gateEnded(_gate: GateRun, outcome: GateOutcome): void {
    this.rare.gate = undefined;
    if (this.status !== undefined) return;
    switch (outcome.kind) {
      case "failed":
        this.#begun();
        return this.#failed(outcome.failure);
      case "skipped":
        return this.skip(outcome.reason, outcome.cause);
      case "aborted":
        return this.end("not_started");
      case "decided":
        if (!outcome.value) return this.skip(`its \`if\` is false${because(outcome)}`);
        return this.list.mayStart(this.linked.index) ? this.#start() : this.end("not_started");
    }
  }

  /** Takes back a step that has not started. Answers false when it is in flight. */
  withdraw(): boolean {
    if (this.status !== undefined) return true;
    if (this.startedAfter >= 0) {
      if (this.#is(flag.attempted) || this.attempt !== 1 || this.inner?.waitsForSlot !== true) return false;
      this.startedAfter = -1;
      this.attempt = 0;
    }
    this.extras?.dropDeadline(this.run);
    this.end("not_started");
    this.extras?.gate?.abort();
    return true;
  }

  /** Asks what is in flight to stop; the step ends when it has, or at once when nothing is. */
  abort(): void {
    if (this.withdraw() || this.#is(flag.aborting)) return;
    this.#flags |= flag.aborting;
    // A clean-up is not stopped.
    if (this.extras?.aftermath?.final !== undefined) return;
    if (this.#is(flag.attempted)) return this.extras?.aftermath?.handler?.abort();
    if (this.#endPause()) return this.#settle("cancelled");
    this.extras?.dropTimeout(this.run);
    this.inner?.abort();
  }

  complete(ticket: Ticket, _outcome: Outcome): void {
    const { extras } = this;
    if (extras === undefined) return;
    if (ticket === extras.delay) {
      extras.delay = undefined;
      return this.beginAttempt();
    }
    if (ticket === extras.timeout) this.#timedOut(false);
    else if (ticket === extras.deadline) this.#timedOut(true);
  }

  /** How the attempt ended. Told once an attempt; an attempt that was given up tells nobody. */
  innerEnded(inner: InnerFrame, outcome: InnerOutcome): void {
    if (inner !== this.inner || !this.#is(flag.running)) return;
    this.#flags &= ~flag.running;
    this.extras?.dropTimeout(this.run);
    switch (outcome.kind) {
      case "succeeded":
        return this.#succeeded(outcome.value);
      case "skipped":
        return this.skip(outcome.reason, outcome.cause);
      case "aborted":
        // Its call was never made.
        if (inner.waitsForSlot === true) this.attempt--;
        return this.#settle("cancelled");
      case "failed":
        return this.attemptFailed(outcome.failure);
    }
  }

  /** A handler of its `catch` gives its result in the step's place. */
  caught(value: Json): void {
    this.value = value;
    if (this.failure !== undefined) this.run.tolerate(this.failure);
    this.#settle("caught");
  }

  /** A handler of its `catch` could not help. */
  notCaught(cause: Failure): void {
    this.rare.failure = cause;
    if (cause.fatal) this.run.spend(cause);
    this.#settle(this.#stoppedBy(cause) ? "cancelled" : this.#failedStatus(cause));
  }

  /** Its `finally` has ended; what fails there fails the step, whatever it was before. */
  finished(status: StepStatus, cause: Failure | undefined): void {
    if (cause === undefined) return this.end(status);
    this.rare.failure = cleanupFailure(cause, this.failure);
    if (cause.fatal) this.run.spend(cause);
    this.value = null;
    this.end("failed");
  }

  attemptFailed(cause: Failure): void {
    this.rare.failure = cause;
    this.#noteUnknown(cause);
    if (this.#is(flag.aborting)) return this.#settle(this.#stoppedBy(cause) ? "cancelled" : this.#failedStatus(cause));
    const delay = this.#is(flag.draining) ? undefined : retryDelay(this, cause);
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
    this.rare.delay = this.run.timer(`${this.attemptKey}@delay`, delay, this);
  }

  beginAttempt(): void {
    const attempt = this.run.frames.attempt(this);
    this.inner = attempt;
    this.#flags |= flag.running;
    attempt.begin();
  }

  /** The clock of the attempt begins: for a tool when the call is made, not while it waits for a slot. */
  startTimeout(): void {
    if (this.linked.plainCall) return;
    const { timeoutMs } = this.linked.step;
    if (timeoutMs !== undefined) this.rare.timeout = this.run.timer(`${this.attemptKey}@timeout`, timeoutMs, this);
  }

  skip(reason: string, cause: string = `\`${this.linked.step.id}\` was skipped: ${reason}`): void {
    this.rare.reason = reason;
    this.rare.skipCause = cause;
    this.attempt = 0;
    this.startedAfter = -1;
    this.extras?.dropDeadline(this.run);
    this.end("skipped");
  }

  /** Lets what is in flight finish; nothing new of it starts. */
  drain(): void {
    if (this.withdraw() || this.#is(flag.draining)) return;
    this.#flags |= flag.draining;
    const aftermath = this.extras?.aftermath;
    if (this.#is(flag.attempted)) return aftermath?.final === undefined ? aftermath?.handler?.drain() : undefined;
    if (!this.#endPause()) return this.inner?.drain?.();
    if (this.failure !== undefined) this.#failed(this.failure);
  }

  end(status: StepStatus): void {
    const { run } = this;
    this.status = status;
    if (this.#is(flag.leftUnknown) && status !== "succeeded") run.unknownCalls++;
    if (status !== "not_started") {
      this.endedAfter = run.now - run.scope.startedAt;
      const event = stepFinishEvent(this, status);
      run.samples.finish = event;
      run.event(`${this.key}@finish`, event);
    }
    // The record needs neither the call nor its input; a run may hold thousands.
    if (this.linked.kind === "call") this.inner = undefined;
    this.input = noInput;
    this.list.stepEnded(this);
  }

  #start(): void {
    const { linked } = this;
    const spent = this.list.plan.countStart(this);
    this.#begun();
    if (spent !== undefined) return this.#failed(spent);
    this.#flags |= flag.entered;
    try {
      this.input = linked.input(this.list) as JsonObject;
    } catch (thrown) {
      return this.#endByTemplate(thrown, `${linked.step.pointer}/input`);
    }
    if (!linked.plainCall && !this.#prepare()) return;
    this.attempt = 1;
    this.beginAttempt();
  }

  /** What most steps do not have. Answers false when the step has ended of it. */
  #prepare(): boolean {
    const { run, linked, list } = this;
    const { pointer, deadlineMs } = linked.step;
    let base = `${pointer}/input`;
    try {
      if (linked.secrets !== undefined) this.rare.secrets = linked.secrets(list);
      base = `${pointer}/idempotency_key`;
      if (linked.idempotencyKey !== undefined) this.rare.idempotencyKey = textOf(linked.idempotencyKey(list));
      base = `${pointer}/cache/key`;
      if (linked.cacheKey !== undefined) this.rare.cacheKey = textOf(linked.cacheKey(list));
    } catch (thrown) {
      this.#endByTemplate(thrown, base);
      return false;
    }
    if (deadlineMs !== undefined) this.rare.deadline = run.timer(`${this.key}@deadline`, deadlineMs, this);
    return true;
  }

  /** The time of an attempt is over, or that of all of them. */
  #timedOut(altogether: boolean): void {
    const paused = altogether && this.#endPause();
    if (altogether) {
      this.rare.deadline = undefined;
      this.extras?.dropTimeout(this.run);
    }
    this.rare.timeout = undefined;
    // What ran inside stays in the records; it may end nothing any more.
    const given = this.#is(flag.running) ? this.inner : undefined;
    if (!altogether && given?.timedOut?.() === true) return;
    this.#flags &= ~flag.running;
    given?.abort();
    // A call that still waited for its slot was never made.
    const waited = given?.waitsForSlot === true;
    if (waited) this.attempt--;
    const idle = waited || paused;
    const cause = timeoutFailure(this, altogether, idle ? { before: this.failure } : undefined);
    if (!altogether) return this.attemptFailed(cause);
    if (!idle) this.#noteUnknown(cause);
    if (this.#is(flag.aborting)) this.#settle("cancelled");
    else this.#failed(this.failure === undefined ? cause : withCause(cause, this.failure));
  }

  /** Gives up the pause before the next attempt, which then does not count. Answers whether there was one. */
  #endPause(): boolean {
    if (this.extras?.dropDelay(this.run) !== true) return false;
    this.attempt--;
    return true;
  }

  #succeeded(value: Json): void {
    const misfit = resultMisfit(this, value);
    const ended = this.list.exiting && !this.#is(flag.aborting);
    if (misfit === undefined || ended) {
      this.value = value;
      if (this.extras !== undefined) this.extras.failure = undefined;
      return this.#settle("succeeded");
    }
    this.rare.failure = misfit;
    if (this.#is(flag.aborting)) return this.#settle("cancelled");
    this.#failed(misfit);
  }

  #failed(cause: Failure): void {
    this.rare.failure = cause;
    if (cause.fatal) this.run.spend(cause);
    const handles = this.linked.step.catch !== undefined && !cause.fatal && !this.#is(flag.draining);
    this.#endAttempts();
    if (handles && (this.rare.aftermath ??= new Aftermath(this)).handle(cause)) return;
    this.#settle(this.#failedStatus(cause));
  }

  /** It was told to stop, and that is all that the failure says. */
  #stoppedBy(cause: Failure): boolean {
    if (!this.#is(flag.aborting) || cause.inCleanup === true) return false;
    return !cause.fatal || this.run.cancelled;
  }

  #failedStatus(cause: Failure): StepStatus {
    if (this.linked.step.onError !== "continue" || cause.fatal) return "failed";
    this.run.tolerate(cause);
    return "failed_ignored";
  }

  /** Everything but the clean-up is done. */
  #settle(status: StepStatus): void {
    this.#endAttempts();
    const { finalBody } = this.linked;
    if (finalBody === undefined || !this.#is(flag.entered)) return this.end(status);
    (this.rare.aftermath ??= new Aftermath(this)).finish(finalBody, status, this.#told(status));
  }

  /** What the clean-up is told has happened. */
  #told(status: StepStatus): Failure | undefined {
    if (status === "succeeded") return undefined;
    return status === "cancelled" ? cancelledFailure(this) : this.failure;
  }

  #endAttempts(): void {
    this.#flags |= flag.attempted;
    this.extras?.dropDeadline(this.run);
  }

  #begun(): void {
    if (this.startedAfter < 0) this.startedAfter = this.run.now - this.run.scope.startedAt;
  }

  #is(bit: number): boolean {
    return (this.#flags & bit) !== 0;
  }

  #endByTemplate(thrown: unknown, base: string): void {
    const error = asTemplateError(thrown);
    if (error.skippedBy !== undefined) return this.skip(readsSkipped(error), error.message);
    this.#begun();
    this.#failed(templateFailure(error, this.list.plan.plan, base, { step: this.path, tool: this.linked.step.tool }));
  }

  #noteUnknown({ error }: Failure): void {
    const { kind, effect } = this.linked.step;
    if (kind !== "call" || effect !== "write" || error.effect !== "maybe") return;
    if (error.class === "timeout" || error.class === "cancelled") this.#flags |= flag.leftUnknown;
  }
}

function because({ verdict }: Extract<GateOutcome, { kind: "decided" }>): string {
  return verdict?.reason === undefined ? "" : `: ${verdict.reason}`;
}
