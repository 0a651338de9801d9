import { setImmediate } from "node:timers";
import type { Clock, Timer } from "../world.ts";

/** A clock whose time moves only when it is told to, or when nothing else can happen. */
export interface SimulatedClock extends Clock {
  /** Lets everything happen that is due within this time, in order, then stands at the end of it. */
  advance(milliseconds: number): Promise<void>;
  /** Jumps from timer to timer until none is left that keeps a process alive. Background timers fire when they are passed. */
  runUntilIdle(): Promise<void>;
  /** Lets time pass until the promise settles. Throws when nothing is left that could settle it. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Sets the wall clock forward or back; the monotonic clock and the timers do not notice. */
  jump(milliseconds: number): void;
  /** Timers that have neither fired nor been cancelled. */
  readonly pending: number;
}

interface Waiting {
  readonly due: number;
  readonly order: number;
  readonly background: boolean;
  readonly fire: () => void;
}

/** Starts at this wall time, in milliseconds since 1970; the monotonic clock starts at 0. */
export function simulatedClock(startAt: number): SimulatedClock {
  const timers = new Set<Waiting>();
  let elapsed = 0;
  let wallOffset = startAt;
  let order = 0;

  const earliest = (): Waiting | undefined => {
    let first: Waiting | undefined;
    for (const timer of timers) {
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  };
  const fire = async (timer: Waiting): Promise<void> => {
    timers.delete(timer);
    elapsed = Math.max(elapsed, timer.due);
    timer.fire();
    await settled();
  };
  const alive = (): boolean => [...timers].some((timer) => !timer.background);

  return {
    now: () => wallOffset + elapsed,
    monotonic: () => elapsed,
    timer(milliseconds, action, options = {}): Timer {
      const wait = Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
      const timer: Waiting = { due: elapsed + wait, order, background: options.background ?? false, fire: action };
      order += 1;
      timers.add(timer);
      return {
        cancel() {
          timers.delete(timer);
        },
      };
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await settled();
      for (let timer = earliest(); timer !== undefined && timer.due <= end; timer = earliest()) await fire(timer);
      elapsed = end;
    },
    async runUntilIdle() {
      await settled();
      for (let timer = earliest(); timer !== undefined && alive(); timer = earliest()) await fire(timer);
    },
    async until(promise) {
      const promised = { over: false };
      const end = (): void => {
        promised.over = true;
      };
      promise.then(end, end);
      await settled();
      while (!promised.over) {
        const timer = earliest();
        if (timer === undefined) throw new Error("Nothing is left that could happen, and the promise has not settled.");
        await fire(timer);
      }
      return promise;
    },
    jump(milliseconds) {
      wallOffset += milliseconds;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Everything that was ready has happened: promises run before the next turn of Node's loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
