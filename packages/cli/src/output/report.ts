import { formatDiagnostic, type Diagnostic } from "@graph/host";
import { colours } from "./colours.ts";
import type { Streams } from "./streams.ts";

/** Prints diagnostics on stderr with the lines they point at. `textOf` finds the text of a file. */
export function reportDiagnostics(
  streams: Streams,
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string | undefined = () => undefined,
): void {
  const paint = colours(streams.colour);
  const color = { error: paint.red, warning: paint.yellow, note: paint.cyan, strong: paint.bold, dim: paint.dim };
  for (const diagnostic of diagnostics) {
    const text = diagnostic.file === undefined ? undefined : textOf(diagnostic.file);
    // Control characters of the file and of the message are escaped there.
    streams.draw(`${formatDiagnostic(diagnostic, { ...(text !== undefined && { text }), color })}\n`);
  }
}
