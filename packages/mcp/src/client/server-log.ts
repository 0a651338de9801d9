import type { Redactor } from "@graph/runner";
import { cutText, visibleText } from "./visible-text.ts";

/** A line for the operator's log about one server. */
export interface ServerLogEntry {
  readonly server: string;
  readonly level: "info" | "warning";
  /** One line, at most 500 characters, control characters escaped, the `secrets` of the server's config masked. May hold what the server wrote. */
  readonly message: string;
}

/** Takes what servers say beside their answers. */
export type ServerLog = (entry: ServerLogEntry) => void;

export type LineLog = (level: ServerLogEntry["level"], message: string) => void;

/** Most lines that one connection may write: a server that floods must not fill the disk. */
const mostLines = 50;

/** The log of one connection to one server. */
export function createLineLog(server: string, log: ServerLog, redactor: Redactor): LineLog {
  let lines = 0;
  return (level, message) => {
    lines += 1;
    if (lines > mostLines) return;
    const text =
      lines === mostLines
        ? "… more lines are not logged"
        : cutText(visibleText(redactor.cutText(message)).replaceAll("\n", "\\n"), 500);
    // A log that fails must not fail the call it tells of.
    try {
      log({ server, level, message: text });
    } catch {}
  };
}
