import path from "node:path";
import { type Diagnostic } from "@graph/plan";
import { WorldError, type World } from "@graph/world";
import { readPlanFile, type PlanFile, type PlanOrigin } from "./plan-file.ts";

/** A folder with plans. */
export interface PlanFolder {
  readonly path: string;
  /** What stands before a file's name in messages. */
  readonly label: string;
  readonly origin: PlanOrigin;
  /** The config names it, so that its absence is worth a word. */
  readonly named?: boolean;
}

/** The plans of a project: of each identifier the one that counts, and the shipped one behind it. */
export interface PlanLibrary {
  /** Sorted by identifier. */
  readonly plans: readonly PlanFile[];
  get(identifier: string): PlanFile | undefined;
  /** The shipped plan that another one of its identifier replaces. */
  replaced(identifier: string): PlanFile | undefined;
  /** Files that are no plans, and identifiers that stand twice. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those of files that would be called after an identifier, and were left out. */
  leftOut(identifier: string): readonly Diagnostic[];
}

/** A library without a plan. */
export const emptyLibrary: PlanLibrary = {
  plans: [],
  get: () => undefined,
  replaced: () => undefined,
  diagnostics: [],
  leftOut: () => [],
};

/** Reads all folders; those of a later origin give way to those of an earlier one. */
export async function loadPlanLibrary(world: World, folders: readonly PlanFolder[]): Promise<PlanLibrary> {
  const diagnostics: Diagnostic[] = [];
  const plans = new Map<string, PlanFile>();
  const shipped = new Map<string, PlanFile>();
  for (const folder of folders) {
    for (const plan of await readFolder(world, folder, diagnostics)) {
      const first = plans.get(plan.identifier);
      if (first === undefined) plans.set(plan.identifier, plan);
      else if (first.origin === plan.origin) diagnostics.push(duplicate(plan, first));
      else if (plan.origin === "shipped") shipped.set(plan.identifier, plan);
    }
  }
  return {
    plans: [...plans.values()].sort((a, b) => (a.identifier < b.identifier ? -1 : 1)),
    get: (identifier) => plans.get(identifier),
    replaced: (identifier) => shipped.get(identifier),
    diagnostics,
    leftOut: (identifier) =>
      diagnostics.filter(({ file = "" }) => path.basename(file).replace(/\.ya?ml$/u, "") === identifier),
  };
}

/** Changes when a plan's file has come, gone or changed. */
export async function planFingerprint(world: World, folders: readonly PlanFolder[]): Promise<string> {
  const prints = await Promise.all(
    folders.map(async (folder) => {
      try {
        return await world.files.fingerprint(folder.path, { extension: ".yaml" });
      } catch (error) {
        if (error instanceof WorldError) return error.code;
        throw error;
      }
    }),
  );
  return prints.join("\n");
}

async function readFolder(world: World, folder: PlanFolder, diagnostics: Diagnostic[]): Promise<readonly PlanFile[]> {
  let names: readonly string[];
  try {
    names = await world.files.list(folder.path);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    if (error.code !== "not-found" || folder.named === true) {
      const message = `The folder of plans ${folder.label} cannot be read: ${error.message}`;
      diagnostics.push({ code: "schema/bad-value", severity: "error", message, file: folder.label });
    }
    return [];
  }
  for (const name of names.filter((name) => name.endsWith(".yml"))) {
    diagnostics.push({
      code: "plan/file-name",
      severity: "note",
      message: `The file is left out: plans end in .yaml. Rename it to ${name.replace(/\.yml$/u, ".yaml")}.`,
      file: `${folder.label}/${name}`,
    });
  }
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => readPlanFile(world, path.join(folder.path, name), `${folder.label}/${name}`, folder.origin)),
  );
  return files.flatMap((file) => {
    if ("plan" in file) return [file.plan];
    diagnostics.push(...file.diagnostics);
    return [];
  });
}

function duplicate(plan: PlanFile, first: PlanFile): Diagnostic {
  const place = plan.parsed.locator.at("/identifier");
  const firstPlace = first.parsed.locator.at("/identifier");
  return {
    code: "name/duplicate",
    severity: "error",
    message: `The identifier \`${plan.identifier}\` is taken by ${first.file}, which counts; this file is left out. Give one of them another identifier.`,
    file: plan.file,
    ...place,
    path: "/identifier",
    related: [{ message: "the first one is here", file: first.file, ...firstPlace }],
  };
}
