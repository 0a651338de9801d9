import { promises as fs, type Stats } from "node:fs";
import nodePath from "node:path";
import { fileFailure } from "../file-failure.ts";
import { isUsablePath, type PathView, resolveInside } from "../inside-root.ts";
import { crypto } from "../lazy-crypto.ts";
import type { Files, FileStatus } from "../world.ts";
import { decodeText, readFileBounded, readFileBoundedNow } from "./read-file.ts";
import { fileOperation, systemCode, toFileFailure } from "./system-failure.ts";
import { appendFile, writeFileAtomic } from "./write-file.ts";

/** The files of this machine. */
export function realFiles(): Files {
  return {
    readText: (path, options) => use(path, async () => decodeText(await readFileBounded(path, options))),
    readBytes: (path, options) => use(path, () => readFileBounded(path, options)),
    readTextNow(path, options) {
      if (!isUsablePath(path, nodePath)) throw fileFailure("invalid", path);
      try {
        return decodeText(readFileBoundedNow(path, options));
      } catch (error) {
        throw toFileFailure(error, path);
      }
    },
    writeAtomic: (path, data, options) => use(path, () => writeFileAtomic(path, data, options)),
    append: (path, data, options) => use(path, () => appendFile(path, data, options)),
    list: (path) => use(path, async () => (await fs.readdir(path)).sort(byCodeUnit)),
    status: (path, options) => use(path, () => statusOf(path, options?.followLinks ?? true)),
    async makeFolder(path) {
      await use(path, () => makeFolder(path));
    },
    remove: (path) => use(path, () => fs.rm(path, { recursive: true, force: true })),
    realPath: (path) => use(path, () => fs.realpath(path)),
    inside: (root, relative, options) => resolveInside(pathView, root, relative, options?.forWriting ?? false),
    fingerprint: (folder, options) => use(folder, () => fingerprintOf(folder, options?.extension)),
  };
}

const pathView: PathView = {
  path: nodePath,
  async present(path) {
    return (await fileOperation(path, () => statusOf(path, false))) !== undefined;
  },
  realPath: (path) => fileOperation(path, () => fs.realpath(path)),
};

function use<T>(path: string, work: () => Promise<T>): Promise<T> {
  return fileOperation(path, async () => {
    if (!isUsablePath(path, nodePath)) throw fileFailure("invalid", path);
    return work();
  });
}

async function makeFolder(path: string): Promise<void> {
  try {
    await fs.mkdir(path, { recursive: true });
  } catch (error) {
    // Node says EEXIST where a file stands in the way.
    if (systemCode(error) === "EEXIST") throw fileFailure("not-a-folder", path, { cause: error });
    throw error;
  }
}

async function statusOf(path: string, followLinks: boolean): Promise<FileStatus | undefined> {
  try {
    const status = await (followLinks ? fs.stat(path) : fs.lstat(path));
    return { kind: kindOf(status), bytes: status.isFile() ? status.size : 0, changedAt: status.mtimeMs };
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return undefined;
    throw error;
  }
}

function kindOf(status: Stats): FileStatus["kind"] {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}

/** The inode is part of it: an atomic write makes a new one, even within one tick of the clock and with the same size. */
async function fingerprintOf(folder: string, extension: string | undefined): Promise<string> {
  const hash = crypto().createHash("sha256");
  const names = await namesIn(folder);
  const wanted = names.filter((name) => extension === undefined || name.endsWith(extension));
  const lines = await Promise.all(
    wanted.map(async (name) => {
      try {
        const status = await fs.stat(nodePath.join(folder, name), { bigint: true });
        return `${name}\0${status.size}\0${status.mtimeNs}\0${status.ino}\n`;
      } catch {
        return `${name}\0unreadable\n`;
      }
    }),
  );
  for (const line of lines) hash.update(line);
  return hash.digest("hex");
}

/** A folder that is missing counts as empty: it may appear later, and then the digest changes. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await fs.readdir(folder)).sort(byCodeUnit);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
