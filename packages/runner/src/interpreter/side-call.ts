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
  #given = false;
  #holdsSlot = false;

  constructor(plan: PlanFrame, call: Omit<ToolCall, "depth">, ended: (outcome: Outcome) => void) {
    this.#plan = plan;
    this.#call = call;
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

  complete(_ticket: Ticket, outcome: Outcome): void {
    const { run, slots } = this.#plan;
    this.#given = true;
    run.callsInFlight--;
    slots.release();
    if (outcome.ok) run.addUsage(this.#call.tool, outcome.value);
    else if (this.#call.effect === "write" && leavesUnknown(outcome.error)) run.unknownCalls++;
    this.#ended(outcome);
  }

  #make(): void {
    this.#ticket = this.#plan.run.call({ ...this.#call, depth: this.#plan.depth }, this);
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
