import { fileFailure } from "../file-failure.ts";
import type { Files, WorldErrorCode } from "../world.ts";

/** Names of the operations that a fault can meet. */
export type FileOperation = Exclude<keyof Files, "inside">;

/** A fault to come. */
export interface FileFault {
  /** Only these operations count; default: all. */
  readonly operation?: FileOperation;
  /** Only paths that contain this text count. */
  readonly path?: string;
  /** The how-manieth matching operation from now on fails; 1 (the default) is the next. */
  readonly at?: number;
  /** How many matching operations fail from there on; default 1, `Infinity` for a disk that stays full. */
  readonly times?: number;
  readonly code: WorldErrorCode;
  /**
   * A torn write: so many bytes reach the disk before the failure. `append` leaves them at the end of the file; `writeAtomic`
   * leaves them in a temporary file beside the target, which stays as it was.
   */
  readonly keepBytes?: number;
}

/** One operation that has happened. */
export interface FileEvent {
  readonly operation: FileOperation;
  readonly path: string;
}

/** Counts operations and fails those that were asked to. */
export class FileFaults {
  readonly events: FileEvent[] = [];
  readonly #faults: { readonly fault: FileFault; seen: number }[] = [];

  add(fault: FileFault): void {
    this.#faults.push({ fault, seen: 0 });
  }

  clear(): void {
    this.#faults.length = 0;
  }

  /** Records the operation; `tear` is called with the bytes that a torn write keeps, then the failure is thrown. */
  meet(operation: FileOperation, path: string, tear?: (keepBytes: number) => void): void {
    this.events.push({ operation, path });
    for (const entry of this.#faults) {
      const { fault } = entry;
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      if (fault.path !== undefined && !path.includes(fault.path)) continue;
      entry.seen += 1;
      const first = fault.at ?? 1;
      if (entry.seen < first || entry.seen >= first + (fault.times ?? 1)) continue;
      if (fault.keepBytes !== undefined) tear?.(fault.keepBytes);
      throw fileFailure(fault.code, path);
    }
  }
}
