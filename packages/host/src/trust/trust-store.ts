import path from "node:path";
import { isObject, type Json, type JsonObject } from "@graph/plan";
import { WorldError, type World } from "@graph/world";

/** Which projects this user trusts, by real path, each with the digest of what its config asked for then. */
export interface TrustStore {
  isTrusted(folder: string, digest: string): Promise<boolean>;
  trust(folder: string, digest: string): Promise<void>;
  /** Where it is kept. */
  readonly file: string;
}

/** The user's own data folder: `$XDG_DATA_HOME/graph`, else `~/.local/share/graph`. */
export function userDataFolder(world: World): string {
  const base = world.processes.environment("XDG_DATA_HOME");
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(world.processes.homeFolder, ".local", "share"),
    "graph",
  );
}

/**
 * Opens the trust of a user. It stands in the user's own data folder, never where a project's config could point: a project
 * that brings its own trust along would trust itself.
 */
export function openTrustStore(world: World): TrustStore {
  const file = path.join(userDataFolder(world), "trust.json");
  return {
    file,
    async isTrusted(folder, digest) {
      const projects = await readProjects(world, file);
      return projects.get(await world.files.realPath(folder)) === digest;
    },
    async trust(folder, digest) {
      const projects = await readProjects(world, file);
      projects.set(await world.files.realPath(folder), digest);
      const data: JsonObject = { version: 1, projects: Object.fromEntries(projects) };
      await world.files.makeFolder(path.dirname(file));
      await world.files.writeAtomic(file, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

/** What cannot be read trusts nobody. */
async function readProjects(world: World, file: string): Promise<Map<string, string>> {
  let data: Json;
  try {
    data = JSON.parse(await world.files.readText(file, { maxBytes: 4 * 1024 * 1024 })) as Json;
  } catch (error) {
    if (error instanceof WorldError || error instanceof SyntaxError) return new Map();
    throw error;
  }
  const projects = new Map<string, string>();
  const table = isObject(data) && data["version"] === 1 ? data["projects"] : undefined;
  if (!isObject(table)) return projects;
  for (const [folder, digest] of Object.entries(table)) if (typeof digest === "string") projects.set(folder, digest);
  return projects;
}
