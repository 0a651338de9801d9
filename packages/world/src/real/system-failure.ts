import { fileFailure } from "../file-failure.ts";
import { WorldError, type WorldErrorCode } from "../world.ts";

const codes: ReadonlyMap<string, WorldErrorCode> = new Map([
  ["ENOENT", "not-found"],
  ["EACCES", "denied"],
  ["EPERM", "denied"],
  ["EROFS", "denied"],
  ["EISDIR", "not-a-file"],
  // O_NOFOLLOW met a link.
  ["ELOOP", "not-a-file"],
  ["ENXIO", "not-a-file"],
  ["ENOTDIR", "not-a-folder"],
  ["EEXIST", "exists"],
  ["ENOTEMPTY", "exists"],
  ["ENOSPC", "no-space"],
  ["EDQUOT", "no-space"],
  ["ENAMETOOLONG", "invalid"],
  ["ERR_INVALID_ARG_VALUE", "invalid"],
]);

/** The `code` of an error of Node, such as `ENOENT`; empty when there is none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** An error of the file system as a `WorldError` about `path`. */
export function toFileFailure(error: unknown, path: string): WorldError {
  if (error instanceof WorldError) return error;
  const name = systemCode(error);
  const code = codes.get(name);
  if (name === "ENAMETOOLONG") return new WorldError("invalid", path, `The path ${path.slice(0, 80)}… is too long.`);
  if (code !== undefined) return fileFailure(code, path, { cause: error });
  const reason = name === "" ? "" : ` (${name})`;
  return new WorldError("io", path, `${path} could not be read or written${reason}.`, { cause: error });
}

/** Runs a file operation; every failure comes out as a `WorldError`. */
export async function fileOperation<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileFailure(error, path);
  }
}
