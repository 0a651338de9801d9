import { readFileSync } from "node:fs";
import { formatCompact, formatDiagnostic, type Diagnostic, type JsonObject } from "@graph/plan";
import type { Project } from "@graph/host";
import type { RunEvent, RunResult } from "@graph/runner";
import { built, type CaseRun } from "./case-format.ts";
import { distinct, openCaseProject, type CaseProject } from "./case-project.ts";
import { caseFile } from "./expect-diagnostics.ts";
import type { ConnectionCounter } from "./listener.ts";
import type { Observation } from "./observation.ts";
import { StallMeter } from "./process-guard.ts";
import type { ProjectFolder } from "./project-folder.ts";

interface Ran {
  readonly result: RunResult | undefined;
  readonly events: readonly RunEvent[];
  readonly realMs: number;
  readonly clockMs: number;
}

/** Runs a plan of a case in this process, as often as the case says, and tells what was seen each time. */
export async function runPlan(
  run: CaseRun,
  folder: ProjectFolder,
  listener: ConnectionCounter,
): Promise<readonly Observation[]> {
  const begun = performance.now();
  const stall = new StallMeter();
  const opened = await openCaseProject(run, folder);
  const { project, fakes, reference } = opened;
  const observations: Observation[] = [];
  try {
    const check = await project.check(reference);
    const pause = run.run.start_ms;
    if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause));
    const openMs = performance.now() - begun;
    const times = run.run.repeat ?? 1;
    for (let seed = 1; seed <= times; seed++) {
      fakes.reset();
      opened.world.reseed(seed);
      const runs =
        run.run.mode === "check" || check.snapshot === undefined
          ? [{ result: undefined, events: [], realMs: 0, clockMs: 0 }]
          : await runChecked(opened, run, check.snapshot);
      for (const ran of runs) {
        const diagnostics = distinct([
          ...project.diagnostics(),
          ...check.diagnostics,
          ...(ran.result?.diagnostics ?? []),
        ]);
        const status =
          ran.result?.status ?? (run.run.mode === "check" ? undefined : refusedStatus(run, check.diagnostics));
        observations.push({
          project: folder,
          diagnostics,
          ...(status === undefined ? {} : { status }),
          ...(ran.result === undefined ? {} : { output: ran.result.output, result: ran.result }),
          events: ran.events,
          catalog: [],
          fakes: fakes.copy(),
          messages: new Map(),
          ...(opened.decider === undefined ? {} : { questions: opened.decider.asked }),
          connections: listener.connections,
          realMs: openMs + ran.realMs,
          stallMs: 0,
          clockMs: ran.clockMs,
          texts: textsOf(ran, diagnostics, project),
        });
      }
    }
    const stallMs = stall.stop();
    const catalog = (await project.catalog()).entries();
    const searchable = new Set(
      catalog.map((tool) => tool.name).filter((name) => !/^(?:builtin|plan|fake)__/.test(name)),
    );
    const late = distinct(project.diagnostics());
    return observations.map((seen) =>
      Object.assign(seen, {
        diagnostics: distinct([...seen.diagnostics, ...late]),
        catalog,
        searchable,
        stallMs,
        messages: serverMessages(folder),
        connections: listener.connections,
      }),
    );
  } finally {
    stall.stop();
    await project.close();
  }
}

async function runChecked(
  { project, world }: CaseProject,
  run: CaseRun,
  snapshot: Parameters<Project["runChecked"]>[0],
): Promise<readonly Ran[]> {
  const { clock } = world.world;
  const one = async (begun: () => void): Promise<Ran> => {
    const events: RunEvent[] = [];
    const cancel = new AbortController();
    const at = run.run.cancel_at_ms;
    const timer = at === undefined ? undefined : clock.timer(at, () => cancel.abort());
    const [realFrom, clockFrom] = [performance.now(), clock.monotonic()];
    const input = built(run.run.input) as JsonObject;
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      begun();
    };
    const result = await project.runChecked(snapshot, input, { onEvent, signal: cancel.signal });
    timer?.cancel();
    return { result, events, realMs: performance.now() - realFrom, clockMs: clock.monotonic() - clockFrom };
  };
  world.startJumps();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const runs = Promise.all(Array.from({ length: run.run.at_once ?? 1 }, () => one(begin)));
  // What the host does before the first event takes real time, which a virtual clock must not run ahead of.
  await Promise.race([begun, runs]);
  return world.until(runs);
}

/** The host says `failed` of a plan that is refused; here that is right only for a case that wants it to be refused. */
function refusedStatus({ expect }: CaseRun, found: readonly Diagnostic[]): string {
  const errors = new Set<string>(found.filter(({ severity }) => severity === "error").map(({ code }) => code));
  const isWanted = expect.diagnostics?.some(({ code }) => errors.has(code)) === true;
  return isWanted ? "failed" : "refused by the checker";
}

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (item instanceof Map ? Object.fromEntries(item) : item)) ?? "";

/** Everything of a run that a person or a machine can read. */
function textsOf(ran: Ran, diagnostics: readonly Diagnostic[], project: Project): readonly string[] {
  const framed = diagnostics.map((found) => {
    const text = found.file === undefined ? undefined : project.textOf(found.file);
    return formatDiagnostic(found, text === undefined ? {} : { text });
  });
  return [plain(ran.result), plain(ran.events), plain(diagnostics), ...framed, ...diagnostics.map(formatCompact)];
}

/** Messages that the servers of `config.toml` got, by `server:method`. */
function serverMessages(folder: ProjectFolder): ReadonlyMap<string, number> {
  const messages = new Map<string, number>();
  const config = folder.read("config.toml") ?? "";
  for (const [, server = "", file = ""] of config.matchAll(/\[mcp\.([^\]]+)\][^[]*?args = \["([^"]+)"/gu)) {
    let text: string;
    try {
      text = readFileSync(folder.path(`${caseFile(file) ?? ""}.counts.json`), "utf8");
    } catch {
      continue;
    }
    for (const [method, count] of Object.entries(JSON.parse(text) as Record<string, number>)) {
      messages.set(`${server}:${method}`, count);
    }
  }
  return messages;
}
