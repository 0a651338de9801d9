import path from "node:path";
import { WorldError, type World } from "@graph/world";
import type { Config } from "./config.ts";
import { mergeLayers } from "./merge-layers.ts";
import type { ConfigLayer } from "./read-layer.ts";

/** Where the config of a project and of its user stands. */
export interface ConfigFiles {
  readonly project: string;
  readonly user: string;
}

/** The config files of a project folder. */
export function configFiles(world: World, folder: string): ConfigFiles {
  return {
    project: path.join(folder, ".graph", "config.toml"),
    user: path.join(userConfigFolder(world), "config.toml"),
  };
}

/** The folder of the user's own config: `$XDG_CONFIG_HOME/graph`, else `~/.config/graph`. */
export function userConfigFolder(world: World): string {
  const base = world.processes.environment("XDG_CONFIG_HOME");
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(world.processes.homeFolder, ".config"),
    "graph",
  );
}

const maxConfigBytes = 64 * 1024;

/** Reads both config files. A missing file is fine; one that cannot be read is reported and counts for nothing. */
export async function loadConfig(world: World, files: ConfigFiles): Promise<Config> {
  const [user, project] = await Promise.all([
    readFile(world, files.user, files.user),
    readFile(world, files.project, ".graph/config.toml"),
  ]);
  return mergeLayers({ ...(user !== undefined && { user }), ...(project !== undefined && { project }) });
}

async function readFile(world: World, file: string, name: string): Promise<ConfigLayer | undefined> {
  let text: string;
  try {
    text = await world.files.readText(file, { maxBytes: maxConfigBytes });
  } catch (error) {
    if (error instanceof WorldError && error.code === "not-found") return undefined;
    return {
      file: name,
      text: "",
      data: {},
      diagnostics: [
        {
          code: "schema/bad-value",
          severity: "error",
          message: `The config cannot be read: ${reasonOf(error)}`,
          file: name,
        },
      ],
      brokenServers: new Map(),
      place: () => undefined,
      keyPlace: () => undefined,
    };
  }
  // The TOML library costs 6 ms: a project without a config does not pay them.
  const { readLayer } = await import("./read-layer.ts");
  return readLayer(text, name);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof WorldError)) return "the reason is not known";
  return error.code === "too-big" ? "it is over 64 KiB. None of it counts." : error.message;
}
