import type { Outcome, OutcomeError, Ticket, ToolCall } from "../port.ts";
import type { PlanFrame } from "./plan-frame.ts";
import type { Receiver, Resumable } from "./receiver.ts";
import type { SlotUser } from "./slots.ts";

/**
 * A call that is made beside those that steps name: what gates and agents ask, what agents call, what a solver writes. It holds a slot
 * like any other, and tells its outcome once.
 */
export class SideCall implements Receiver, SlotUser, Resumable {
  readonly #plan: PlanFrame;
  readonly #call: Omit<ToolCall, "depth">;
  readonly #ended: (outcome: Outcome) => void;
  #ticket: Ticket | undefined;
  #timer: Ticket | undefined;
  #given = false;
  /** It took too long: its end has been told already. */
  #late = false;
  #holdsSlot = false;

  /** Without a `timeoutMs` of its own it has that of its plan. */
  constructor(plan: PlanFrame, call: Omit<ToolCall, "depth">, ended: (outcome: Outcome) => void) {
    this.#plan = plan;
    const timeoutMs = call.timeoutMs ?? plan.plan.defaultTimeoutMs;
    this.#call = timeoutMs === undefined ? call : { ...call, timeoutMs };
    this.#ended = ended;
  }

  begin(): void {
    if (this.#plan.slots.take(this)) this.#make();
  }

  wantsSlot(): boolean {
    return !this.#given;
  }

  slotFreed(): boolean {
    if (!this.#plan.slots.take(this)) return false;
    this.#holdsSlot = true;
    this.#plan.run.enqueue(this);
    return true;
  }

  /** A slot was taken for it a moment ago. */
  resume(): void {
    if (!this.#holdsSlot) return;
    this.#holdsSlot = false;
    if (this.wantsSlot()) this.#make();
    else this.#plan.slots.release();
  }

  abort(): void {
    if (this.#given) return;
    this.#given = true;
    if (this.#ticket === undefined) this.#ended(notMade);
    else this.#plan.run.scope.abort(this.#ticket);
  }

  complete(ticket: Ticket, outcome: Outcome): void {
    const { run, slots } = this.#plan;
    if (ticket === this.#timer) return this.#timedOut();
    run.dropTimer(this.#timer);
    this.#timer = undefined;
    this.#given = true;
    run.callsInFlight--;
    slots.release();
    if (outcome.ok) {
      if (outcome.cached !== true) run.addUsage(this.#call.tool, outcome.value);
    } else if (this.#call.effect === "write" && leavesUnknown(outcome.error)) run.unknownCalls++;
    if (!this.#late) this.#ended(outcome);
  }

  #make(): void {
    const { run, depth } = this.#plan;
    this.#ticket = run.call({ ...this.#call, depth }, this);
    const { timeoutMs, key } = this.#call;
    if (timeoutMs !== undefined) this.#timer = run.timer(`${key}@timeout`, timeoutMs, this);
  }

  /** Whoever asked goes on; what the call says later is only recorded. */
  #timedOut(): void {
    this.#timer = undefined;
    if (this.#given) return;
    this.#given = true;
    this.#late = true;
    if (this.#ticket !== undefined) this.#plan.run.scope.abort(this.#ticket);
    const message = `\`${this.#call.tool}\` took longer than its limit of ${this.#call.timeoutMs} ms.`;
    const effect = this.#call.effect === "write" ? "maybe" : "none";
    this.#ended({
      ok: false,
      error: { code: "tool/timeout", class: "timeout", message, retryable: true, effect },
    });
  }
}

/** It was stopped and may have acted; nobody tries it again, so that nothing makes up for it. */
function leavesUnknown(error: OutcomeError): boolean {
  return error.effect === "maybe" && (error.class === "timeout" || error.class === "cancelled");
}

const notMade: Outcome = {
  ok: false,
  error: {
    code: "tool/failed",
    class: "cancelled",
    message: "The call was stopped before it was made.",
    retryable: false,
    effect: "none",
    aborted: true,
  },
};
