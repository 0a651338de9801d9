import path from "node:path";
import { checkPlan, parsePlan, type Diagnostic, type JsonObject, type PlanSnapshot } from "@graph/plan";
import type { Run, RunEvent, RunEventName, Runner, RunResult, SecretSource } from "@graph/runner";
import { createCatalog, type RegisteredTool, type ToolCatalog } from "@graph/tools";
import { realWorld, type World } from "@graph/world";
import { configFiles, loadConfig } from "../config/load-config.ts";
import { withRaised } from "../config/raised-settings.ts";
import { planFolders } from "../plans/plan-folders.ts";
import type { PlanFile } from "../plans/plan-file.ts";
import { readSecrets } from "../secrets/read-secrets.ts";
import { readVariables } from "../secrets/read-variables.ts";
import { openProjectStore } from "../store/project-store.ts";
import { decideTrust } from "../trust/decide-trust.ts";
import { refusedEntries } from "../trust/refused-entries.ts";
import { untrustedAccess } from "../trust/untrusted-access.ts";
import { unknownAlwaysLoaded } from "./always-loaded.ts";
import { addBuiltins } from "./builtin-tools.ts";
import { callCatalog, callPlan } from "./call-plan.ts";
import { withDefaultTimeout } from "./default-timeout.ts";
import { existingFolder, findProjectFolder } from "./find-folder.ts";
import { inputProblems } from "./input-problems.ts";
import { neverWritable } from "./never-writable.ts";
import { createPlanShelf, type PlanShelf } from "./plan-shelf.ts";
import type { OpenOptions, Project, ProjectCheck, RunOptions } from "./project.ts";
import { cancelledResult, refusedResult } from "./refused-result.ts";
import { type RunQuestion, tellQuestion } from "./run-question.ts";
import { createServerHub, type ServerHub } from "./server-hub.ts";
import { snapshotTools } from "./snapshot-tools.ts";
import { withOutput } from "./with-output.ts";
import { readsCatalog, serversOf, toolNeeds, type ToolNeeds } from "./tool-needs.ts";

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
 * the rest works. No server is started before something needs it. Throws a `WorldError` when `dir` is no folder.
 */
export async function openProject(options: OpenOptions = {}): Promise<Project> {
  const world = options.world ?? realWorld();
  const { workingFolder } = world.processes;
  const folder =
    options.dir === undefined
      ? await findProjectFolder(world, workingFolder)
      : await existingFolder(world, path.resolve(workingFolder, options.dir));
  const loaded = await loadConfig(world, configFiles(world, folder));
  const trust = await decideTrust(world, folder, loaded, options.trust);
  const config = trust.trusted ? withRaised(loaded) : loaded;
  const refused = refusedEntries(trust);
  const secrets = await readSecrets(world, folder, config, refused);
  const variables = readVariables(world, config, refused, secrets);
  const catalog = createCatalog({
    ceilings: config.ceilings,
    ...(variables.values !== undefined && { env: variables.values }),
  });
  catalog.setSecrets(secrets.states);
  const store = openProjectStore(world, folder);
  addBuiltins(catalog, {
    world,
    folder,
    config,
    trust,
    neverWritable: await neverWritable(world, folder, config),
    decisionModels: options.decisionModels,
    chatModels: options.chatModels,
  });
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
    secrets: secrets.values,
  });
  const shelf = createPlanShelf({
    world,
    folders: planFolders(world, folder, config),
    catalog,
    isServer: (id) => config.servers.has(id),
    isProject: (await world.files.status(path.join(folder, ".graph")))?.kind === "folder",
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
    secrets: secrets.source,
    notes: () => [...untrustedAccess(config, trust), ...secrets.diagnostics, ...variables.diagnostics, ...store.notes],
  });
}

interface Parts extends Pick<Project, "world" | "folder" | "config" | "trust"> {
  readonly catalog: ToolCatalog;
  readonly hub: ServerHub;
  readonly shelf: PlanShelf;
  readonly secrets: SecretSource | undefined;
  readonly notes: () => readonly Diagnostic[];
}

