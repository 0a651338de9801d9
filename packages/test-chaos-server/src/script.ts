import { readFileSync } from "node:fs";

/** One tool of the script: its definition as it is listed, and what a call does. */
export interface ScriptedTool {
  /** What `tools/list` shows. */
  readonly definition: Record<string, unknown>;
  readonly name: unknown;
  /** `echo` (default), `hang`, `die:N`, `big:N`, `deep:N`, `sleep:MS`. */
  readonly does: string;
  /** The result of a call as it is; wins over `does`. */
  readonly answer: unknown;
}

/** How the server behaves, read from its file. */
export interface Script {
  readonly tools: readonly ScriptedTool[];
  /** Behaviours by name, with their number (`slow_start:300`) or 0. */
  readonly behaviours: ReadonlyMap<string, number>;
  readonly later:
    { readonly afterMs: number; readonly notify: boolean; readonly tools: readonly ScriptedTool[] } | undefined;
}

const knownBehaviours: ReadonlySet<string> = new Set([
  "banner",
  "half_frame",
  "garbage",
  "exit_in_handshake",
  "hang_in_handshake",
  "slow_start",
  "double_answer",
  "wrong_id",
  "pages",
  "stuck_cursor",
  "list_changed_storm",
  "stderr_flood",
  "non_utf8",
  "progress_flood",
  "ignores_cancel",
  "stuck_after_cancel",
  "crash_loop",
  "ignores_end",
]);

function readTool(raw: unknown): ScriptedTool {
  const { does, answer, ...definition } = raw as Record<string, unknown>;
  return { definition, name: definition["name"], does: typeof does === "string" ? does : "echo", answer };
}

/** Reads a script; throws for a behaviour that does not exist, so that a misspelt test does not pass by doing nothing. */
export function readScript(path: string): Script {
  const file = JSON.parse(readFileSync(path, "utf8")) as {
    tools?: unknown[];
    server?: string[];
    later?: { after_ms: number; notify?: boolean; tools: unknown[] };
  };
  const behaviours = new Map<string, number>();
  for (const text of file.server ?? []) {
    const [name = "", number] = text.split(":");
    if (!knownBehaviours.has(name)) throw new Error(`The behaviour "${name}" does not exist.`);
    behaviours.set(name, Number(number ?? 0));
  }
  const later = file.later && {
    afterMs: file.later.after_ms,
    notify: file.later.notify ?? false,
    tools: file.later.tools.map(readTool),
  };
  return { tools: (file.tools ?? []).map(readTool), behaviours, later };
}
