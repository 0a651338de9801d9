import path from "node:path";
import type { Project } from "@graph/host";
import { realWorld } from "@graph/world";
import { commandTable } from "./command-table.ts";
import type { Command, CommandContext } from "./context.ts";
import { exitCode } from "./exit-code.ts";
import { openStreams, type Streams } from "./output/streams.ts";
import { readArguments, type ParsedArguments } from "./read-arguments.ts";
import { UsageError } from "./usage-error.ts";

/** Where each command's code is; loaded when it is called. */
const commands: ReadonlyMap<string, () => Promise<{ readonly run: Command }>> = new Map([
  ["init", () => import("./commands/init.ts")],
  ["trust", () => import("./commands/trust.ts")],
  ["plan list", () => import("./commands/plan-list.ts")],
  ["plan show", () => import("./commands/plan-show.ts")],
  ["plan check", () => import("./commands/plan-check.ts")],
  ["plan run", () => import("./commands/plan-run.ts")],
  ["plan explain", () => import("./commands/plan-explain.ts")],
  ["plan docs", () => import("./commands/plan-docs.ts")],
  ["tools list", () => import("./commands/tools-list.ts")],
  ["tools show", () => import("./commands/tools-show.ts")],
  ["tools search", () => import("./commands/tools-search.ts")],
  ["tools call", () => import("./commands/tools-call.ts")],
  ["mcp list", () => import("./commands/mcp-list.ts")],
  ["mcp test", () => import("./commands/mcp-test.ts")],
  ["config show", () => import("./commands/config-show.ts")],
]);

/** Runs one command line and says what the process ends with. Never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  const world = realWorld();
  const streams = openStreams((name) => world.processes.environment(name));
  const json = words.includes("--json");
  const opened: Project[] = [];
  try {
    const parsed = await readArguments(words, commandTable);
    const load = commands.get(parsed.command);
    if (load === undefined) throw new UsageError(`There is no command \`${parsed.command}\`.`);
    const { run } = await load();
    return await run(contextOf(parsed, { world, streams, opened }));
  } catch (error) {
    return reportFailure(error, streams, json);
  } finally {
    await Promise.all(opened.map((project) => project.close()));
  }
}

function contextOf(
  parsed: ParsedArguments,
  parts: Pick<CommandContext, "world" | "streams"> & { readonly opened: Project[] },
): CommandContext {
  const { world, streams, opened } = parts;
  const dir = parsed.text("dir");
  const folder = path.resolve(world.processes.workingFolder, dir ?? ".");
  return {
    world,
    streams,
    folder,
    argument: parsed.argument,
    json: parsed.flag("json"),
    flag: parsed.flag,
    text: parsed.text,
    list: parsed.list,
    async openProject(options = {}) {
      if (dir !== undefined && (await world.files.status(folder))?.kind !== "folder") {
        throw new UsageError(`There is no folder ${folder}.`);
      }
      const { openProject } = await import("@graph/host");
      const project = await openProject({
        world,
        ...(dir !== undefined && { dir: folder, trust: true }),
        ...options,
      });
      opened.push(project);
      return project;
    },
  };
}

/** The last resort: a person gets a sentence, never a stack. */
function reportFailure(error: unknown, streams: Streams, json: boolean): number {
  const usage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const code = usage ? "usage" : "internal";
  if (json) streams.document({ status: "failed", output: null, error: { code, message }, diagnostics: [] });
  if (usage) {
    const command = error.command === undefined ? "" : ` ${error.command}`;
    streams.tell(`error: ${message}\nSee graph${command} --help.`);
    return exitCode.usage;
  }
  streams.tell(`error: graph could not go on: ${message}`);
  return exitCode.failed;
}
