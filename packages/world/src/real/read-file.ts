import { closeSync, constants, fstatSync, openSync, promises as fs, readSync } from "node:fs";
import { defaultReadLimit, fileFailure, tooBig } from "../file-failure.ts";
import type { InsideRoot } from "../world.ts";
import { assertOpenedInside, noFollow } from "./open-inside.ts";

const chunkBytes = 64 * 1024;

/**
 * Reads a whole file, never more than `maxBytes`. The limit is checked while reading as well: a file may grow, and the size of
 * files under `/proc` is said to be 0.
 */
export async function readFileBounded(
  path: string,
  options: InsideRoot & { readonly maxBytes?: number } = {},
): Promise<Buffer> {
  const maxBytes = options.maxBytes ?? defaultReadLimit;
  const flags = options.root === undefined ? (constants.O_NONBLOCK ?? 0) : noFollow;
  const handle = await fs.open(path, constants.O_RDONLY | flags);
  try {
    if (options.root !== undefined) await assertOpenedInside(handle, path, options.root);
    const status = await handle.stat();
    if (!status.isFile()) throw fileFailure("not-a-file", path);
    if (status.size > maxBytes) throw tooBig(path, maxBytes);
    const parts: Buffer[] = [];
    let total = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(sizeOfChunk(status.size, total)), 0);
      if (bytesRead === 0) break;
      total += bytesRead;
      if (total > maxBytes) throw tooBig(path, maxBytes);
      parts.push(buffer.subarray(0, bytesRead));
    }
    return Buffer.concat(parts, total);
  } finally {
    await handle.close();
  }
}

/** The same without waiting. */
export function readFileBoundedNow(path: string, options: { readonly maxBytes?: number } = {}): Buffer {
  const maxBytes = options.maxBytes ?? defaultReadLimit;
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) throw fileFailure("not-a-file", path);
    if (status.size > maxBytes) throw tooBig(path, maxBytes);
    const parts: Buffer[] = [];
    let total = 0;
    for (;;) {
      const buffer = Buffer.allocUnsafe(sizeOfChunk(status.size, total));
      const bytesRead = readSync(descriptor, buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      total += bytesRead;
      if (total > maxBytes) throw tooBig(path, maxBytes);
      parts.push(buffer.subarray(0, bytesRead));
    }
    return Buffer.concat(parts, total);
  } finally {
    closeSync(descriptor);
  }
}

/** The whole file in one piece where its size is known, and one byte more to see its end. */
function sizeOfChunk(size: number, read: number): number {
  return Math.max(read === 0 ? size + 1 : 0, chunkBytes);
}

/** Bytes as text: what is not UTF-8 becomes U+FFFD, a byte order mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}
