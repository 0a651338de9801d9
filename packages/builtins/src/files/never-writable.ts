import { posix, win32 } from "node:path";
import { ToolError } from "@graph/tools";
import type { BuiltinDependencies } from "../dependencies.ts";
import type { FilePlace } from "./file-place.ts";

/** Folders that say what may be started, wherever they are: a plan that could write there could give itself a server. */
const keptFolders: ReadonlySet<string> = new Set([".graph", ".git"]);

/** Throws a `ToolError` for a place that decides what may be started. The path must be real: links are not looked at again. */
export function assertWritable(
  { world, neverWritable = [] }: Pick<BuiltinDependencies, "world" | "neverWritable">,
  { path, root }: FilePlace,
): void {
  const inside = path.startsWith(root) ? path.slice(root.length) : path;
  const folder = inside.split(/[\\/]/u).find((segment) => keptFolders.has(folded(segment)));
  if (folder !== undefined) {
    throw refused(`into a folder \`${folder}\`: what stands there decides what graph, or git, may start.`);
  }
  const rules = world.processes.platform === "win32" ? win32 : posix;
  const kept = neverWritable.find((entry) => isAtOrUnder(rules.resolve(path), rules.resolve(entry), rules.sep));
  if (kept !== undefined) throw refused(`to ${kept}: what stands there decides what graph may start.`);
}

function isAtOrUnder(path: string, kept: string, separator: string): boolean {
  const place = folded(path);
  const start = folded(kept);
  return place === start || place.startsWith(start.endsWith(separator) ? start : start + separator);
}

/** Many file systems take two spellings for one name, and what is not there yet has no real spelling to compare. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function refused(what: string): ToolError {
  return new ToolError(`Nothing is written ${what}`, { code: "tool/not-allowed", class: "denied", effect: "none" });
}
