import { posix } from "node:path";
import { fileFailure } from "../file-failure.ts";

/** One thing in the simulated tree. */
export type FileNode =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly changedAt: number; readonly id: number }
  | { readonly kind: "folder"; readonly changedAt: number }
  | { readonly kind: "link"; readonly target: string; readonly changedAt: number };

/** A tree of files in memory: POSIX paths, links, no permissions. */
export class FileTree {
  readonly #nodes: Map<string, FileNode> = new Map([["/", { kind: "folder", changedAt: 0 }]]);
  readonly #now: () => number;
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The node at a resolved path, links not followed. */
  at(path: string): FileNode | undefined {
    return this.#nodes.get(path);
  }

  /** The path with every link but, on wish, the last resolved; the last part need not exist. */
  resolve(path: string, followLast: boolean, hops = 0): string {
    let resolved = "/";
    const parts = posix.resolve("/", path).split("/").filter(Boolean);
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const parent = this.#nodes.get(resolved);
      if (parent === undefined) throw fileFailure("not-found", path);
      if (parent.kind !== "folder") throw fileFailure("not-a-folder", path);
      const next = posix.join(resolved, part);
      const node = this.#nodes.get(next);
      if (node?.kind === "link" && (followLast || !isLast)) {
        if (hops > 40) throw fileFailure("not-a-file", path);
        resolved = this.resolve(posix.resolve(resolved, node.target), true, hops + 1);
      } else {
        resolved = next;
      }
    }
    return resolved;
  }

  /** Puts a file in place of whatever file is there. */
  putFile(path: string, bytes: Uint8Array): void {
    this.#requireFolder(posix.dirname(path), path);
    if (this.#nodes.get(path)?.kind === "folder") throw fileFailure("not-a-file", path);
    this.#lastId += 1;
    this.#nodes.set(path, { kind: "file", bytes, changedAt: this.#now(), id: this.#lastId });
  }

  putLink(path: string, target: string): void {
    this.#requireFolder(posix.dirname(path), path);
    if (this.#nodes.has(path)) throw fileFailure("exists", path);
    this.#nodes.set(path, { kind: "link", target, changedAt: this.#now() });
  }

  /** Makes a folder and its parents; links on the way are followed. */
  putFolder(path: string): void {
    const parts = posix.resolve("/", path).split("/").filter(Boolean);
    let current = "/";
    for (const part of parts) {
      current = this.resolve(posix.join(current, part), true);
      const node = this.#nodes.get(current);
      if (node === undefined) this.#nodes.set(current, { kind: "folder", changedAt: this.#now() });
      else if (node.kind !== "folder") throw fileFailure("not-a-folder", path);
    }
  }

  remove(path: string): void {
    for (const key of this.#nodes.keys()) if (key === path || key.startsWith(`${path}/`)) this.#nodes.delete(key);
  }

  /** Names in a folder, sorted by code unit. */
  names(path: string): readonly string[] {
    this.#requireFolder(path, path);
    const prefix = path === "/" ? "/" : `${path}/`;
    return [...this.#nodes.keys()]
      .filter((key) => key !== "/" && key.startsWith(prefix) && !key.slice(prefix.length).includes("/"))
      .map((key) => key.slice(prefix.length))
      .sort((left, right) => (left < right ? -1 : 1));
  }

  #requireFolder(path: string, subject: string): void {
    const node = this.#nodes.get(path);
    if (node === undefined) throw fileFailure("not-found", subject);
    if (node.kind !== "folder") throw fileFailure("not-a-folder", subject);
  }
}
