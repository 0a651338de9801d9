import type { SourceRange } from "../diagnostic.ts";

/** Turns offsets into lines and columns. The line starts are looked for when the first place is asked for. */
export class LineIndex {
  readonly #text: string;
  readonly #file: string | undefined;
  #starts: number[] | undefined;

  constructor(text: string, file?: string) {
    this.#text = text;
    this.#file = file;
  }

  /** The place of a stretch of text. It always lies inside the file: what begins behind the last line is moved onto it. */
  range(start: number, end: number): SourceRange {
    const first = this.#clamp(start);
    const last = Math.min(Math.max(end, first), this.#text.length);
    const from = this.#position(first);
    const to = this.#position(last);
    return {
      ...(this.#file === undefined ? {} : { file: this.#file }),
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      offset: first,
    };
  }

  // Problems of the parser ("missing bracket") point at a line break or behind the last one: no editor can show that place.
  #clamp(offset: number): number {
    let at = Math.max(0, Math.min(offset, this.#text.length));
    if (at === this.#text.length) {
      while (at > 0 && /\s/.test(this.#text[at - 1]!)) at--;
      at = Math.max(0, at - 1);
    }
    if (this.#text[at] === "\n" && at > 0 && this.#text[at - 1] === "\r") at--;
    const atBreak = this.#text[at] === "\n" || this.#text.startsWith("\r\n", at);
    return atBreak && at > 0 && this.#text[at - 1] !== "\n" ? at - 1 : at;
  }

  #position(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