function projectOf(parts: Parts): Project {
  const { world, folder, config, trust, catalog, hub, shelf } = parts;
  let runner: Runner | undefined;
  let warnings: readonly Diagnostic[] = [];
  let isClosed = false;

  async function everything(signal: AbortSignal | undefined): Promise<void> {
    await hub.ensure("all", signal);
    shelf.register("all");
    const names = catalog.entries().map((tool) => tool.name);
    warnings = unknownAlwaysLoaded(config.alwaysLoaded, names, catalog.servers());
  }

  async function serversFor(needs: ToolNeeds, signal: AbortSignal | undefined): Promise<void> {
    await hub.ensure(serversOf(needs.names, config.servers.keys(), needs.patterns), signal);
    shelf.register(needs.plans.keys());
  }

  async function check(reference: string, signal: AbortSignal | undefined): Promise<ProjectCheck> {
    await shelf.refresh();
    const { plan, diagnostics } = await shelf.find(reference);
    if (plan === undefined) return { diagnostics, hidden: 0 };
    const needs = toolNeeds(plan.parsed, shelf.planOf);
    await serversFor(needs, signal);
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
      diagnostics: [...missing, ...outcome.diagnostics, ...diagnostics],
      hidden: outcome.hidden,
    };
  }

  /** Runs a checked plan, or says why there is nothing to run. */
  function runOrRefuse(
    plan: string,
    checked: Pick<ProjectCheck, "snapshot" | "diagnostics">,
    input: JsonObject,
    watching: RunOptions | undefined,
  ): Promise<RunResult> | RunResult {
    if (checked.snapshot !== undefined) return runChecked(checked.snapshot, input, watching);
    // Who cancels while the servers start is not told that their tools are missing.
    if (watching?.signal?.aborted === true) return cancelledResult(plan, world.clock.now());
    return refusedResult(plan, checked.diagnostics, world.clock.now());
  }

  async function runChecked(snapshot: PlanSnapshot, input: JsonObject, watching: RunOptions = {}): Promise<RunResult> {
    const names = snapshotTools(snapshot);
    if ([...names].some((name) => readsCatalog.has(name))) {
      await shelf.refresh();
      await everything(watching.signal);
    } else await hub.ensure(serversOf(names, config.servers.keys()), watching.signal);
    const { createInvoker, createRunner } = await import("@graph/runner");
    if (isClosed || watching.signal?.aborted === true) {
      return cancelledResult(snapshot.main.identifier, world.clock.now());
    }
    if (runner === undefined) {
      const { secrets } = parts;
      const invoker = createInvoker(catalog, {
        now: () => world.clock.now(),
        ...(secrets !== undefined && { secrets }),
      });
      runner = createRunner({ world, catalog, invoker });
    }
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
    async check(reference, { signal } = {}) {
      const checked = await check(reference, signal);
      signal?.throwIfAborted();
      return checked;
    },
    async run(reference, input, watching) {
      const checked = await check(reference, watching?.signal);
      return runOrRefuse(checked.plan?.identifier ?? reference, checked, input, watching);
    },
    checkInput: (snapshot, input) => inputProblems(snapshot.main, input),
    runChecked,
    async call(tool, input, watching) {
      const one = callPlan(tool, input);
      const plan = parsePlan(one.plan);
      await shelf.refresh();
      await serversFor(toolNeeds(plan, shelf.planOf), watching?.signal);
      const checked = checkPlan(plan, callCatalog(catalog, tool));
      const result = await runOrRefuse(plan.identifier, checked, one.input, watching);
      const { output } = result;
      const inner =
        typeof output === "object" && output !== null && !Array.isArray(output)
          ? (output as JsonObject)["result"]
          : null;
      return withOutput(result, inner ?? null);
    },
    async catalog({ signal } = {}) {
      await shelf.refresh();
      await everything(signal);
      signal?.throwIfAborted();
      shelf.settleEffects();
      return catalog;
    },
    async tool(name, { signal } = {}): Promise<RegisteredTool | undefined> {
      await shelf.refresh();
      const plan = shelf.planOf(name);
      if (plan === undefined) await hub.ensure(serversOf(new Set([name]), config.servers.keys()), signal);
      else {
        await serversFor(toolNeeds(plan, shelf.planOf), signal);
        shelf.register([name]);
        shelf.settleEffects();
      }
      signal?.throwIfAborted();
      return catalog.get(name);
    },
    async servers(list, { signal } = {}) {
      if (list !== undefined) await hub.ensure(list, signal);
      signal?.throwIfAborted();
      return catalog.servers();
    },
    diagnostics: () => [
      ...config.diagnostics,
      ...shelf.diagnostics(),
      ...hub.diagnostics(),
      ...warnings,
      ...parts.notes(),
    ],
    hideSecrets: (text) => parts.secrets?.redactor.text(text) ?? text,
    textOf: (file) => config.texts.get(file) ?? shelf.textOf(file),
    async refresh({ signal } = {}) {
      await shelf.refresh();
      await hub.restart(signal);
      signal?.throwIfAborted();
    },
    async close() {
      isClosed = true;
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
  input: JsonObject,
  world: World,
  watching: RunOptions,
): Promise<RunResult> {
  const { onEvent, onQuestion, signal } = watching;
  // Chosen here, so that events of the very first moment can be told from those of other runs.
  const runId = world.random.uuid();
  const listener = (event: RunEvent): void => {
    if (event.runId === runId) onEvent?.(event);
  };
  if (onEvent !== undefined) for (const name of eventNames) runner.on(name, listener);
  const asked =
    onQuestion === undefined
      ? {}
      : { onQuestion: (question: RunQuestion) => tellQuestion(question, run, { ...watching, onQuestion }) };
  const run: Run = runner.start(plan, input, { runId, ...asked });
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
