import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { homedir } from "node:os";
import { pipeText } from "../pipe-text.ts";
import type { ChildProcess, Processes } from "../world.ts";
import { WorldError } from "../world.ts";
import { readEnvironment } from "./environment.ts";
import { systemCode } from "./system-failure.ts";

/** This process and the ones it starts. */
export function realProcesses(): Processes {
  return {
    pid: process.pid,
    get workingFolder() {
      return process.cwd();
    },
    get homeFolder() {
      return homedir();
    },
    platform: process.platform,
    environment: readEnvironment,
    start(command, args, options) {
      if (command === "" || [command, ...args].some((text) => text.includes("\0"))) {
        throw new WorldError(
          "invalid",
          command,
          "A command and its arguments may not be empty or hold a NUL character.",
        );
      }
      const { spawn } = process.getBuiltinModule("node:child_process");
      return wrap(
        command,
        spawn(command, [...args], {
          cwd: options.workingFolder,
          env: { ...options.environment },
          stdio: ["pipe", "pipe", "pipe"],
          shell: false,
          windowsHide: true,
        }),
      );
    },
  };
}

function wrap(command: string, child: ChildProcessWithoutNullStreams): ChildProcess {
  const output = pipeText();
  const error = pipeText();
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => error.push(text));
  // A child that died leaves a broken pipe; `ended` is where its end is told.
  child.stdin.on("error", ignore);
  child.stdout.on("error", ignore);
  child.stderr.on("error", ignore);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", (cause) => reject(startFailure(command, cause)));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  // Whoever awaits it still gets the failure; nobody awaiting must not end the process.
  ended.catch(ignore);
  return {
    pid: child.pid,
    write(text) {
      if (child.stdin.writable) child.stdin.write(text);
    },
    endInput() {
      child.stdin.end();
    },
    onOutput: (listener) => output.listen(listener),
    onError: (listener) => error.listen(listener),
    ended,
    kill(signal = "SIGTERM") {
      child.kill(signal);
    },
  };
}

function startFailure(command: string, cause: unknown): WorldError {
  const code = systemCode(cause);
  if (code === "ENOENT") {
    const message = `The command ${command} was not found, or the folder it should run in is missing.`;
    return new WorldError("not-found", command, message, { cause });
  }
  if (code === "EACCES" || code === "EPERM") {
    return new WorldError("denied", command, `The command ${command} may not be started.`, { cause });
  }
  return new WorldError("io", command, `The command ${command} could not be started (${code}).`, { cause });
}

function ignore(): void {}
