/** Pauses before the first, second … start after a failure, in milliseconds; the last one stays. */
const pauses = [0, 250, 500, 1000, 2000, 5000];

/** Slows down the restarts of a server that dies again and again. */
export interface RestartPause {
  /** The server ended or could not be started. `now` is the monotonic time. */
  failed(now: number): void;
  /** The server did what it was asked for: the next failure is a first one. */
  worked(): void;
  /** How long a start has to wait. */
  remaining(now: number): number;
}

export function createRestartPause(): RestartPause {
  let failures = 0;
  let startableAt = 0;
  return {
    failed(now) {
      startableAt = now + (pauses[Math.min(failures, pauses.length - 1)] ?? 0);
      failures += 1;
    },
    worked() {
      failures = 0;
    },
    remaining: (now) => Math.max(0, startableAt - now),
  };
}
