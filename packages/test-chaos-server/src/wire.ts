import type { Script } from "./script.ts";

/** Writes messages on stdout, as badly as the script says. */
export interface Wire {
  /** An answer or a request of the server. */
  send(message: unknown): void;
  /** Text as it is, with nothing around it. */
  raw(text: string | Uint8Array): void;
}

const garbage = [
  "%PDF-1.7 \u0000\u0001\u0002",
  '{"jsonrpc":"2.0","id":1,',
  "[]",
  "null",
  "17",
  '"text"',
  "{}",
  '{"jsonrpc":"1.0","id":2}',
  '{"jsonrpc":"2.0","id":{},"result":1}',
];

/** Replaces the text `~bytes~` by three bytes that are no UTF-8. */
function withBadBytes(line: string): Buffer {
  return Buffer.from(line.replaceAll("~bytes~", "\u00ff\u00fe\u0080"), "latin1");
}

export function createWire(script: Script): Wire {
  // Frames leave in order even when one of them is cut in two with a pause between.
  let last: Promise<void> = Promise.resolve();
  const has = (behaviour: string): boolean => script.behaviours.has(behaviour);

  const raw = (text: string | Uint8Array): void => {
    last = last.then(() => void process.stdout.write(text));
  };

  const halves = (line: string): void => {
    const bytes = Buffer.from(line, "utf8");
    // Between the bytes of a character when there is one: a decoder that forgets the first half breaks here.
    const wide = bytes.findIndex((byte) => byte >= 0xc0);
    const middle = wide === -1 ? Math.floor(bytes.length / 2) : wide + 1;
    raw(bytes.subarray(0, middle));
    last = last.then(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 20);
        }),
    );
    raw(bytes.subarray(middle));
  };

  const send = (message: unknown): void => {
    const line = `${stringify(message)}\n`;
    if (has("garbage")) raw(`${garbage.join("\n")}\n`);
    if (has("non_utf8")) {
      raw(withBadBytes("a line that is ~bytes~ no text\n"));
      raw(withBadBytes(line));
    } else if (has("half_frame")) halves(line);
    else raw(line);
  };

  return { send, raw };
}

/** A marker in a value for lists inside lists, which `JSON.stringify` could not write. */
export interface DeepMarker {
  readonly chaosDeep: number;
}

function stringify(message: unknown): string {
  let depth = 0;
  const text = JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || !("chaosDeep" in value)) return value;
    depth = Number(value.chaosDeep);
    return "~deep~";
  });
  return depth === 0 ? text : text.replace('"~deep~"', `${"[".repeat(depth)}${"]".repeat(depth)}`);
}
