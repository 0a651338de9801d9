import type { WorldErrorCode } from "./world.ts";
import { WorldError } from "./world.ts";

const messages: Partial<Record<WorldErrorCode, (path: string) => string>> = {
  "not-found": (path) => `There is nothing at ${path}.`,
  denied: (path) => `The operating system does not let this program use ${path}.`,
  "not-a-file": (path) => `${path} is not a file.`,
  "not-a-folder": (path) => `${path} is not a folder.`,
  exists: (path) => `Something is already at ${path}.`,
  "no-space": (path) => `The disk is full: ${path} could not be written.`,
  invalid: (path) => `${JSON.stringify(path)} cannot be a path: paths here are absolute and hold no NUL character.`,
};

/** A failure about a path in the words that the real and the simulated files share. */
export function fileFailure(
  code: WorldErrorCode,
  path: string,
  options: { readonly cause?: unknown } = {},
): WorldError {
  const message = messages[code]?.(path) ?? `${path} could not be read or written.`;
  return new WorldError(code, path, message, options);
}

/** A file over its limit. */
export function tooBig(path: string, maxBytes: number): WorldError {
  return new WorldError("too-big", path, `${path} is larger than the ${maxBytes} bytes that may be read.`);
}

/** A path that leaves its root. */
export function outsideRoot(path: string, root: string): WorldError {
  return new WorldError("outside-root", path, `${path} is not inside ${root}.`);
}

/** Largest file that is read when no limit is given: 16 MiB. */
export const defaultReadLimit: number = 16 * 1024 * 1024;
