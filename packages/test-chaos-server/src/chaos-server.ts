import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Absolute path of the server's program. Start it with `process.execPath` and the arguments `[path, scriptFile]`; it counts the
 * messages it gets by method in `<scriptFile>.counts.json`, or in the file that the environment variable `CHAOS_COUNTS` names.
 */
export const chaosServerPath: string = fileURLToPath(new URL("../bin/chaos-server.js", import.meta.url));

/** A script as it stands in the file; the README has what `does` and `server` can say. */
export interface ChaosScript {
  readonly tools: readonly { readonly [key: string]: unknown }[];
  readonly server?: readonly string[];
  readonly later?: {
    readonly after_ms: number;
    readonly notify?: boolean;
    readonly tools: readonly { readonly [key: string]: unknown }[];
  };
}

/** A script in a file, and how to start its server. */
export interface ChaosServer {
  readonly command: string;
  readonly args: readonly string[];
  /** How many messages of a method came so far, over all its processes; calls of one tool count under `tools/call:<tool>` too. */
  count(method: string): number;
}

/** Writes a script to `file`, whose folder is made. */
export function writeChaosScript(file: string, script: ChaosScript): ChaosServer {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(script));
  return {
    command: process.execPath,
    args: [chaosServerPath, file],
    count(method) {
      try {
        return (JSON.parse(readFileSync(`${file}.counts.json`, "utf8")) as Record<string, number>)[method] ?? 0;
      } catch {
        return 0;
      }
    },
  };
}
