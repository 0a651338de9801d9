import { escapeControls } from "./escape-controls.ts";

/** The two streams of the command: the deliverable goes to stdout, everything else to stderr. */
export interface Streams {
  /** The deliverable, as it is; on a terminal its control characters are escaped. */
  out(text: string): void;
  /** One JSON document. */
  document(value: unknown): void;
  /** Lines for the person, escaped. */
  tell(text: string): void;
  /** Raw bytes for stderr, colour codes included; what comes from others must be escaped before. */
  draw(text: string): void;
  readonly liveErrors: boolean;
  readonly colour: boolean;
  /** Width of the terminal behind stderr. */
  readonly columns: number;
}

/** The streams of this process. A reader that goes away (`| head -1`) ends the writing quietly. */
export function openStreams(environment: (name: string) => string | undefined): Streams {
  let outGone = false;
  process.stdout.on("error", () => {
    outGone = true;
  });
  // Nobody reads the reports any more: the work goes on, and its result may still be read.
  process.stderr.on("error", () => undefined);
  const terminal = process.stdout.isTTY;
  const out = (text: string): void => {
    if (!outGone) process.stdout.write(terminal ? escapeControls(text) : text);
  };
  const live = process.stderr.isTTY && environment("TERM") !== "dumb";
  const noColour = environment("NO_COLOR");
  return {
    out,
    document: (value) => {
      out(`${JSON.stringify(value, null, 2)}\n`);
    },
    tell: (text) => {
      process.stderr.write(`${escapeControls(text)}\n`);
    },
    draw: (text) => {
      process.stderr.write(text);
    },
    liveErrors: live,
    colour: live && (noColour === undefined || noColour === ""),
    get columns() {
      // A terminal that does not know its width says 0.
      const { columns } = process.stderr;
      return columns > 0 ? columns : 80;
    },
  };
}
