import { clearTimeout, setTimeout } from "node:timers";
import { nextTimerChunk } from "../timer-chunk.ts";
import type { Clock, Timer } from "../world.ts";

/** The clock of this machine. */
export function realClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer: startTimer,
  };
}

function startTimer(milliseconds: number, fire: () => void, options: { readonly background?: boolean } = {}): Timer {
  let handle: NodeJS.Timeout | undefined;
  const wait = (duration: number): void => {
    const { now, left } = nextTimerChunk(duration);
    handle = setTimeout(() => {
      if (left > 0) wait(left);
      else fire();
    }, now);
    if (options.background === true) handle.unref();
  };
  wait(milliseconds);
  return {
    cancel() {
      clearTimeout(handle);
    },
  };
}
