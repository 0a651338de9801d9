import type { Ticket } from "../port.ts";
import type { Receiver } from "./receiver.ts";

/** Up to here a list is looked through faster than a map, and a waiting run is a tenth smaller. */
const listedAtMost = 12;

/** Who waits for which ticket. Most runs wait for a few things at a time, some for thousands. */
export class Receivers {
  readonly #tickets: Ticket[] = [];
  readonly #receivers: Receiver[] = [];
  #many: Map<Ticket, Receiver> | undefined;

  set(ticket: Ticket, receiver: Receiver): void {
    if (this.#many !== undefined || this.#tickets.length >= listedAtMost) {
      (this.#many ??= new Map()).set(ticket, receiver);
      return;
    }
    this.#tickets.push(ticket);
    this.#receivers.push(receiver);
  }

  /** Takes out who waits for a ticket: a completion is told once. */
  take(ticket: Ticket): Receiver | undefined {
    const index = this.#tickets.indexOf(ticket);
    if (index < 0) return this.#takeOfMany(ticket);
    const receiver = this.#receivers[index];
    const lastTicket = this.#tickets.pop();
    const lastReceiver = this.#receivers.pop();
    if (index < this.#tickets.length && lastTicket !== undefined && lastReceiver !== undefined) {
      this.#tickets[index] = lastTicket;
      this.#receivers[index] = lastReceiver;
    }
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
