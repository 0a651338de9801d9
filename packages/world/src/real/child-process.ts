import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { pipeText } from "../pipe-text.ts";
import { type ChildProcess, WorldError } from "../world.ts";
import { endWithUs } from "./end-with-us.ts";
import { systemCode } from "./system-failure.ts";

/** How long what a program left running may take to leave, and may keep its pipes, in milliseconds. */
const graceMs = 500;
const lookEveryMs = 10;

/** A started program. `leadsGroup`: it and what it starts are a process group of their own, named by its pid. */
export function wrapChild(command: string, child: ChildProcessWithoutNullStreams, leadsGroup: boolean): ChildProcess {
  const output = pipeText();
  const error = pipeText();
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => error.push(text));
  // A child that died leaves a broken pipe; `ended` is where its end is told.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on("error", ignore);

  let hasExited = false;
  let isOver = false;
  let wasTold = false;
  let giveUp: NodeJS.Timeout | undefined;

  /** False when nobody was there to hear it. Signal 0 only asks. */
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false;
    if (!leadsGroup) return !hasExited && child.kill(signal);
    try {
      return process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  // A process outside the group may hold the other ends for as long as it likes.
  const destroyPipes = (): void => {
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  };

  const forget = endWithUs(() => signalGroup("SIGTERM"));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", (cause) => {
      // Node gives an error too when a program that runs could not be signalled.
      if (child.pid !== undefined) return;
      forget();
      reject(startFailure(command, cause));
    });
    child.once("exit", (code, signal) => {
      hasExited = true;
      const finish = (): void => {
        if (isOver) return;
        isOver = true;
        forget();
        clearTimeout(looking);
        clearTimeout(giveUp);
        destroyPipes();
        resolve({ code, signal });
      };
      // The group's number can't be given away while anybody is in it, and it can't have been yet.
      let looking: NodeJS.Timeout | undefined;
      const isAlone = !signalGroup(wasTold ? 0 : "SIGTERM");
      const look = (): void => {
        if (isAlone || !signalGroup(0)) finish();
        else looking = setTimeout(look, lookEveryMs);
      };
      child.once("close", look);
      clearTimeout(giveUp);
      giveUp = setTimeout(() => {
        if (!isAlone) signalGroup("SIGKILL");
        // After the pipes' turn in the loop: on a busy thread their last text may be waiting still.
        setImmediate(finish);
      }, graceMs);
    });
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
      if (isOver || child.pid === undefined) return;
      wasTold = true;
      signalGroup(signal);
      // One that even this does not end, because the kernel holds it, must not keep this process alive.
      if (signal === "SIGKILL" && !hasExited)
        giveUp ??= setTimeout(() => {
          destroyPipes();
          child.unref();
        }, graceMs);
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
