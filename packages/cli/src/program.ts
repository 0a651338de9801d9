import path from "node:path";
import type { Project } from "@graph/host";
import { realWorld } from "@graph/world";
import { commandTable } from "./command-table.ts";
import type { Command, CommandContext } from "./context.ts";
import { exitCode } from "./exit-code.ts";
import { killable } from "./killable.ts";
import { listenForInterrupt, type Interrupt } from "./interrupt.ts";
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

/** How a command line ended. */
export interface ProgramEnd {
  readonly code: number;
  /** Somebody ended it: by Ctrl-C, a request to end, or a terminal that closed. */
  readonly cancelled: boolean;
}

/** Runs one command line and says what the process ends with. Never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  return (await runCommandLine(words)).code;
}

/** As `runProgram`, and says whether somebody ended it. */
export async function runCommandLine(words: readonly string[]): Promise<ProgramEnd> {
  const { world, killChildren } = killable(realWorld());
  const streams = openStreams((name) => world.processes.environment(name));
  const json = words.includes("--json");
  const opened: Project[] = [];
  const interrupt = listenForInterrupt(streams, killChildren);
  const code = await runCommand(words, { world, streams, opened, interrupt, json });
  await Promise.all(opened.map((project) => project.close()));
  interrupt.release();
  const lost = await streams.written();
  if (lost !== undefined) streams.tell(lost);
  // A result that nobody got is no success.
  const isDone = code === exitCode.done || code === exitCode.notPlain;
  return { code: lost !== undefined && isDone ? exitCode.failed : code, cancelled: interrupt.signal.aborted };
}

interface Parts extends Pick<CommandContext, "world" | "streams" | "json"> {
  readonly opened: Project[];
  readonly interrupt: Interrupt;
}

async function runCommand(words: readonly string[], parts: Parts): Promise<number> {
  const { streams, interrupt, json } = parts;
  let command: string | undefined;
  try {
    const parsed = await readArguments(words, commandTable);
    command = parsed.command;
    const load = commands.get(parsed.command);
    if (load === undefined) throw new UsageError(`There is no command \`${parsed.command}\`.`);
    const { run } = await load();
    return await run(contextOf(parsed, parts));
  } catch (error) {
    if (error === interrupt.signal.reason && interrupt.signal.aborted) return reportCancelled(interrupt, streams, json);
    return reportFailure(error, streams, { json, command });
  }
}

function contextOf(parsed: ParsedArguments, parts: Parts): CommandContext {
  const { world, streams, opened, interrupt } = parts;
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
    signal: interrupt.signal,
    interrupted: interrupt.interrupted,
    async openProject(options = {}) {
      if (dir !== undefined && (await world.files.status(folder))?.kind !== "folder") {
        throw new UsageError(`There is no folder ${folder}.`);
      }
      if (dir !== undefined && (await world.files.status(path.join(folder, ".graph")))?.kind !== "folder") {
        streams.tell(
          `note: The folder ${folder} has no .graph, so it has no plans of its own; \`graph init\` makes one.`,
        );
      }
      const { openProject } = await import("@graph/host");
      const project = await openProject({
        world,
        ...(dir !== undefined && { dir: folder, trust: true }),
        ...options,
      });
      opened.push(project);
      streams.hideSecrets((text) => project.hideSecrets(text));
      return project;
    },
  };
}

/** The command was ended before it had anything to show. */
function reportCancelled(interrupt: Interrupt, streams: Streams, json: boolean): number {
  if (json) streams.document({ status: "cancelled", output: null, diagnostics: [] });
  streams.tell("Cancelled.");
  return interrupt.interrupted() ? exitCode.interrupted : exitCode.failed;
}

/** The last resort: a person gets a sentence, never a stack. */
function reportFailure(
  error: unknown,
  streams: Streams,
  { json, command }: { readonly json: boolean; readonly command: string | undefined },
): number {
  const usage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const code = usage ? "usage" : "internal";
  if (json) streams.document({ status: "failed", output: null, error: { code, message }, diagnostics: [] });
  if (usage) {
    const about = error.command ?? command;
    streams.tell(`error: ${message}\nSee graph${about === undefined ? "" : ` ${about}`} --help.`);
    return exitCode.usage;
  }
  streams.tell(`error: graph could not go on: ${message}`);
  return exitCode.failed;
}
