import type { RunEvent } from "../events.ts";

/** The events of one run, in order; whoever reads them late gets all of them, then the new ones as they come. */
export class EventLog {
  readonly #events: RunEvent[] = [];
  #readers: (() => void)[] | undefined;
  #ended = false;

  add(event: RunEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** From event number `after` on (0: all). Ends with the run. */
  async *read(after: number): AsyncIterable<RunEvent> {
    for (let position = after; ; position++) {
      while (position >= this.#events.length) {
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          (this.#readers ??= []).push(resolve);
        });
      }
      const event = this.#events[position];
      if (event !== undefined) yield event;
    }
  }

  #wake(): void {
    const readers = this.#readers;
    if (readers === undefined) return;
    this.#readers = undefined;
    for (const wake of readers) wake();
  }
}
