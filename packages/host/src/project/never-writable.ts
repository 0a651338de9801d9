import path from "node:path";
import type { World } from "@graph/world";
import type { Config } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import { userConfigFolder } from "../config/load-config.ts";
import { realPlace } from "../config/real-place.ts";
import { planFolders } from "../plans/plan-folders.ts";
import { userDataFolder } from "../trust/trust-store.ts";

/**
 * What no plan may write, wherever `[tools] roots` lets it write: the user's config and trust, the project's `.graph` with its state,
 * every folder of plans, the files of secrets. Real paths, because a link is another way in.
 */
export async function neverWritable(world: World, folder: string, config: Config): Promise<readonly string[]> {
  const kept = [
    path.join(folder, ".graph"),
    path.join(folder, ".graph", "config.toml"),
    path.join(folder, ".graph", "state"),
    userConfigFolder(world),
    path.join(userConfigFolder(world), "config.toml"),
    userDataFolder(world),
    ...planFolders(world, folder, config).map((entry) => entry.path),
    ...[...config.secrets.values()].flatMap(({ file }) =>
      file === undefined ? [] : [path.resolve(folder, expandHome(world, file))],
    ),
    ...config.userPlanFolders.map((text) => path.resolve(folder, expandHome(world, text))),
  ];
  return [...new Set(await Promise.all(kept.map((file) => realPlace(world, file))))];
}
