import type { Project, OpenOptions } from "@graph/host";
import type { World } from "@graph/world";
import type { Streams } from "./output/streams.ts";

/** What a command is given. */
export interface CommandContext {
  readonly world: World;
  readonly streams: Streams;
  /** The argument, when the command has one and it was given. */
  readonly argument: string | undefined;
  /** Whether `--json` was given. */
  readonly json: boolean;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** The values of an option that may be repeated. */
  list(name: string): readonly string[];
  /** The folder that the command works in: `--dir`, else the working folder. */
  readonly folder: string;
  /** Aborted by Ctrl-C, a request to end, or a terminal that closes; a command hands it on to whatever waits. */
  readonly signal: AbortSignal;
  /** Whether it was Ctrl-C. */
  interrupted(): boolean;
  /** Opens the project; it is closed when the command has ended. */
  openProject(options?: Pick<OpenOptions, "servers">): Promise<Project>;
}

/** A command: does its work and says what the process ends with. */
export type Command = (context: CommandContext) => Promise<number>;
