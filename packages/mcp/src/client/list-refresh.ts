import type { Clock, Timer } from "@graph/world";

/** Keeps a list up to date with a server that says when it has changed. */
export interface ListRefresh {
  /** Looks for the first time; later looks begin once this one has gone well. */
  first<Value>(look: () => Promise<Value>): Promise<Value>;
  /** The server says that its list has changed. */
  changed(): void;
  /** Ends it: no look begins any more. */
  stop(): void;
}

export interface ListRefreshOptions {
  readonly clock: Clock;
  /** Reads the list and takes it over; rejects when it cannot be read. */
  readonly look: () => Promise<void>;
  readonly onFailure: () => void;
}

/** A storm of "the list has changed" becomes one look a second. */
const afterMs = 200;
const pauseMs = 1000;
/** A list that cannot be read is looked for again after pauses that double up to this. */
const longestPauseMs = 60_000;

/** One look at a time, so that an old answer never replaces a newer one; a change that is told meanwhile is looked at afterwards. */
export function createListRefresh({ clock, look, onFailure }: ListRefreshOptions): ListRefresh {
  let isDirty = false;
  let isLooking = true;
  let isStopped = false;
  let failures = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;

  const plan = (): void => {
    if (!isDirty || isLooking || isStopped || timer) return;
    const pause = Math.min(pauseMs * 2 ** failures, longestPauseMs);
    const wait = Math.max(afterMs, endedAt + pause - clock.monotonic());
    timer = clock.timer(wait, again, { background: true });
  };

  const again = (): void => {
    timer = undefined;
    begin();
    void look()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
          isDirty = true;
          if (!isStopped) onFailure();
        },
      )
      .finally(end);
  };

  const begin = (): void => {
    isLooking = true;
    isDirty = false;
  };

  const end = (): void => {
    isLooking = false;
    endedAt = clock.monotonic();
    plan();
  };

  return {
    async first(firstLook) {
      begin();
      const value = await firstLook();
      end();
      return value;
    },
    changed() {
      isDirty = true;
      plan();
    },
    stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}
