import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { RunInstruction } from "./case-format.ts";
import { secretVariables } from "./case-secrets.ts";
import type { CommandOutcome } from "./observation.ts";
import type { ProjectFolder } from "./project-folder.ts";

const timeLimitMs = 60_000;

/** Makes a process believe that its stdout is a terminal; what it writes is still read from a pipe. */
const terminal = "Object.defineProperties(process.stdout,{isTTY:{value:true},columns:{value:100},rows:{value:40}})";

/** Starts the command of a case in its project folder and waits for its end. */
export async function runCommand(
  instruction: RunInstruction,
  project: ProjectFolder,
  commands: string,
): Promise<CommandOutcome> {
  const [name = "", ...args] = instruction.command ?? [];
  const preload =
    instruction.tty === true ? { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(terminal)}` } : {};
  const child = spawn(join(commands, name), args, {
    cwd: project.folder,
    env: {
      PATH: [commands, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      HOME: join(project.outside, "home"),
      GRAPH_TRUST: "1",
      ...secretVariables(instruction),
      ...preload,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  // The command may end without reading its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(instruction.stdin ?? "");
  const timer = setTimeout(() => child.kill("SIGKILL"), timeLimitMs);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  const file = instruction.stdout_to;
  if (file !== undefined) {
    mkdirSync(dirname(project.path(file)), { recursive: true });
    writeFileSync(project.path(file), stdout);
  }
  return { exitCode, stdout, stderr };
}
