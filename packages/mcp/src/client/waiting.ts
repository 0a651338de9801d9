import type { World } from "@graph/world";

/** Settles like `promise`, or rejects with the signal's reason when that comes first; leaves no listener behind. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A limit of time. */
export interface Limit {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Resolves when the time is over. */
  readonly over: Promise<void>;
  readonly isOver: () => boolean;
  /** Stops the clock. */
  readonly cancel: () => void;
}

export function createLimit(world: World, milliseconds: number): Limit {
  const controller = new AbortController();
  let resolveOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  const timer = world.clock.timer(milliseconds, () => {
    controller.abort(new Error("the time is over"));
    resolveOver();
  });
  return { signal: controller.signal, over, isOver: () => controller.signal.aborted, cancel: () => timer.cancel() };
}
