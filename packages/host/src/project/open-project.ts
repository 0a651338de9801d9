import path from "node:path";
import { checkPlan, parsePlan, type Diagnostic, type JsonObject, type PlanSnapshot } from "@graph/plan";
import type { RunEvent, RunEventName, Runner, RunResult } from "@graph/runner";
import { createCatalog, type RegisteredTool, type ToolCatalog } from "@graph/tools";
import { realWorld, type World } from "@graph/world";
import { configFiles, loadConfig } from "../config/load-config.ts";
import { planFolders } from "../plans/plan-folders.ts";
import type { PlanFile } from "../plans/plan-file.ts";
import { openProjectStore } from "../store/project-store.ts";
import { decideTrust } from "../trust/decide-trust.ts";
import { unknownAlwaysLoaded } from "./always-loaded.ts";
import { addBuiltins, untrustedAccess } from "./builtin-tools.ts";
import { callPlan } from "./call-plan.ts";
import { withDefaultTimeout } from "./default-timeout.ts";
import { findProjectFolder } from "./find-folder.ts";
import { createPlanShelf, type PlanShelf } from "./plan-shelf.ts";
import type { OpenOptions, Project, ProjectCheck, RunOptions } from "./project.ts";
import { refusedResult } from "./refused-result.ts";
import { createServerHub, type ServerHub } from "./server-hub.ts";
import { snapshotTools } from "./snapshot-tools.ts";
import { withOutput } from "./with-output.ts";
import { readsCatalog, serversOf, toolNeeds } from "./tool-needs.ts";

const eventNames = [
  "run-start",
  "run-finish",
  "step-start",
  "step-retry",
  "step-finish",
  "run-cancel",
] as const satisfies readonly RunEventName[];

/**
 * Opens the project of a folder. Nothing of it needs to be right: whatever is wrong with its files stands in `diagnostics()`, and
 * the rest works. No server is started before something needs it.
 */
export async function openProject(options: OpenOptions = {}): Promise<Project> {
  const world = options.world ?? realWorld();
  const { workingFolder } = world.processes;
  const folder =
    options.dir === undefined
      ? await findProjectFolder(world, workingFolder)
      : path.resolve(workingFolder, options.dir);
  const config = await loadConfig(world, configFiles(world, folder));
  const trust = await decideTrust(world, folder, config, options.trust);
  const catalog = createCatalog({ ceilings: config.ceilings });
  const store = openProjectStore(world, folder);
  addBuiltins(catalog, { world, folder, config, trust, decisionModels: options.decisionModels });
  for (const entry of options.tools ?? []) {
    if ("tool" in entry) catalog.add(entry.tool, { namespace: entry.namespace });
    else catalog.add(entry);
  }
  const hub = createServerHub({
    world,
    folder,
    config,
    trusted: trust.trusted,
    enabled: options.servers !== false,
    catalog,
    store,
  });
  const shelf = createPlanShelf({
    world,
    folders: planFolders(world, folder, config),
    catalog,
    isServer: (id) => config.servers.has(id),
  });
  await shelf.refresh();
  return projectOf({
    world,
    folder,
    config,
    trust,
    catalog,
    hub,
    shelf,
    notes: () => [...untrustedAccess(config, trust), ...store.notes],
  });
}

interface Parts extends Pick<Project, "world" | "folder" | "config" | "trust"> {
  readonly catalog: ToolCatalog;
  readonly hub: ServerHub;
  readonly shelf: PlanShelf;
  readonly notes: () => readonly Diagnostic[];
}

