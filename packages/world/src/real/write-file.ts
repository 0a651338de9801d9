import { constants, promises as fs, type Stats } from "node:fs";
import nodePath from "node:path";
import { fileFailure } from "../file-failure.ts";
import { crypto } from "../lazy-crypto.ts";
import type { InsideRoot, WriteOptions } from "../world.ts";
import { noFollow, throughFolder } from "./open-inside.ts";
import { systemCode } from "./system-failure.ts";

/** Replaces a file as one step: after a crash either the old or the whole new content is there. */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: InsideRoot & WriteOptions = {},
): Promise<void> {
  await throughFolder(path, options.root, async (place, folder) => {
    const before = await statusOf(place);
    if (before !== undefined && !before.isFile()) throw fileFailure("not-a-file", path);
    if (before !== undefined && options.onlyNew === true) throw fileFailure("exists", path);
    const temporary = nodePath.join(nodePath.dirname(place), `.${crypto().randomUUID()}.tmp`);
    try {
      await writeFlushed(temporary, data, options.mode ?? (before === undefined ? undefined : before.mode & 0o777));
      // A hard link, unlike a rename, fails when somebody else has made the file in between.
      if (options.onlyNew === true) {
        await fs.link(temporary, place);
        await fs.unlink(temporary);
      } else {
        await fs.rename(temporary, place);
      }
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
    // The rename itself lives in the folder and is lost with the power unless that is flushed too.
    await folder?.sync();
  });
}

/** Appends to a file, which is created when it is missing. */
export async function appendFile(path: string, data: string, options: InsideRoot = {}): Promise<void> {
  await throughFolder(path, options.root, async (place) => {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
    const handle = await fs.open(place, options.root === undefined ? flags : flags | noFollow, 0o666);
    try {
      if (!(await handle.stat()).isFile()) throw fileFailure("not-a-file", path);
      await handle.writeFile(data, "utf8");
    } finally {
      await handle.close();
    }
  });
}

async function writeFlushed(path: string, data: string | Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await fs.open(path, "wx", mode ?? 0o666);
  try {
    // Not left to `open`: the process's mask would take bits away from a mode that was asked for.
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statusOf(path: string): Promise<Stats | undefined> {
  try {
    const status = await fs.lstat(path);
    // A link is replaced by the file: whoever wants the target written resolves it first.
    return status.isSymbolicLink() ? undefined : status;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
