import { homedir } from "node:os";
import { type Processes, WorldError } from "../world.ts";
import { wrapChild } from "./child-process.ts";
import { readEnvironment } from "./environment.ts";

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
      // A group of its own, so that a signal reaches what it starts. On Windows it would mean a window of its own instead.
      const leadsGroup = process.platform !== "win32";
      const child = spawn(command, [...args], {
        cwd: options.workingFolder,
        env: { ...options.environment },
        stdio: ["pipe", "pipe", "pipe"],
        shell: false,
        windowsHide: true,
        detached: leadsGroup,
      });
      return wrapChild(command, child, leadsGroup);
    },
  };
}
