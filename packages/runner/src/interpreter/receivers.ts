import type { Ticket } from "../port.ts";
import type { Receiver } from "./receiver.ts";

/** Up to here a list is looked through faster than a map, and a waiting run is a tenth smaller. */
const listedAtMost = 12;

/** Who waits for which ticket. Most runs wait for a few things at a time, some for thousands. */
export class Receivers {
  // Lists of four places: the first thing pushed onto an empty list makes room for seventeen.
  readonly #tickets: (Ticket | undefined)[] = [undefined, undefined, undefined, undefined];
  readonly #receivers: (Receiver | undefined)[] = [undefined, undefined, undefined, undefined];
  #count = 0;
  #many: Map<Ticket, Receiver> | undefined;

  set(ticket: Ticket, receiver: Receiver): void {
    if (this.#many !== undefined || this.#count >= listedAtMost) {
      (this.#many ??= new Map()).set(ticket, receiver);
      return;
    }
    this.#tickets[this.#count] = ticket;
    this.#receivers[this.#count++] = receiver;
  }

  /** Takes out who waits for a ticket: a completion is told once. */
  take(ticket: Ticket): Receiver | undefined {
    const index = this.#tickets.indexOf(ticket);
    if (index < 0) return this.#takeOfMany(ticket);
    const receiver = this.#receivers[index];
    const last = --this.#count;
    this.#tickets[index] = this.#tickets[last];
    this.#receivers[index] = this.#receivers[last];
    this.#tickets[last] = undefined;
    this.#receivers[last] = undefined;
    return receiver;
  }

  #takeOfMany(ticket: Ticket): Receiver | undefined {
    const receiver = this.#many?.get(ticket);
    if (receiver === undefined) return undefined;
    this.#many?.delete(ticket);
    if (this.#many?.size === 0) this.#many = undefined;
    return receiver;
  }
}
