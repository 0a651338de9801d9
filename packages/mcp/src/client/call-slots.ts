/** At most so many at the same time; the others wait in order. */
export interface CallSlots {
  /** Waits for a slot; the function gives it back. Rejects with the signal's reason when it is aborted first. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createCallSlots(count: number): CallSlots {
  let free = count;
  const waiting = new Set<() => void>();

  const give = (): (() => void) => {
    free -= 1;
    let given = true;
    return () => {
      if (!given) return;
      given = false;
      free += 1;
      const [next] = waiting;
      next?.();
    };
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) return give();
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          waiting.delete(start);
          reject(signal.reason as Error);
        };
        const start = (): void => {
          waiting.delete(start);
          signal.removeEventListener("abort", stop);
          resolve(give());
        };
        waiting.add(start);
        signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}
