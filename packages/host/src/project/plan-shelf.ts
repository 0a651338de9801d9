import path from "node:path";
import { checkPlan, nearestNames, type Catalog, type Diagnostic, type ParsedPlan } from "@graph/plan";
import { createCatalog, type ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import { readPlanFile, type PlanFile } from "../plans/plan-file.ts";
import { emptyLibrary, loadPlanLibrary, planFingerprint, type PlanFolder } from "../plans/plan-library.ts";
import { readPlanReference } from "../plans/plan-name.ts";
import type { FoundPlan, PlanListing } from "./project.ts";

/** The plans of a project as they stand on disk now, and their part in the catalog. */
export interface PlanShelf {
  /** Reads the folders again when a file has come, gone or changed. */
  refresh(): Promise<void>;
  find(reference: string): Promise<FoundPlan>;
  list(): readonly PlanListing[];
  /** The plan behind `plan__x` or `builtin_plan__x`. */
  planOf(toolName: string): ParsedPlan | undefined;
  /** Why a plan is hidden: the servers it requires that are not configured, each with its pointer. */
  missingServers(plan: ParsedPlan): readonly { readonly server: string; readonly pointer: string }[];
  /** Puts plans into the catalog: those named, or all. */
  register(names: Iterable<string> | "all"): void;
  /** Checks the plans in the catalog and says there which of them only read, and which may be run again. */
  settleEffects(): void;
  /** The catalog as a plan sees it: itself, when it was given by its path, and the hidden plans it names, so that they are refused with the reason. */
  catalogFor(plan: PlanFile, names: ReadonlySet<string>): Catalog;
  diagnostics(): readonly Diagnostic[];
  textOf(file: string): string | undefined;
}

export interface PlanShelfOptions {
  readonly world: World;
  readonly folders: readonly PlanFolder[];
  readonly catalog: ToolCatalog;
  readonly isServer: (id: string) => boolean;
  /** Whether the folder is a project: without one, a plan that is missing is most likely somewhere else. */
  readonly isProject: boolean;
}

/** Makes the shelf. `refresh` has to come before anything else is asked. */
export function createPlanShelf(options: PlanShelfOptions): PlanShelf {
  const { world, folders, catalog } = options;
  let library = emptyLibrary;
  let fingerprint: string | undefined;
  let registered = new Set<string>();
  let settledAt = -1;
  const texts = new Map<string, string>();

  function fileOf(toolName: string): PlanFile | undefined {
    if (toolName.startsWith("builtin_plan__")) return library.replaced(toolName.slice("builtin_plan__".length));
    return toolName.startsWith("plan__") ? library.get(toolName.slice("plan__".length)) : undefined;
  }

  function missingServers(plan: ParsedPlan): readonly { readonly server: string; readonly pointer: string }[] {
    const servers = plan.data["requires_servers"];
    if (!Array.isArray(servers)) return [];
    return servers.flatMap((server, index) =>
      typeof server === "string" && !options.isServer(server)
        ? [{ server, pointer: `/requires_servers/${index}` }]
        : [],
    );
  }

  function register(toolName: string): void {
    const file = registered.has(toolName) ? undefined : fileOf(toolName);
    if (file === undefined || missingServers(file.parsed).length > 0) return;
    registered.add(toolName);
    // What a plan replaces belongs to it: an override that calls itself is told how to call the plan behind it.
    if (toolName.startsWith("plan__")) register(`builtin_${toolName}`);
    catalog.addPlan(file.parsed, toolName.startsWith("builtin_plan__") ? { namespace: "builtin_plan" } : {});
  }

  return {
    async refresh() {
      const now = await planFingerprint(world, folders);
      if (now === fingerprint) return;
      const fresh = await loadPlanLibrary(world, folders);
      const before = registered;
      for (const plan of library.plans) catalog.remove({ kind: "plan", identifier: plan.identifier });
      fingerprint = now;
      library = fresh;
      registered = new Set();
      for (const name of before) register(name);
    },
    async find(reference) {
      const read = readPlanReference(reference);
      if (read.kind === "bad") return { diagnostics: [read.diagnostic] };
      if (read.kind === "path") {
        const file = await readPlanFile(
          world,
          path.resolve(world.processes.workingFolder, read.path),
          read.path,
          "file",
        );
        if (!("plan" in file)) return { diagnostics: file.diagnostics };
        texts.set(read.path, file.plan.text);
        return { plan: file.plan, diagnostics: [] };
      }
      const plan = read.replaced
        ? (library.replaced(read.identifier) ?? shippedOnly(library.get(read.identifier)))
        : library.get(read.identifier);
      if (plan !== undefined) return { plan, diagnostics: library.leftOut(read.identifier) };
      const unknown = unknownPlan(
        read.identifier,
        library.plans.map((one) => one.identifier),
        options.isProject,
      );
      return { diagnostics: [unknown, ...library.leftOut(read.identifier)] };
    },
    list: () =>
      library.plans.map((plan) => {
        const { data, broken } = plan.parsed;
        const missing = missingServers(plan.parsed);
        return {
          identifier: plan.identifier,
          name: typeof data["name"] === "string" ? data["name"] : plan.identifier,
          description: typeof data["description"] === "string" ? data["description"].trim() : "",
          origin: plan.origin,
          file: plan.file,
          overrides: library.replaced(plan.identifier) !== undefined,
          ...(missing.length > 0 && { hidden: hiddenReason(missing) }),
          broken,
        };
      }),
    planOf: (toolName) => fileOf(toolName)?.parsed,
    missingServers,
    register(names) {
      if (names !== "all") {
        for (const name of names) register(name);
        return;
      }
      for (const plan of library.plans) {
        register(`plan__${plan.identifier}`);
      }
    },
    settleEffects() {
      if (settledAt === catalog.version) return;
      for (const name of registered) {
        const plan = catalog.plan(name);
        const main = plan === undefined ? undefined : checkPlan(plan, catalog).snapshot?.main;
        if (plan === undefined || main === undefined) continue;
        const namespace = name.startsWith("builtin_plan__") ? "builtin_plan" : "plan";
        catalog.addPlan(plan, { namespace, readOnly: main.effect === "read", repeatable: main.repeatable });
      }
      settledAt = catalog.version;
    },
    catalogFor(plan, names) {
      const extra = createCatalog();
      for (const name of names) {
        const file = fileOf(name);
        const missing = file === undefined ? [] : missingServers(file.parsed);
        if (file === undefined || missing.length === 0) continue;
        const namespace = name.startsWith("builtin_plan__") ? "builtin_plan" : "plan";
        extra.addPlan(file.parsed, { namespace, unusable: hiddenReason(missing) });
      }
      if (plan.origin === "file" && !plan.parsed.broken) extra.addPlan(plan.parsed);
      return extra.entries().length === 0 ? catalog : layered(catalog, extra);
    },
    diagnostics: () => [...library.diagnostics, ...library.plans.flatMap((plan) => plan.problems)],
    textOf: (file) => texts.get(file) ?? library.plans.find((plan) => plan.file === file)?.text,
  };
}

/** A catalog over another one: for a single check, so that what others see stays as it is. */
function layered(below: ToolCatalog, above: ToolCatalog): Catalog {
  return {
    ...(below.ceilings !== undefined && { ceilings: below.ceilings }),
    ...(below.secrets !== undefined && { secrets: below.secrets }),
    ...(below.env !== undefined && { env: below.env }),
    get: (name) => above.get(name) ?? below.get(name),
    // Without its plan, a hidden one is a tool that cannot be used, which is what its caller is told.
    plan: (name) => (above.get(name)?.unusable === undefined ? (above.plan(name) ?? below.plan(name)) : undefined),
    entries: () => {
      const rest = below.entries().filter((tool) => above.get(tool.name) === undefined);
      return [...rest, ...above.entries()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    servers: () => below.servers(),
  };
}

const shippedOnly = (plan: PlanFile | undefined): PlanFile | undefined =>
  plan?.origin === "shipped" ? plan : undefined;

function hiddenReason(missing: readonly { readonly server: string }[]): string {
  const names = missing.map(({ server }) => `\`${server}\``).join(" and ");
  return `it requires the ${missing.length === 1 ? "server" : "servers"} ${names}, not configured here`;
}

function unknownPlan(identifier: string, names: readonly string[], isProject: boolean): Diagnostic {
  const nearest = nearestNames(identifier, names);
  const hint =
    nearest.length > 0
      ? `Did you mean ${nearest.map((name) => `\`${name}\``).join(" or ")}?`
      : `There ${names.length === 1 ? "is" : "are"} ${names.join(", ")}.`;
  return {
    code: "tool/unknown",
    severity: "error",
    message: `There is no plan \`${identifier}\`. ${hint}${isProject ? "" : noProject}`,
    suggestions: nearest.map((name) => ({ title: name })),
  };
}

const noProject = " This folder and those above it have no .graph: `graph init` makes one here.";
