import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "@graph/test-chaos-server";

/** Makes a process believe that it reads from a terminal and reports to one, both of which are still pipes. */
const terminal = "for(const s of [process.stdin,process.stderr])Object.defineProperty(s,'isTTY',{value:true})";

const binary = fileURLToPath(new URL("../../packages/cli/bin/graph.js", import.meta.url));

/** How a command ended. */
export interface GraphOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is started. */
interface GraphOptions {
  readonly stdin?: string;
  /** The command believes that a person sits at a terminal and types `stdin`, whose end comes with `typesOn` only when it has ended. */
  readonly terminal?: boolean;
  readonly typesOn?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Below the project's folder. */
  readonly folder?: string;
  /** Called with stderr so far, each time more of it has come. */
  readonly onError?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** A project in a folder of its own, with a home folder of its own, and the built command. */
export interface GraphProject {
  readonly folder: string;
  readonly home: string;
  write(files: Readonly<Record<string, string>>): void;
  graph(args: readonly string[], options?: GraphOptions): Promise<GraphOutcome>;
  remove(): void;
}

/** Makes a project with these files, by their names below its folder. */
export function makeGraphProject(files: Readonly<Record<string, string>> = {}): GraphProject {
  const outside = makeTemporaryFolder();
  const folder = join(outside.path, "project");
  const home = join(outside.path, "home");
  mkdirSync(folder);
  mkdirSync(home);
  const project: GraphProject = {
    folder,
    home,
    write(texts) {
      for (const [name, text] of Object.entries(texts)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    graph: (args, options = {}) => run(args, { ...options, cwd: join(folder, options.folder ?? "."), home }),
    remove: outside.remove,
  };
  project.write(files);
  return project;
}

function run(
  args: readonly string[],
  options: GraphOptions & { readonly cwd: string; readonly home: string },
): Promise<GraphOutcome> {
  const preload =
    options.terminal === true ? { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(terminal)}` } : {};
  const child = spawn(process.execPath, [binary, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: options.home, ...preload, ...options.environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    options.onError?.(stderr, (signal) => child.kill(signal));
  });
  // The command may end without reading its input.
  child.stdin.on("error", () => undefined);
  child.stdin.write(options.stdin ?? "");
  if (options.typesOn !== true) child.stdin.end();
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}
