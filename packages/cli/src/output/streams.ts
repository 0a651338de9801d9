import { escapeControls } from "./escape-controls.ts";
import { outputLost } from "./output-lost.ts";

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
  /**
   * From now on what goes to stderr passes through this. A second line of defence: values have been masked where tools were called. The
   * deliverable never does, because it is data.
   */
  hideSecrets(hide: (text: string) => string): void;
  readonly liveErrors: boolean;
  readonly colour: boolean;
  /** Waits until all is written; why the deliverable could not be, `undefined` when it was or nobody wanted it any more. */
  written(): Promise<string | undefined>;
  /** Width of the terminal behind stderr. */
  readonly columns: number;
}

/** The streams of this process. A reader that goes away (`| head -1`) ends the writing quietly. */
export function openStreams(environment: (name: string) => string | undefined): Streams {
  let outGone = false;
  let lost: string | undefined;
  let hide = (text: string): string => text;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    outGone = true;
    lost ??= outputLost(error);
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
      process.stderr.write(`${escapeControls(hide(text))}\n`);
    },
    draw: (text) => {
      process.stderr.write(hide(text));
    },
    hideSecrets(more) {
      const before = hide;
      hide = (text) => more(before(text));
    },
    written: () =>
      new Promise((resolve) => {
        // The callback of the last write may come before the stream tells what is wrong with it.
        process.stdout.write("", () => process.nextTick(() => process.nextTick(() => resolve(lost))));
      }),
    liveErrors: live,
    colour: live && (noColour === undefined || noColour === ""),
    get columns() {
      // A terminal that does not know its width says 0.
      const { columns } = process.stderr;
      return columns > 0 ? columns : 80;
    },
  };
}
