import { exitCode } from "./exit-code.ts";
import type { Streams } from "./output/streams.ts";

/** What a command was doing when somebody ended it: its waits reject with this. */
export class Cancelled extends Error {
  constructor() {
    super("The command was cancelled.");
    this.name = "Cancelled";
  }
}

/** Ctrl-C and requests to end, over the whole life of a command: the first cancels what it does, a second Ctrl-C ends the process. */
export interface Interrupt {
  /** Aborts with a `Cancelled`. */
  readonly signal: AbortSignal;
  /** Whether it was Ctrl-C. */
  readonly interrupted: () => boolean;
  release(): void;
}

/**
 * Listens for Ctrl-C, for a request to end and for a terminal that closes. Without a listener Node ends at once, and the servers that
 * were started stay behind. `killChildren` has to work without waiting.
 */
export function listenForInterrupt(streams: Streams, killChildren: () => void): Interrupt {
  const controller = new AbortController();
  let interrupted = false;
  const onInterrupt = (): void => {
    if (controller.signal.aborted) {
      // Nobody waits for them any more: one that does not listen must not stay behind.
      killChildren();
      process.exit(exitCode.interrupted);
    }
    interrupted = true;
    streams.tell("Cancelling… Press Ctrl-C again to end at once.");
    controller.abort(new Cancelled());
  };
  const onTerminate = (): void => {
    if (controller.signal.aborted) return;
    streams.tell("Cancelling…");
    controller.abort(new Cancelled());
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  process.on("SIGHUP", onTerminate);
  return {
    signal: controller.signal,
    interrupted: () => interrupted,
    release() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
      process.off("SIGHUP", onTerminate);
    },
  };
}
