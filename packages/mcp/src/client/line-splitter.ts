/** Cuts text that comes in pieces into lines. */
export interface LineSplitter {
  push(text: string): void;
}

/** What is left of a line that was too long. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
  readonly length: number;
}

const kept = 1000;

/**
 * A line over `maxLength` characters is dropped as it comes, beginning and end excepted: what is behind it can still be read, and it
 * never stands in memory as a whole.
 */
export function createLineSplitter(options: {
  readonly maxLength: number;
  readonly onLine: (line: string) => void;
  readonly onLongLine: (line: LongLine) => void;
}): LineSplitter {
  let pieces: string[] = [];
  let length = 0;
  let long: { head: string; tail: string } | undefined;

  const add = (piece: string): void => {
    length += piece.length;
    if (long) {
      long.tail = (long.tail + piece).slice(-kept);
      return;
    }
    pieces.push(piece);
    if (length <= options.maxLength) return;
    const text = pieces.join("");
    long = { head: text.slice(0, kept), tail: text.slice(-kept) };
    pieces = [];
  };

  const end = (): void => {
    const ended = long;
    const line = pieces.join("");
    const total = length;
    pieces = [];
    length = 0;
    long = undefined;
    if (ended) options.onLongLine({ ...ended, length: total });
    else if (line.trim() !== "") options.onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  };

  return {
    push(text) {
      let from = 0;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
        add(text.slice(from, at));
        from = at + 1;
        end();
      }
      if (from < text.length) add(from === 0 ? text : text.slice(from));
    },
  };
}
