/** The outside of graph behind one interface, so that a run can be replayed on a virtual clock with seeded faults. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly processes: Processes;
  readonly network: Network;
}

/** Time. Durations are measured on the monotonic clock: the wall clock may be set back while a run goes on. */
export interface Clock {
  /** Wall time in milliseconds since 1970. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonic(): number;
  /**
   * Calls `fire` once after `milliseconds`, at any length: delays over 2^31 ms, which Node fires at once, are cut into pieces.
   * A timer that is `background` does not keep the process alive.
   */
  timer(milliseconds: number, fire: () => void, options?: { readonly background?: boolean }): Timer;
}

/** A timer that was set. */
export interface Timer {
  /** Stops the timer. A timer that has fired or was cancelled is left alone. */
  cancel(): void;
}

/** Randomness. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A random UUID, version 4. */
  uuid(): string;
}

/** What `Files.status` tells of one path. */
export interface FileStatus {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number;
  /** Last change in milliseconds since 1970. */
  readonly changedAt: number;
}

/** A folder that a file must not leave. */
export interface InsideRoot {
  /**
   * Looked at again once the file is open: throws `outside-root` when what was opened does not lie inside this folder. Closes the
   * gap between `inside` and the use of its answer, in which somebody may put a link in the way.
   */
  readonly root?: string;
}

/** How `writeAtomic` writes. */
export interface WriteOptions {
  /** Permissions of the new file; the default is those of the file that is replaced, else 0o666 less the process's mask. */
  readonly mode?: number;
  /** True: a file that is already there is left alone and `exists` is thrown. Checked and written as one step. */
  readonly onlyNew?: boolean;
}

/** Files. Every path is absolute; every failure is a `WorldError` that names the path. */
export interface Files {
  /** Reads a UTF-8 text of at most `maxBytes` bytes (default 16 MiB). Throws `too-big` beyond, before the rest is read. */
  readText(path: string, options?: InsideRoot & { readonly maxBytes?: number }): Promise<string>;
  /** Reads bytes, bounded likewise. */
  readBytes(path: string, options?: InsideRoot & { readonly maxBytes?: number }): Promise<Uint8Array>;
  /** Like `readText`, for start-up code that must not wait. */
  readTextNow(path: string, options?: { readonly maxBytes?: number }): string;
  /** Replaces a file as one step: a temporary file beside it, flushed, then renamed, then the folder flushed. */
  writeAtomic(path: string, data: string | Uint8Array, options?: InsideRoot & WriteOptions): Promise<void>;
  /** Appends to a file, which is created when it is missing. */
  append(path: string, data: string, options?: InsideRoot): Promise<void>;
  /** The names in a folder, sorted by code unit. */
  list(path: string): Promise<readonly string[]>;
  /** The status of a path, links followed unless `followLinks` is false; `undefined` when there is nothing. */
  status(path: string, options?: { readonly followLinks?: boolean }): Promise<FileStatus | undefined>;
  /** Makes a folder and its parents. */
  makeFolder(path: string): Promise<void>;
  /** Removes a file or a whole folder; nothing there is fine. */
  remove(path: string): Promise<void>;
  /** The path with every link resolved. */
  realPath(path: string): Promise<string>;
  /**
   * The absolute path of `relative` inside the folder `root`, for reading (`forWriting` false: it must exist) or writing.
   * Links are resolved on the root and on the nearest existing parent and the result must lie inside the root;
   * throws `outside-root` otherwise. Accepts an absolute path that already lies inside the root.
   */
  inside(root: string, relative: string, options?: { readonly forWriting?: boolean }): Promise<string>;
  /** Watches nothing: tells whether a folder's files changed by comparing names, sizes and times. Returns a digest to compare. */
  fingerprint(folder: string, options?: { readonly extension?: string }): Promise<string>;
}

/**
 * A child process that was started without a shell. It leads a process group of its own (not on Windows): what it starts belongs to it,
 * does not hear the terminal's Ctrl-C, and does not outlive it. What leaves the group on purpose (`setsid`, a daemon) goes its own way.
 */
export interface ChildProcess {
  readonly pid: number | undefined;
  write(text: string): void;
  endInput(): void;
  onOutput(listener: (text: string) => void): void;
  onError(listener: (text: string) => void): void;
  /**
   * Settles when the process has ended and its pipes are closed; nothing is heard of it afterwards. What it left running is told to
   * leave (SIGTERM), and is killed after half a second; nobody holds the pipes open for longer than that. `code` is null when a
   * signal ended it. Rejects with a `WorldError` when it could not be started.
   */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Signals the whole group; nothing once `ended` has settled. */
  kill(signal?: "SIGTERM" | "SIGKILL"): void;
}

/** This process and its children. */
export interface Processes {
  readonly pid: number;
  readonly workingFolder: string;
  readonly homeFolder: string;
  readonly platform: string;
  /** One environment variable, read at the call; `undefined` when it is not set. */
  environment(name: string): string | undefined;
  /** Starts a program. `environment` is the whole environment of the child: nothing is inherited. */
  start(
    command: string,
    args: readonly string[],
    options: { readonly workingFolder: string; readonly environment: Readonly<Record<string, string>> },
  ): ChildProcess;
}

/** One HTTP request. Redirects are never followed here: whoever asks decides about each hop. */
export interface NetworkRequest {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Largest body that is read; the default is 1 MiB. A longer one throws `too-big`. */
  readonly maxBytes?: number;
  /** Time for the whole exchange; the default is 30 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /**
   * Asked with every address that the host name resolves to before a connection is made. The connection goes to an address
   * that was asked about, so an answer of the name server that changes in between reaches nothing. False: throws `not-allowed`.
   */
  readonly allowAddress?: (address: string) => boolean;
}

/** The answer to one request, read to its end. */
export interface NetworkResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** HTTP, one exchange at a time. */
export interface Network {
  request(request: NetworkRequest): Promise<NetworkResponse>;
}

/** What kind of failure it was; every code means the same in the real and in the simulated world. */
export type WorldErrorCode =
  | "not-found"
  | "denied"
  | "too-big"
  | "outside-root"
  | "not-a-file"
  | "not-a-folder"
  | "exists"
  | "no-space"
  | "io"
  | "not-allowed"
  | "refused"
  | "timeout"
  | "aborted"
  | "invalid";

/** A failure of the outside: a code to decide by, a message for a person, and the path or address it is about. */
export class WorldError extends Error {
  readonly code: WorldErrorCode;
  readonly subject: string;
  constructor(code: WorldErrorCode, subject: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "WorldError";
    this.code = code;
    this.subject = subject;
  }
}
