import { exitCode } from "../exit-code.ts";
import type { Streams } from "../output/streams.ts";

/** Ctrl-C while something runs: the first cancels it, the second ends the process. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Whether it was Ctrl-C. */
  readonly interrupted: () => boolean;
  release(): void;
}

/** Listens for Ctrl-C and for a request to end. */
export function listenForInterrupt(streams: Streams): Interrupt {
  const controller = new AbortController();
  let interrupted = false;
  const onInterrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCode.interrupted);
    interrupted = true;
    streams.tell("Cancelling. Press Ctrl-C again to end at once.");
    controller.abort();
  };
  const onTerminate = (): void => {
    controller.abort();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return {
    signal: controller.signal,
    interrupted: () => interrupted,
    release() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
    },
  };
}
