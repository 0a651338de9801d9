import type { Clock, Timer } from "@graph/world";
import type { ManagedServer } from "./managed-server.ts";

/** How long, and for which servers, to wait. */
export interface ReadyOptions {
  /** How long nothing may happen before the rest is given up; for `servers`, how long to wait at most. Milliseconds. */
  readonly waitMs?: number;
  /** Only these servers; ids that are not configured are left alone. */
  readonly servers?: readonly string[];
}

export interface StartingServers {
  readonly servers: ReadonlyMap<string, ManagedServer>;
  readonly clock: Clock;
  readonly onChange: (listener: (server: string) => void) => () => void;
  /** Monotonic time at which all were started. */
  readonly startedAt: number;
  readonly quietMs: number;
}

/** How many quiet times the first server may take to come in. */
const firstFactor = 5;

/** Waits for servers to come in; the rules are those of `Federation.ready`. */
export function waitForServers(starting: StartingServers, options: ReadyOptions): Promise<void> {
  const { clock } = starting;
  const named = options.servers?.flatMap((id) => starting.servers.get(id) ?? []);
  const awaited = named ?? [...starting.servers.values()];
  const beganAt = clock.monotonic();
  let startedAt = starting.startedAt;
  // One that had failed gets another chance, and a quiet time to use it: a process that lives long searches again and again.
  for (const server of awaited) if (server.start()) startedAt = beganAt;
  const quietMs = options.waitMs ?? starting.quietMs;
  const deadline = (): number => {
    if (named) return options.waitMs === undefined ? Infinity : beganAt + options.waitMs;
    const cameIn = awaited.flatMap((server) => server.connectedAt ?? []);
    return cameIn.length === 0 ? startedAt + quietMs * firstFactor : Math.max(startedAt, ...cameIn) + quietMs;
  };

  return new Promise((resolve) => {
    let timer: Timer | undefined;
    const look = (): void => {
      timer?.cancel();
      const left = deadline() - clock.monotonic();
      if (left <= 0 || awaited.every((server) => server.isSettled)) {
        stop();
        resolve();
      } else if (left < Infinity) timer = clock.timer(left, look);
    };
    const stop = starting.onChange(look);
    look();
  });
}
