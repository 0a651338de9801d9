import { fileFailure, outsideRoot } from "./file-failure.ts";
import { WorldError } from "./world.ts";

/** Rules of paths: `node:path` of the platform, or its POSIX form for simulated files. */
export interface PathRules {
  readonly sep: string;
  resolve(...parts: string[]): string;
  dirname(path: string): string;
  isAbsolute(path: string): boolean;
}

/** What has to be known of a tree of files to keep a path inside a folder. */
export interface PathView {
  readonly path: PathRules;
  /** True when the path itself, links not followed, is there. */
  present(path: string): Promise<boolean>;
  /** The path with every link resolved; throws when there is nothing. */
  realPath(path: string): Promise<string>;
}

/** Whether `path` is `root` or lies in it. Both resolved; `/data-old` does not lie in `/data`. */
export function liesInside(path: string, root: string, separator: string): boolean {
  return path === root || path.startsWith(root.endsWith(separator) ? root : root + separator);
}

/** Carries out `Files.inside`. */
export async function resolveInside(
  view: PathView,
  root: string,
  relative: string,
  forWriting: boolean,
): Promise<string> {
  if (!isUsablePath(root, view.path)) throw fileFailure("invalid", root);
  if (relative === "" || relative.includes("\0")) {
    throw new WorldError("invalid", relative, `${JSON.stringify(relative)} cannot be a path.`);
  }
  const realRoot = await view.realPath(root);
  const wanted = view.path.resolve(root, relative);
  const missing: string[] = [];
  let existing = wanted;
  while (!(await view.present(existing))) {
    const parent = view.path.dirname(existing);
    if (parent === existing) break;
    missing.unshift(existing.slice(parent.endsWith(view.path.sep) ? parent.length : parent.length + 1));
    existing = parent;
  }
  const resolved = await realPathOf(view, existing, wanted, root);
  const result = missing.length === 0 ? resolved : view.path.resolve(resolved, ...missing);
  // First, so that nobody learns what exists outside the root.
  if (!liesInside(result, realRoot, view.path.sep)) throw outsideRoot(wanted, root);
  if (missing.length > 0 && !forWriting) throw fileFailure("not-found", wanted);
  return result;
}

/** A link that leads to nothing cannot be shown to stay inside, so it counts as leaving. */
async function realPathOf(view: PathView, existing: string, wanted: string, root: string): Promise<string> {
  try {
    return await view.realPath(existing);
  } catch (error) {
    if (error instanceof WorldError && error.code === "denied") throw error;
    throw outsideRoot(wanted, root);
  }
}

/** Whether a path may be handed to the operating system at all. */
export function isUsablePath(path: string, rules: PathRules): boolean {
  return path !== "" && !path.includes("\0") && rules.isAbsolute(path);
}
