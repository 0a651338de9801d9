import { constants, promises as fs } from "node:fs";
import nodePath from "node:path";
import { outsideRoot } from "../file-failure.ts";
import { liesInside } from "../inside-root.ts";

/** Links in the last part are not followed when a root is given: `Files.inside` has resolved them. A pipe must not block the open. */
export const noFollow: number = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Throws `outside-root` unless the open file lies inside the root. */
export async function assertOpenedInside(handle: fs.FileHandle, path: string, root: string): Promise<void> {
  const realRoot = await fs.realpath(root);
  const opened = await openedPath(handle, path);
  if (opened === undefined || !liesInside(opened, realRoot, nodePath.sep)) throw outsideRoot(path, root);
}

/**
 * Where an open file really lies. Linux tells it of the descriptor itself; elsewhere the path is resolved again and must still
 * name the file that is open.
 */
async function openedPath(handle: fs.FileHandle, path: string): Promise<string | undefined> {
  if (process.platform === "linux") return fs.readlink(`/proc/self/fd/${handle.fd}`);
  const resolved = await fs.realpath(path);
  const [open, there] = await Promise.all([handle.stat(), fs.stat(resolved)]);
  return open.ino === there.ino && open.dev === there.dev ? resolved : undefined;
}

/**
 * Opens the folder of a file that is to be written, checks it, and gives `work` a path that goes through the open folder. On Linux
 * a folder that is swapped for a link afterwards changes nothing: the path names the descriptor. Elsewhere it is the plain path.
 */
export async function throughFolder<T>(
  path: string,
  root: string | undefined,
  work: (place: string, folder: fs.FileHandle | undefined) => Promise<T>,
): Promise<T> {
  const parent = nodePath.dirname(path);
  const folder = await openFolder(parent);
  try {
    if (root !== undefined && folder !== undefined) await assertOpenedInside(folder, parent, root);
    const pinned = root !== undefined && folder !== undefined && process.platform === "linux";
    const place = pinned ? `/proc/self/fd/${folder.fd}/${nodePath.basename(path)}` : path;
    return await work(place, folder);
  } finally {
    await folder?.close();
  }
}

/** Windows has no descriptors of folders. */
async function openFolder(path: string): Promise<fs.FileHandle | undefined> {
  if (process.platform === "win32") return undefined;
  return fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
}
