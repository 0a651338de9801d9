import type { Ticket } from "../port.ts";
import type { ListFrame } from "./list-frame.ts";
import type { Receiver } from "./receiver.ts";

/** Gives what is in flight after a failed step the time of `limits.drain` to finish; then it is aborted. */
export class DrainTimer implements Receiver {
  readonly #list: ListFrame;
  readonly #failed: number;
  readonly #ticket: Ticket;

  constructor(list: ListFrame, failed: number, key: string) {
    this.#list = list;
    this.#failed = failed;
    this.#ticket = list.run.timer(key, list.plan.limits.drainMs, this);
  }

  complete(): void {
    this.#list.abortAfter(this.#failed);
  }

  drop(): void {
    this.#list.run.dropTimer(this.#ticket);
  }
}