function projectOf(parts: Parts): Project {
  const { world, folder, config, trust, catalog, hub, shelf } = parts;
  let runner: Runner | undefined;
  let warnings: readonly Diagnostic[] = [];

  async function everything(): Promise<void> {
    await hub.ensure("all");
    shelf.register("all");
    const names = catalog.entries().map((tool) => tool.name);
    warnings = unknownAlwaysLoaded(config.alwaysLoaded, names, catalog.servers());
  }

  async function check(reference: string): Promise<ProjectCheck> {
    await shelf.refresh();
    const { plan, diagnostics } = await shelf.find(reference);
    if (plan === undefined) return { diagnostics, hidden: 0 };
    const needs = toolNeeds(plan.parsed, shelf.planOf);
    await hub.ensure(serversOf(needs.names, config.servers.keys()));
    shelf.register(needs.plans.keys());
    let outcome = checkPlan(plan.parsed, shelf.catalogFor(plan, needs.names));
    if (outcome.diagnostics.some((diagnostic) => diagnostic.code === "tool/unknown")) {
      // The names that may have been meant are known only now that all plans are in the catalog.
      shelf.register("all");
      outcome = checkPlan(plan.parsed, shelf.catalogFor(plan, needs.names));
    }
    const missing = shelf.missingServers(plan.parsed).map((one) => serverMissing(plan, one));
    const { snapshot } = outcome;
    return {
      plan,
      ...(snapshot !== undefined && missing.length === 0 && { snapshot }),
      diagnostics: [...missing, ...outcome.diagnostics],
      hidden: outcome.hidden,
    };
  }

  async function runChecked(
    snapshot: PlanSnapshot,
    input: Parameters<Project["runChecked"]>[1],
    watching: RunOptions = {},
  ): Promise<RunResult> {
    const names = snapshotTools(snapshot);
    if ([...names].some((name) => readsCatalog.has(name))) {
      await shelf.refresh();
      await everything();
    } else await hub.ensure(serversOf(names, config.servers.keys()));
    runner ??= (await import("@graph/runner")).createRunner({ world, catalog });
    const { defaultTimeoutMs } = config;
    const plan = defaultTimeoutMs === undefined ? snapshot : withDefaultTimeout(snapshot, defaultTimeoutMs);
    return watchRun(runner, plan, input, world, watching);
  }

  const project: Project = {
    folder,
    world,
    config,
    trust,
    async plans() {
      await shelf.refresh();
      return shelf.list();
    },
    async find(reference) {
      await shelf.refresh();
      return shelf.find(reference);
    },
    check,
    async run(reference, input, watching) {
      const checked = await check(reference);
      if (checked.snapshot !== undefined) return runChecked(checked.snapshot, input, watching);
      return refusedResult(checked.plan?.identifier ?? reference, checked.diagnostics, world.clock.now());
    },
    runChecked,
    async call(tool, input, watching) {
      const plan = parsePlan(callPlan(tool, input));
      await shelf.refresh();
      const needs = toolNeeds(plan, shelf.planOf);
      await hub.ensure(serversOf(needs.names, config.servers.keys()));
      shelf.register(needs.plans.keys());
      const checked = checkPlan(plan, catalog);
      if (checked.snapshot === undefined) return refusedResult(plan.identifier, checked.diagnostics, world.clock.now());
      const result = await runChecked(checked.snapshot, input, watching);
      const { output } = result;
      const inner =
        typeof output === "object" && output !== null && !Array.isArray(output)
          ? (output as JsonObject)["result"]
          : null;
      return withOutput(result, inner ?? null);
    },
    async catalog() {
      await shelf.refresh();
      await everything();
      shelf.settleEffects();
      return catalog;
    },
    async tool(name): Promise<RegisteredTool | undefined> {
      await shelf.refresh();
      const plan = shelf.planOf(name);
      if (plan === undefined) await hub.ensure(serversOf(new Set([name]), config.servers.keys()));
      else {
        const needs = toolNeeds(plan, shelf.planOf);
        await hub.ensure(serversOf(needs.names, config.servers.keys()));
        shelf.register([name, ...needs.plans.keys()]);
        shelf.settleEffects();
      }
      return catalog.get(name);
    },
    async servers(list) {
      if (list !== undefined) await hub.ensure(list);
      return catalog.servers();
    },
    diagnostics: () => [
      ...config.diagnostics,
      ...shelf.diagnostics(),
      ...hub.diagnostics(),
      ...warnings,
      ...parts.notes(),
    ],
    textOf: (file) => config.texts.get(file) ?? shelf.textOf(file),
    async refresh() {
      await hub.close();
      await shelf.refresh();
    },
    async close() {
      await runner?.close();
      await hub.close();
    },
  };
  return project;
}

/** A hidden plan that somebody asks for: refused, where it says what it needs. */
function serverMissing(
  plan: PlanFile,
  { server, pointer }: { readonly server: string; readonly pointer: string },
): Diagnostic {
  return {
    code: "tool/server-missing",
    severity: "error",
    message: `The plan requires the server \`${server}\`, which is not configured. Add [mcp.${server}] to the config.`,
    file: plan.file,
    ...plan.parsed.locator.at(pointer),
    path: pointer,
  };
}

async function watchRun(
  runner: Runner,
  plan: PlanSnapshot,
  input: Parameters<Project["runChecked"]>[1],
  world: World,
  watching: RunOptions,
): Promise<RunResult> {
  const { onEvent, signal } = watching;
  // Chosen here, so that events of the very first moment can be told from those of other runs.
  const runId = world.random.uuid();
  const listener = (event: RunEvent): void => {
    if (event.runId === runId) onEvent?.(event);
  };
  if (onEvent !== undefined) for (const name of eventNames) runner.on(name, listener);
  const run = runner.start(plan, input, { runId });
  const cancel = (): void => {
    run.cancel();
  };
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await run.result;
  } finally {
    signal?.removeEventListener("abort", cancel);
    if (onEvent !== undefined) for (const name of eventNames) runner.off(name, listener);
  }
}
