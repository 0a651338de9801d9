import path from "node:path";
import { WorldError, type World } from "@graph/world";

/** The nearest folder upward from `start` that has a `.graph` folder; `start` itself when there is none. */
export async function findProjectFolder(world: World, start: string): Promise<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if ((await world.files.status(path.join(folder, ".graph")))?.kind === "folder") return folder;
    if (path.dirname(folder) === folder) return start;
  }
}

/** A folder that somebody names. A misspelt one would be a project without plans: throws a `WorldError` when it is no folder. */
export async function existingFolder(world: World, folder: string): Promise<string> {
  const status = await world.files.status(folder);
  if (status === undefined) throw new WorldError("not-found", folder, `There is no folder ${folder}.`);
  if (status.kind !== "folder") throw new WorldError("not-a-folder", folder, `${folder} is not a folder.`);
  return folder;
}
