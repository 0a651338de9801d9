/** Something that waits for a slot. */
export interface SlotUser {
  /** False once it no longer wants the slot (its list has failed or was cancelled). */
  wantsSlot(): boolean;
  /** Called when a slot may be free; it asks again, and answers whether it has one now. */
  slotFreed(): boolean;
}

/**
 * The calls that a plan may have in flight. Only tool calls hold a slot, and they hold it until their completion is delivered,
 * so a tool that ignores an abort is still counted. A called plan takes a slot of its own and of every plan that called it.
 */
export class Slots {
  readonly #limit: number;
  readonly #outer: Slots | undefined;
  #waiting: SlotUser[] | undefined;
  #head = 0;
  #used = 0;

  constructor(limit: number, outer?: Slots) {
    this.#limit = limit;
    this.#outer = outer;
  }

  /** Takes a slot, or remembers the user and answers false. */
  take(user: SlotUser): boolean {
    const full = this.#firstFull();
    if (full === undefined) {
      this.#add(1);
      return true;
    }
    (full.#waiting ??= []).push(user);
    return false;
  }

  release(): void {
    this.#add(-1);
    this.#wakeAll();
  }

  #firstFull(): Slots | undefined {
    if (this.#used >= this.#limit) return this;
    return this.#outer === undefined ? undefined : this.#outer.#firstFull();
  }

  #add(count: number): void {
    this.#used += count;
    if (this.#outer !== undefined) this.#outer.#add(count);
  }

  #wakeAll(): void {
    this.#wake();
    if (this.#outer !== undefined) this.#outer.#wakeAll();
  }

  /** Until somebody has taken the slot: the first in line may still wait for one of a plan further in. */
  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    while (this.#head < waiting.length && this.#used < this.#limit) {
      const user = waiting[this.#head++];
      if (this.#head > 64 && this.#head * 2 > waiting.length) {
        waiting.splice(0, this.#head);
        this.#head = 0;
      }
      if (user?.wantsSlot() === true && user.slotFreed()) return;
    }
  }
}
