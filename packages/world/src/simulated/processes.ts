import { pipeText } from "../pipe-text.ts";
import { type ChildProcess, type Processes, WorldError } from "../world.ts";

/** A program that a script plays: what it was started with, and what it does. */
export interface ScriptedChild {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  output(text: string): void;
  error(text: string): void;
  /** Ends the program; nothing is heard from it or told to it afterwards. */
  exit(code: number | null, signal?: string): void;
  onInput(listener: (text: string) => void): void;
  onInputEnd(listener: () => void): void;
  /** Without a listener a kill ends the program at once. */
  onKill(listener: (signal: "SIGTERM" | "SIGKILL") => void): void;
}

/** Plays a program, or returns false when there is no such program. */
export type ProcessScript = (child: ScriptedChild) => boolean | void;

/** What the simulated processes know. */
export interface SimulatedProcessesOptions {
  readonly workingFolder?: string;
  readonly homeFolder?: string;
  readonly platform?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Without a script every start fails with `refused`. */
  readonly script?: ProcessScript;
}

/** Processes that run nothing: a script plays them, or they are refused. */
export function simulatedProcesses(options: SimulatedProcessesOptions = {}): Processes {
  const environment = new Map(Object.entries(options.environment ?? {}));
  let lastPid = 1;
  return {
    pid: 1,
    workingFolder: options.workingFolder ?? "/work",
    homeFolder: options.homeFolder ?? "/home/user",
    platform: options.platform ?? "linux",
    environment: (name) => environment.get(name),
    start(command, args, start) {
      lastPid += 1;
      return play(lastPid, { command, args, ...start }, options.script);
    },
  };
}

function play(
  pid: number,
  start: Pick<ScriptedChild, "command" | "args" | "workingFolder" | "environment">,
  script: ProcessScript | undefined,
): ChildProcess {
  const output = pipeText();
  const error = pipeText();
  const input = pipeText();
  const inputEnd: (() => void)[] = [];
  const killed: ((signal: "SIGTERM" | "SIGKILL") => void)[] = [];
  let settle: (result: { code: number | null; signal: string | null }) => void = () => {};
  let fail: (error: WorldError) => void = () => {};
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  ended.catch(() => {});
  let isOver = false;
  const exit = (code: number | null, signal?: string): void => {
    isOver = true;
    settle({ code, signal: signal ?? null });
  };
  const known = script?.({
    ...start,
    output(text) {
      if (!isOver) output.push(text);
    },
    error(text) {
      if (!isOver) error.push(text);
    },
    exit,
    onInput: (listener) => input.listen(listener),
    onInputEnd: (listener) => inputEnd.push(listener),
    onKill: (listener) => killed.push(listener),
  });
  isOver ||= script === undefined || known === false;
  if (script === undefined) {
    fail(new WorldError("refused", start.command, `No programs are started here: ${start.command} was not.`));
  } else if (known === false) {
    fail(new WorldError("not-found", start.command, `The command ${start.command} was not found.`));
  }
  return {
    pid,
    write(text) {
      if (!isOver) input.push(text);
    },
    endInput() {
      if (isOver) return;
      for (const listener of inputEnd) listener();
    },
    onOutput: (listener) => output.listen(listener),
    onError: (listener) => error.listen(listener),
    ended,
    kill(signal = "SIGTERM") {
      if (isOver) return;
      for (const listener of killed) listener(signal);
      if (killed.length === 0 || signal === "SIGKILL") exit(null, signal);
    },
  };
}
