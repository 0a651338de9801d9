import { posix } from "node:path";
import { defaultReadLimit, fileFailure, outsideRoot, tooBig } from "../file-failure.ts";
import { isUsablePath, liesInside, resolveInside } from "../inside-root.ts";
import { crypto } from "../lazy-crypto.ts";
import type { Files, FileStatus, InsideRoot } from "../world.ts";
import { type FileEvent, type FileFault, FileFaults, type FileOperation } from "./file-faults.ts";
import { FileTree } from "./file-tree.ts";

/** Files in memory that fail when they are asked to. */
export interface SimulatedFiles extends Files {
  /** Makes operations to come fail. */
  fail(fault: FileFault): void;
  /** Takes back every fault. */
  heal(): void;
  /** Puts a symbolic link there. */
  link(path: string, target: string): void;
  /** What has been done, in order. */
  readonly events: readonly FileEvent[];
}

/** Empty files, but for `contents` (absolute path to text), whose folders are made. */
export function simulatedFiles(now: () => number, contents: Readonly<Record<string, string>> = {}): SimulatedFiles {
  const tree = new FileTree(now);
  const faults = new FileFaults();
  for (const [path, text] of Object.entries(contents)) {
    tree.putFolder(posix.dirname(path));
    tree.putFile(path, new TextEncoder().encode(text));
  }

  const begin = (operation: FileOperation, path: string, tear?: (keepBytes: number) => void): void => {
    if (!isUsablePath(path, posix)) throw fileFailure("invalid", path);
    faults.meet(operation, path, tear);
  };
  const read = (path: string, options: InsideRoot & { readonly maxBytes?: number } = {}): Uint8Array => {
    const maxBytes = options.maxBytes ?? defaultReadLimit;
    const resolved = tree.resolve(path, true);
    const node = tree.at(resolved);
    if (node === undefined) throw fileFailure("not-found", path);
    assertInside(resolved, path, options.root);
    if (node.kind !== "file") throw fileFailure("not-a-file", path);
    if (node.bytes.length > maxBytes) throw tooBig(path, maxBytes);
    return node.bytes;
  };
  const assertInside = (resolved: string, path: string, root: string | undefined): void => {
    if (root !== undefined && !liesInside(resolved, tree.resolve(root, true), "/")) throw outsideRoot(path, root);
  };
  const status = (path: string, followLinks: boolean): FileStatus | undefined => {
    let resolved: string;
    try {
      resolved = tree.resolve(path, followLinks);
    } catch {
      return undefined;
    }
    const node = tree.at(resolved);
    if (node === undefined) return undefined;
    return { kind: node.kind, bytes: node.kind === "file" ? node.bytes.length : 0, changedAt: node.changedAt };
  };
  const realPath = (path: string): string => {
    const resolved = tree.resolve(path, true);
    if (tree.at(resolved) === undefined) throw fileFailure("not-found", path);
    return resolved;
  };

  return {
    async readText(path, options) {
      begin("readText", path);
      return new TextDecoder().decode(read(path, options));
    },
    async readBytes(path, options) {
      begin("readBytes", path);
      return read(path, options).slice();
    },
    readTextNow(path, options) {
      begin("readTextNow", path);
      return new TextDecoder().decode(read(path, options));
    },
    async writeAtomic(path, data, options = {}) {
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
      const resolved = isUsablePath(path, posix) ? tree.resolve(path, false) : path;
      begin("writeAtomic", path, (keepBytes) => {
        tree.putFile(`${posix.dirname(resolved)}/.torn-${faults.events.length}.tmp`, bytes.slice(0, keepBytes));
      });
      assertInside(posix.dirname(resolved), path, options.root);
      const before = tree.at(resolved);
      if (before?.kind === "folder") throw fileFailure("not-a-file", path);
      if (before !== undefined && options.onlyNew === true) throw fileFailure("exists", path);
      tree.putFile(resolved, bytes);
    },
    async append(path, data, options = {}) {
      const bytes = new TextEncoder().encode(data);
      const resolved = isUsablePath(path, posix) ? tree.resolve(path, options.root === undefined) : path;
      const extend = (added: Uint8Array): void => {
        const node = tree.at(resolved);
        if (node !== undefined && node.kind !== "file") throw fileFailure("not-a-file", path);
        tree.putFile(resolved, new Uint8Array([...(node?.bytes ?? []), ...added]));
      };
      begin("append", path, (keepBytes) => extend(bytes.slice(0, keepBytes)));
      assertInside(posix.dirname(resolved), path, options.root);
      extend(bytes);
    },
    async list(path) {
      begin("list", path);
      return tree.names(realPath(path));
    },
    async status(path, options) {
      begin("status", path);
      return status(path, options?.followLinks ?? true);
    },
    async makeFolder(path) {
      begin("makeFolder", path);
      tree.putFolder(path);
    },
    async remove(path) {
      begin("remove", path);
      if (status(path, false) !== undefined) tree.remove(tree.resolve(path, false));
    },
    async realPath(path) {
      begin("realPath", path);
      return realPath(path);
    },
    inside(root, relative, options) {
      const view = {
        path: posix,
        present: async (path: string) => status(path, false) !== undefined,
        realPath: async (path: string) => realPath(path),
      };
      return resolveInside(view, root, relative, options?.forWriting ?? false);
    },
    async fingerprint(folder, options) {
      begin("fingerprint", folder);
      const hash = crypto().createHash("sha256");
      const present = status(folder, true) === undefined ? [] : tree.names(realPath(folder));
      for (const name of present) {
        if (options?.extension !== undefined && !name.endsWith(options.extension)) continue;
        const path = posix.join(folder, name);
        const found = status(path, true);
        const node = found === undefined ? undefined : tree.at(tree.resolve(path, true));
        const id = node?.kind === "file" ? node.id : 0;
        hash.update(`${name}\0${found?.bytes ?? -1}\0${found?.changedAt ?? -1}\0${id}\n`);
      }
      return hash.digest("hex");
    },
    fail: (fault) => faults.add(fault),
    heal: () => faults.clear(),
    link: (path, target) => tree.putLink(path, target),
    events: faults.events,
  };
}
