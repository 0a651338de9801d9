import { existsSync } from "node:fs";
import type { DecisionModel } from "@graph/models";
import type { Diagnostic } from "@graph/plan";
import { openProject, type Project } from "@graph/host";
import type { Tool } from "@graph/tools";
import { builtCatalog, type CaseRun } from "./case-format.ts";
import { caseWorld, type CaseWorld } from "./case-world.ts";
import { fakeDecider, type FakeDecider } from "./fake-decider.ts";
import { FakeState } from "./fake-state.ts";
import { fakeTools } from "./fake-tools.ts";
import type { ProjectFolder } from "./project-folder.ts";

/** The project of a case, opened by the host with the tools that the case is to have. */
export interface CaseProject {
  readonly project: Project;
  readonly world: CaseWorld;
  readonly fakes: FakeState;
  readonly decider: FakeDecider | undefined;
  /** How the case's plan is named to the host. */
  readonly reference: string;
}

type Registered = { readonly tool: Tool; readonly namespace: string };

/** A tool that is only searched for. A definition needs a description; a dash holds no word for a search to find. */
function searchedTool(name: string, description: string): Registered {
  const at = name.indexOf("__");
  const tool: Tool = {
    name: name.slice(at + 2),
    description: description === "" ? "–" : description,
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    run: () => ({}),
  };
  return { tool, namespace: name.slice(0, at) };
}

/** Opens the project of a run. */
export async function openCaseProject(run: CaseRun, folder: ProjectFolder): Promise<CaseProject> {
  const instruction = run.run;
  const search = instruction.mode === "search";
  const world = caseWorld(instruction);
  const fakes = new FakeState();
  const setup = { state: fakes, world: world.world, outFile: folder.outFile };
  const tools: readonly Registered[] = search
    ? builtCatalog(instruction.catalog).map(({ name, description }) => searchedTool(name, description))
    : fakeTools(setup).map((tool) => ({ tool, namespace: "fake" }));
  const decider = instruction.decider === undefined ? undefined : fakeDecider(instruction.decider);
  const project = await openProject({
    dir: folder.folder,
    world: world.world,
    trust: true,
    tools,
    // A search case lists its whole catalog.
    ...(search ? { servers: false } : {}),
    ...(decider === undefined ? {} : { decisionModels: new Map<string, DecisionModel>([["decider", decider.model]]) }),
  });
  return { project, world, fakes, decider, reference: await planReference(project, run, folder) };
}

/** A plan whose file is too broken to have an identifier is named by its path. */
async function planReference(project: Project, run: CaseRun, folder: ProjectFolder): Promise<string> {
  const plan = run.run.plan ?? "";
  const found = await project.find(plan);
  const path = folder.path(`plans/${plan}.yaml`);
  return found.plan === undefined && existsSync(path) ? path : plan;
}

/** The same problem reported by the check and by the run counts once. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, line, column, at, message }) => {
    const key = JSON.stringify([code, file, line, column, at, message]);
    return seen.has(key) ? false : seen.add(key);
  });
}
