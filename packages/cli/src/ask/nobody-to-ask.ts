import type { CommandContext } from "../context.ts";

/** Why nobody can be asked here, in words; `undefined` when a person sits at a terminal that nothing else reads from. */
export function nobodyToAsk({ world, list }: Pick<CommandContext, "world" | "list">): string | undefined {
  if ((world.processes.environment("GRAPH_EVENTS") ?? "") !== "") return "`GRAPH_EVENTS` is set";
  if (list("input").includes("-")) return "`--input -` reads standard input";
  if (!process.stderr.isTTY) return "standard error is no terminal";
  return process.stdin.isTTY ? undefined : "standard input is no terminal";
}
