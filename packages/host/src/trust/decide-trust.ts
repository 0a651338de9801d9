import path from "node:path";
import type { World } from "@graph/world";
import type { Config } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import { realPlace } from "../config/real-place.ts";
import { trustDigest, trustedThings, type TrustedThing } from "./commands.ts";
import { openTrustStore } from "./trust-store.ts";

/** Whether a project's config may start servers, and who said so. */
export interface TrustDecision {
  readonly trusted: boolean;
  /** `nothing`: its config asks for nothing that needs trust. */
  readonly by: "nothing" | "host" | "environment" | "store" | "nobody";
  readonly things: readonly TrustedThing[];
}

/** Decides whether a project is trusted. `given`: the word of the host, or of `--dir`. */
export async function decideTrust(
  world: World,
  folder: string,
  config: Config,
  given: boolean | undefined,
): Promise<TrustDecision> {
  const isOutside = await foldersOutside(world, folder, config);
  const things = trustedThings(config, isOutside);
  if (things.length === 0) return { trusted: true, by: "nothing", things };
  if (given !== undefined) return { trusted: given, by: given ? "host" : "nobody", things };
  if (world.processes.environment("GRAPH_TRUST") === "1") return { trusted: true, by: "environment", things };
  const digest = trustDigest(config, isOutside);
  const trusted = await openTrustStore(world).isTrusted(folder, digest);
  return { trusted, by: trusted ? "store" : "nobody", things };
}

/** Remembers that the user trusts a project as its config stands now. */
export async function trustProject(world: World, folder: string, config: Config): Promise<void> {
  await openTrustStore(world).trust(folder, trustDigest(config, await foldersOutside(world, folder, config)));
}

/** The folders of `[tools] roots` that the project's own file names and that lie outside the project, links resolved. */
async function foldersOutside(world: World, folder: string, config: Config): Promise<(text: string) => boolean> {
  const project = await realPlace(world, folder);
  const outside = new Set<string>();
  for (const root of config.roots) {
    if (!root.fromProject) continue;
    const found = await realPlace(world, path.resolve(folder, expandHome(world, root.text)));
    const relative = path.relative(project, found);
    if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) outside.add(root.text);
  }
  return (text) => outside.has(text);
}
