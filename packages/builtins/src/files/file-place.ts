import { posix, win32 } from "node:path";
import { ToolError } from "@graph/tools";
import { type World, WorldError } from "@graph/world";

/** A file inside one of the operator's folders. */
export interface FilePlace {
  readonly path: string;
  /** The folder that it must not leave. */
  readonly root: string;
}

/**
 * Finds the place of a path in the folders that the operator has opened. A relative path is looked for in each of them in turn; what is to be
 * written and is nowhere yet belongs into the first. Throws a `ToolError` for a path outside all of them.
 */
export async function placeFile(
  world: World,
  roots: readonly string[],
  path: string,
  forWriting: boolean,
): Promise<FilePlace> {
  if (roots.length === 0)
    throw notAllowed("No folder is open to this tool: list one under `[tools].roots` in the config.");
  let missing: WorldError | undefined;
  let fresh: FilePlace | undefined;
  for (const root of roots) {
    try {
      return { path: await world.files.inside(root, path), root };
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      if (error.code === "not-found") {
        missing ??= error;
        if (forWriting) fresh ??= await newFile(world, root, path);
      } else if (error.code !== "outside-root") {
        throw toFileFailure(error, "none");
      } else if (!isAbsolute(world, path)) {
        // It leaves this folder: a file of that name in the next one is not what was meant.
        throw outside(roots, path);
      }
    }
  }
  if (fresh !== undefined) return fresh;
  throw missing === undefined ? outside(roots, path) : toFileFailure(missing, "none");
}

function isAbsolute(world: World, path: string): boolean {
  return (world.processes.platform === "win32" ? win32 : posix).isAbsolute(path);
}

function outside(roots: readonly string[], path: string): ToolError {
  const open = roots.join(", ");
  return notAllowed(
    `${path} is not in a folder that is open to this tool (${open}); folders are opened under \`[tools].roots\` in the config.`,
  );
}

async function newFile(world: World, root: string, path: string): Promise<FilePlace | undefined> {
  try {
    return { path: await world.files.inside(root, path, { forWriting: true }), root };
  } catch (error) {
    // The folder itself is missing, or somebody has put a link there: the next one may do.
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}

/** A failure of the file system as the failure of a step. */
export function toFileFailure(error: unknown, effect: "none" | "maybe"): unknown {
  if (!(error instanceof WorldError)) return error;
  if (error.code === "outside-root") return notAllowed(error.message, error);
  if (error.code === "denied") return new ToolError(error.message, { class: "denied", effect, cause: error });
  const isInput = error.code === "invalid" || error.code === "exists" || error.code === "not-a-file";
  return new ToolError(error.message, { class: isInput ? "invalid_input" : "tool_error", effect, cause: error });
}

function notAllowed(message: string, cause?: unknown): ToolError {
  return new ToolError(message, { code: "tool/not-allowed", class: "denied", effect: "none", cause });
}
