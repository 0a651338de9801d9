import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

/** What came of waiting for a line: `ended`: there will be none any more; `stopped`: nobody waits any longer. */
type Line =
  { readonly kind: "line"; readonly text: string } | { readonly kind: "ended" } | { readonly kind: "stopped" };

/** Lines that a person types. */
export interface LineSource {
  /** The next line; `signal` ends the wait. */
  next(signal: AbortSignal): Promise<Line>;
  /** Lets the stream go: it keeps no process awake any more. */
  close(): void;
}

/**
 * Reads a stream line by line, and only while somebody waits for one. The terminal stays as it is: it edits the line, and Ctrl-C is a
 * signal as always.
 */
export function openLines(stream: Readable & { readonly unref?: () => void }): LineSource {
  const decoder = new StringDecoder("utf8");
  const ready: string[] = [];
  const state = { rest: "", ended: stream.readableEnded || stream.destroyed };
  let wake = (): void => undefined;

  const take = (text: string): void => {
    const lines = `${state.rest}${text}`.split("\n");
    state.rest = lines.pop() ?? "";
    ready.push(...lines.map((line) => line.replace(/\r$/u, "")));
  };
  const onData = (chunk: Buffer | string): void => {
    take(typeof chunk === "string" ? chunk : decoder.write(chunk));
    wake();
  };
  const onEnd = (): void => {
    state.ended = true;
    if (state.rest !== "") take("\n");
    wake();
  };
  let isListening = false;
  function listen(): void {
    if (!isListening) {
      isListening = true;
      stream.on("data", onData);
      // A terminal that is gone ends what is read from it, too.
      for (const name of ["end", "close", "error"]) stream.on(name, onEnd);
    }
    stream.resume();
  }

  return {
    async next(signal) {
      while (ready.length === 0 && !state.ended && !signal.aborted) {
        const stop = (): void => wake();
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", stop);
          listen();
        });
        signal.removeEventListener("abort", stop);
        stream.pause();
      }
      if (signal.aborted) return { kind: "stopped" };
      const text = ready.shift();
      return text === undefined ? { kind: "ended" } : { kind: "line", text };
    },
    close() {
      stream.off("data", onData);
      for (const name of ["end", "close", "error"]) stream.off(name, onEnd);
      if (!isListening) return;
      stream.pause();
      stream.unref?.();
    },
  };
}
