import path from "node:path";
import type { World } from "@graph/world";

/** The nearest folder upward from `start` that has a `.graph` folder; `start` itself when there is none. */
export async function findProjectFolder(world: World, start: string): Promise<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if ((await world.files.status(path.join(folder, ".graph")))?.kind === "folder") return folder;
    if (path.dirname(folder) === folder) return start;
  }
}
