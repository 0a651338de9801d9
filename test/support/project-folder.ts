import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chaosServerPath } from "@graph/test-chaos-server";

const root = fileURLToPath(new URL("../../", import.meta.url));
const fromSource = ["--conditions=@graph/source", "--import", import.meta.resolve("tsx")];

/** The project of a case: `project/.graph/…` in an empty folder of its own. */
export class ProjectFolder {
  /** The empty folder around the project. */
  readonly outside: string = mkdtempSync(join(tmpdir(), "graph-case-"));
  /** The folder of the project. */
  readonly folder: string = join(this.outside, "project");
  /** Calls and serials of the fake tools, when those live in another process. */
  readonly stateFile: string = join(this.outside, "fake-state.json");
  readonly outFile: string = join(this.folder, "out.txt");

  constructor() {
    mkdirSync(join(this.folder, ".graph"), { recursive: true });
    mkdirSync(join(this.outside, "home"));
  }

  /** The absolute path of a name relative to `.graph/`. */
  path(relative: string): string {
    return join(this.folder, ".graph", relative);
  }

  write(files: Readonly<Record<string, string>>, replace: (text: string) => string = (text) => text): void {
    for (const [relative, text] of Object.entries(files)) {
      const path = this.path(relative);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, replace(text));
    }
  }

  link(links: Readonly<Record<string, string>>): void {
    for (const [from, to] of Object.entries(links)) symlinkSync(this.path(to), this.path(from));
  }

  /** The text of a file, `undefined` when there is none. */
  read(relative: string): string | undefined {
    const path = this.path(relative);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  remove(): void {
    rmSync(this.outside, { recursive: true, force: true });
  }
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A folder with the commands that cases name, to be put in front of PATH: `graph` and `chaos-server`, both as they were built.
 */
export function commandFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "graph-bin-"));
  const commands: Readonly<Record<string, readonly string[]>> = {
    graph: [join(root, "packages/cli/bin/graph.js")],
    "chaos-server": [chaosServerPath],
  };
  for (const [name, args] of Object.entries(commands)) {
    const line = [process.execPath, ...args].map(shellQuoted).join(" ");
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nexec ${line} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return folder;
}

/** The lines of `config.toml` that start the fake tools as a server, with the operator's word on each of them. */
export function fakeServerConfig(project: Pick<ProjectFolder, "stateFile" | "outFile">): string {
  const args = [
    ...fromSource,
    fileURLToPath(import.meta.resolve("./fake-server.ts")),
    project.stateFile,
    project.outFile,
  ];
  const reads = ["echo", "sleep", "never", "fail", "fail_on", "hash", "join", "big", "deep", "bad_json"];
  const lines = [
    "[mcp.fake]",
    `command = ${JSON.stringify(process.execPath)}`,
    `args = ${JSON.stringify(args)}`,
    `read_only = ${JSON.stringify([...reads, "unique"])}`,
    `idempotent = ${JSON.stringify([...reads, "put"])}`,
    `idempotency_argument = "idempotency_key"`,
  ];
  return `\n${lines.join("\n")}\n`;
}
