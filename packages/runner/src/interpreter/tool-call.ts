import type { ErrorClass, Json } from "@graph/plan";
import type { InnerFrame } from "../control/control-step.ts";
import type { Outcome, OutcomeError, Ticket, ToolCall } from "../port.ts";
import { type Failure, failure, type Origin } from "./failure.ts";
import type { Receiver, Resumable } from "./receiver.ts";
import type { SlotUser } from "./slots.ts";
import type { StepFrame } from "./step-frame.ts";
import { stepStartEvent } from "./step-start.ts";

/** One attempt of a step that calls a tool. It holds a slot from the call to its completion, even when the step has gone on without it. */
export class ToolCallFrame implements InnerFrame, Receiver, SlotUser, Resumable {
  readonly #step: StepFrame;
  readonly #key: string;
  #ticket: Ticket | undefined;
  #given = false;
  #holdsSlot = false;

  constructor(step: StepFrame) {
    this.#step = step;
    this.#key = step.attemptKey;
  }

  get waitsForSlot(): boolean {
    return this.#ticket === undefined;
  }

  begin(): void {
    if (this.#step.list.plan.slots.take(this)) this.#call();
  }

  wantsSlot(): boolean {
    return !this.#given && this.#step.status === undefined;
  }

  slotFreed(): boolean {
    if (!this.#step.list.plan.slots.take(this)) return false;
    this.#holdsSlot = true;
    this.#step.run.enqueue(this);
    return true;
  }

  /** A slot was taken for it a moment ago. */
  resume(): void {
    if (!this.#holdsSlot) return;
    this.#holdsSlot = false;
    if (this.wantsSlot() && !this.#step.list.spent) return this.#call();
    this.#step.list.plan.slots.release();
    if (this.wantsSlot()) this.abort();
  }

  /** A call that only waits for its slot is given up. */
  drain(): void {
    if (this.#ticket === undefined) this.abort();
  }

  abort(): void {
    if (this.#given) return;
    this.#given = true;
    if (this.#ticket === undefined) this.#step.innerEnded(this, { kind: "aborted" });
    else this.#step.run.scope.abort(this.#ticket);
  }

  complete(_ticket: Ticket, outcome: Outcome): void {
    const { run, list } = this.#step;
    run.callsInFlight--;
    run.samples.call = this;
    list.plan.slots.release();
    if (outcome.ok) {
      if (!this.#given) this.#noticeWarnings(outcome);
      if (this.#step.linked.countsTokens && outcome.cached !== true)
        run.addUsage(this.#step.linked.tool, outcome.value);
      return this.#step.innerEnded(this, { kind: "succeeded", value: this.#keep(outcome) });
    }
    this.#step.innerEnded(this, { kind: "failed", failure: this.#failure(outcome.error) });
  }

  #call(): void {
    const { run, linked, list } = this.#step;
    stepStartEvent(this.#step);
    const plain: ToolCall = {
      key: this.#key,
      tool: linked.tool,
      input: this.#step.input,
      effect: linked.effect,
      depth: list.plan.depth,
    };
    // Most calls are no more than that: nothing is put together then that is thrown away at once.
    const isPlain = linked.plainCall && list.plan.limits.maxOutputBytes === undefined;
    const call = isPlain ? plain : { ...plain, ...moreOf(this.#step) };
    this.#ticket = run.call(call, this);
    this.#step.startTimeout();
  }

  /** What is too large for sinks is kept once by its content; the step goes on with the whole value. */
  #keep(outcome: Extract<Outcome, { ok: true }>): Json {
    const { large, value } = outcome;
    if (large === undefined || this.#given) return value;
    this.#step.rare.large = large;
    return this.#step.run.keepLarge(large.ref, value);
  }

  #failure(error: OutcomeError): Failure {
    const { linked, list, path, attempt } = this.#step;
    const details = {
      class: error.class as ErrorClass,
      code: error.code,
      message: error.message,
      step: path,
      tool: linked.step.tool,
      attempt,
      effect: linked.step.effect === "write" ? error.effect : "none",
    };
    const { retryAfterMs } = error;
    return failure(details, this.#origin(error, list.plan.plan), {
      acted: error.effect,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }

  /** An input that the tool's schema refuses is shown at the argument; every other failure at the name of the tool. */
  #origin(error: OutcomeError, plan: Origin["plan"]): Origin {
    const { pointer } = this.#step.linked.step;
    if (error.pointer === undefined) return { plan, pointer: `${pointer}/tool_name` };
    return {
      plan,
      pointer: `${pointer}/input${error.pointer}`,
      ...(error.property === undefined ? {} : { key: true }),
    };
  }

  #noticeWarnings(outcome: Extract<Outcome, { ok: true }>): void {
    if (outcome.warnings === undefined) return;
    const { linked, list, path, run } = this.#step;
    const origin: Origin = { plan: list.plan.plan, pointer: `${linked.step.pointer}/tool_name` };
    for (const { code, message } of outcome.warnings) run.notice({ code, message, step: path, origin });
  }
}

function moreOf(step: StepFrame): Partial<ToolCall> {
  const { linked, list, run } = step;
  const { idempotencyKey, cacheKey, secrets } = step.rare;
  const { timeoutMs, cache } = linked.step;
  const { maxOutputBytes } = list.plan.limits;
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(cache !== undefined && {
      cache: {
        ttlMs: cache.ttlMs,
        scope: cacheScope(cache.scope, run.scope.runId, list.plan.plan.identifier),
        ...(cacheKey !== undefined && { key: cacheKey }),
      },
    }),
    ...(secrets !== undefined && { secrets }),
    ...(maxOutputBytes !== undefined && { maxOutputBytes }),
  };
}

function cacheScope(scope: "run" | "plan" | "host", runId: string, plan: string): string {
  return scope === "run" ? `run:${runId}` : scope === "plan" ? `plan:${plan}` : "host";
}
