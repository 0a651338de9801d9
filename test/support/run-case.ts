import { rmSync } from "node:fs";
import { delimiter } from "node:path";
import type { Diagnostic, Json } from "@graph/plan";
import type { CaseRun } from "./case-format.ts";
import { openCaseProject } from "./case-project.ts";
import { secretsConfig } from "./case-secrets.ts";
import { checkExpectation } from "./expectations.ts";
import { FakeState } from "./fake-state.ts";
import { checkInvariants } from "./invariants.ts";
import { ConnectionCounter } from "./listener.ts";
import type { CaseMemory, CommandOutcome, Observation } from "./observation.ts";
import { ProcessGuard } from "./process-guard.ts";
import { commandFolder, fakeServerConfig, ProjectFolder } from "./project-folder.ts";
import { runCommand } from "./run-command.ts";
import { runPlan } from "./run-plan.ts";

const placeholder = /@@([^@/]+)\/([^@]+)@@/gu;

/** Carries out runs of cases, one after the other. The commands that they name are in front of PATH meanwhile. */
export class CaseRunner {
  readonly #commands = commandFolder();
  readonly #path = process.env["PATH"];
  #folder: ProjectFolder | undefined;

  static open(): Promise<CaseRunner> {
    const runner = new CaseRunner();
    process.env["PATH"] = [runner.#commands, runner.#path ?? ""].join(delimiter);
    return Promise.resolve(runner);
  }

  close(): void {
    if (this.#path === undefined) delete process.env["PATH"];
    else process.env["PATH"] = this.#path;
    rmSync(this.#commands, { recursive: true, force: true });
  }

  /** Removes the project of the last run. */
  leaveProject(): void {
    this.#folder?.remove();
    this.#folder = undefined;
  }

  /** Carries out one run; what was not as it should be. */
  async run(run: CaseRun, memory: CaseMemory): Promise<readonly string[]> {
    const guard = new ProcessGuard();
    const listener = await ConnectionCounter.open();
    const problems: string[] = [];
    try {
      const folder = await this.#prepare(run, listener);
      const observations =
        run.run.mode === "cli" ? [await this.#command(run, folder, listener)] : await runPlan(run, folder, listener);
      for (const seen of observations) {
        problems.push(...checkExpectation(run.expect, seen, memory), ...checkInvariants(seen));
        memory.firstOutput ??= seen.output;
        if (problems.length > 0) break;
      }
    } finally {
      await listener.close();
    }
    return [...problems, ...(await guard.problems())];
  }

  async #prepare(run: CaseRun, listener: ConnectionCounter): Promise<ProjectFolder> {
    if (run.continue && this.#folder !== undefined) return this.#folder;
    this.leaveProject();
    const folder = new ProjectFolder();
    this.#folder = folder;
    const withPort = (text: string): string => text.replaceAll("@@port@@", String(listener.port));
    folder.write(run.files, withPort);
    folder.link(run.run.links ?? {});
    const added = secretsConfig(run.run) + (run.run.mode === "cli" ? fakeServerConfig(folder) : "");
    if (added !== "") folder.write({ "config.toml": (folder.read("config.toml") ?? "version = 1\n") + added });
    const named = Object.entries(run.files).filter(([, text]) => placeholder.test(text));
    if (named.length > 0) await writeNames(Object.fromEntries(named), run, folder);
    return folder;
  }

  async #command(run: CaseRun, folder: ProjectFolder, listener: ConnectionCounter): Promise<Observation> {
    const begun = performance.now();
    const command = await runCommand(run.run, folder, this.#commands);
    const realMs = performance.now() - begun;
    return {
      project: folder,
      ...documentOf(run, command),
      events: [],
      catalog: [],
      fakes: new FakeState(folder.stateFile),
      messages: new Map(),
      connections: listener.connections,
      realMs,
      stallMs: 0,
      clockMs: realMs,
      command,
      texts: [command.stdout, command.stderr],
    };
  }
}

/** Puts the public names of tools in place of `@@server/tool@@`. */
async function writeNames(files: Readonly<Record<string, string>>, run: CaseRun, folder: ProjectFolder): Promise<void> {
  const { project } = await openCaseProject(run, folder);
  try {
    const entries = (await project.catalog()).entries();
    const nameOf = (whole: string, server: string, tool: string): string =>
      entries.find(({ owner }) => owner.kind === "server" && owner.server === server && owner.tool === tool)?.name ??
      whole;
    folder.write(files, (text) => text.replaceAll(placeholder, nameOf));
  } finally {
    await project.close();
  }
}

/** What the one document on stdout says of the run. */
function documentOf(
  run: CaseRun,
  { stdout }: CommandOutcome,
): { diagnostics: readonly Diagnostic[]; status?: string; output?: Json } {
  if (run.run.command?.includes("--json") !== true) return { diagnostics: [] };
  let document: unknown;
  try {
    document = JSON.parse(stdout);
  } catch {
    return { diagnostics: [] };
  }
  if (document === null || typeof document !== "object") return { diagnostics: [] };
  const { status, output, diagnostics } = document as { status?: string; output?: Json; diagnostics?: Diagnostic[] };
  return {
    diagnostics: diagnostics ?? [],
    ...(status === undefined ? {} : { status }),
    ...(output === undefined ? {} : { output }),
  };
}
