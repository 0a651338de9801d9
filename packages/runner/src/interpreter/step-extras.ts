import type { SecretSlot } from "@graph/plan";
import type { LargeValue, Ticket } from "../port.ts";
import type { Aftermath } from "./aftermath.ts";
import type { Failure } from "./failure.ts";
import type { GateRun } from "./gate-run.ts";
import type { RunState } from "./run-state.ts";

/** What few steps have. Made when the first of it comes: runs hold thousands of frames, and the garbage collector copies every byte. */
export class StepExtras {
  failure: Failure | undefined;
  /** Why it was skipped. */
  reason: string | undefined;
  /** The skip that all began with, in words: what is told to whoever reads this step. */
  skipCause = "";
  idempotencyKey: string | undefined;
  cacheKey: string | undefined;
  secrets: readonly SecretSlot[] | undefined;
  /** What sinks show of a result that is too large for them. */
  large: LargeValue | undefined;
  /** The pause before the next attempt. */
  delay: Ticket | undefined;
  timeout: Ticket | undefined;
  deadline: Ticket | undefined;
  /** The gate that waits for the answer of a model. */
  gate: GateRun | undefined;
  aftermath: Aftermath | undefined;

  dropTimeout(run: RunState): void {
    run.dropTimer(this.timeout);
    this.timeout = undefined;
  }

  dropDeadline(run: RunState): void {
    run.dropTimer(this.deadline);
    this.deadline = undefined;
  }

  /** Answers whether the step stood between two attempts. */
  dropDelay(run: RunState): boolean {
    if (this.delay === undefined) return false;
    run.dropTimer(this.delay);
    this.delay = undefined;
    return true;
  }
}
