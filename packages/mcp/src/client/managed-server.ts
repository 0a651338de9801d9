import type { CatalogServer } from "@graph/plan";
import type { World } from "@graph/world";
import { type Connection, openConnection, type OpeningConnection } from "./connection.ts";
import { startFailure, unavailable } from "./failure.ts";
import { createListRefresh, type ListRefresh } from "./list-refresh.ts";
import { type Listing, listTools } from "./list-tools.ts";
import { createRestartPause } from "./restart-pause.ts";
import type { ServerConfig } from "./server-config.ts";
import { createLineLog, type ServerLog } from "./server-log.ts";
import { redactorOf } from "./server-redactor.ts";
import { type CallOf, readServerTools, type ServerTools } from "./server-tools.ts";
import { abortable, createLimit } from "./waiting.ts";

export interface ManagedServerOptions {
  readonly config: ServerConfig;
  readonly world: World;
  readonly log: ServerLog;
  readonly depth: number;
  readonly callOf: CallOf;
  /** Its state or its tools changed. */
  readonly onChange: () => void;
}

interface Session {
  readonly opening: OpeningConnection;
  readonly refresh: ListRefresh;
  /** Connected and listed. Rejects with a `ToolError` that names the server. */
  readonly ready: Promise<Connection>;
  connection: Connection | undefined;
}

const defaultStartMs = 30_000;
/** How long a server may be silent after it was told to drop a call. */
const pingMs = 1000;

/** One server: started in the background, listed, restarted when it is needed again. */
export class ManagedServer {
  readonly config: ServerConfig;
  readonly #options: ManagedServerOptions;
  readonly #pause = createRestartPause();
  readonly #closings = new Set<Promise<void>>();
  #session: Session | undefined;
  #failure: { readonly state: "failed" | "auth"; readonly reason: string } | undefined;
  #tools: ServerTools | undefined;
  #listedAt: number | undefined;
  #connectedAt: number | undefined;
  #beganAt: number;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ManagedServerOptions) {
    this.#options = options;
    this.config = options.config;
    this.#beganAt = this.#now();
  }

  /** Connected and listed, or known to have failed: nothing is to be waited for. */
  get isSettled(): boolean {
    return this.#session === undefined || this.#session.connection !== undefined;
  }

  get isConnected(): boolean {
    return this.#session?.connection !== undefined;
  }

  get tools(): ServerTools | undefined {
    return this.#tools;
  }

  /** When the tools were listed, in milliseconds since 1970. */
  get listedAt(): number | undefined {
    return this.#listedAt;
  }

  /** Monotonic time at which the session that runs came in. */
  get connectedAt(): number | undefined {
    return this.isConnected ? this.#connectedAt : undefined;
  }

  get status(): CatalogServer {
    const common = { id: this.config.id, tools: this.#tools?.tools.length ?? 0 };
    if (this.isConnected) return { ...common, state: "ok" };
    const seconds = ((this.#now() - this.#beganAt) / 1000).toFixed(1);
    const reason = this.#session ? `has not answered for ${seconds} s` : (this.#failure?.reason ?? "is not started");
    const state = this.#session ? "starting" : (this.#failure?.state ?? "failed");
    return { ...common, state: this.#tools ? "stale" : state, reason };
  }

  /** Takes tools of an earlier session; real ones win. */
  restore(listing: Listing, listedAt: number): void {
    if (this.#tools) return;
    this.#tools = readServerTools(listing, this.config, this.#options.callOf);
    this.#listedAt = listedAt;
  }

  /** Starts the server unless it runs, is starting, or has to pause; tells whether it did. */
  start(): boolean {
    if (this.#session || this.#isClosed || this.#pause.remaining(this.#now()) > 0) return false;
    this.#begin();
    return true;
  }

  /** The session that a call can use; starts the server, after a pause when it failed before. Rejects with a `ToolError` or the signal's reason. */
  async connected(signal: AbortSignal): Promise<Connection> {
    if (this.#checking) await abortable(this.#checking, signal);
    while (!this.#session) {
      if (this.#isClosed) throw unavailable(this.config.id, "was closed");
      const wait = this.#pause.remaining(this.#now());
      if (wait === 0) this.#begin();
      else await this.#sleep(wait, signal);
    }
    return abortable(this.#session.ready, signal);
  }

  /** A call was answered: whatever happens next is a first failure. */
  worked(): void {
    this.#pause.worked();
  }

  /** Asks a server that was told to drop a call whether it is still there, and ends it when it is not. Calls wait for the answer. */
  checkAlive(connection: Connection): void {
    const { received } = connection;
    if (received === undefined || connection.endReason() !== undefined) return;
    this.#checking ??= this.#ping(connection, received).finally(() => {
      this.#checking = undefined;
    });
  }

  /** Ends a session that is of no use any more; the next call starts a new one. */
  replace(connection: Connection, reason: string): void {
    const session = this.#session;
    if (session?.connection === connection) this.#lose(session, reason);
  }

  /** Ends the server; nothing is left running when it resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const session = this.#session;
    this.#session = undefined;
    this.#failure = { state: "failed", reason: "was closed" };
    if (session) this.#end(session, "was closed");
    await Promise.all(this.#closings);
  }

  #begin(): void {
    this.#beganAt = this.#now();
    const { config, world, depth } = this.#options;
    const log = createLineLog(config.id, this.#options.log, redactorOf(config));
    const refresh = createListRefresh({
      clock: world.clock,
      look: () => this.#lookAgain(opening),
      onFailure: () =>
        log("warning", "the list of tools has changed and could not be read again; the earlier one is kept"),
    });
    const opening = openConnection({ config, world, depth, log, onListChanged: refresh.changed });
    const ready = this.#bringUp(opening, refresh);
    // The failure is kept in the state; a call that awaits it still gets it.
    ready.catch(() => undefined);
    this.#session = { opening, refresh, ready, connection: undefined };
  }

  async #bringUp(opening: OpeningConnection, refresh: ListRefresh): Promise<Connection> {
    const milliseconds = this.#startMs();
    const limit = createLimit(this.#options.world, milliseconds);
    try {
      const connection = await abortable(opening.opened, limit.signal);
      const listing = await refresh.first(() => this.#list(connection, limit.signal));
      const session = this.#session;
      const reason = connection.endReason();
      if (reason !== undefined || session?.opening !== opening) throw new Error(reason ?? "was closed");
      session.connection = connection;
      this.#connectedAt = this.#now();
      this.#failure = undefined;
      this.#setTools(listing);
      void connection.ended.then((why) => this.#lose(session, why));
      return connection;
    } catch (error) {
      const failure = limit.isOver()
        ? { state: "failed" as const, reason: `did not answer within ${milliseconds} ms` }
        : startFailure(error, redactorOf(this.config));
      const session = this.#session;
      if (session?.opening === opening) {
        this.#failure = failure;
        this.#session = undefined;
        this.#pause.failed(this.#now());
        this.#end(session, failure.reason);
        this.#options.onChange();
      }
      throw unavailable(this.config.id, failure.reason);
    } finally {
      limit.cancel();
    }
  }

  async #list(connection: Connection, signal: AbortSignal): Promise<Listing> {
    return abortable(
      listTools((params) => connection.request("tools/list", params, signal)),
      signal,
    );
  }

  #setTools(listing: Listing): void {
    this.#tools = readServerTools(listing, this.config, this.#options.callOf);
    this.#listedAt = this.#options.world.clock.now();
    this.#options.onChange();
  }

  #lose(session: Session, reason: string): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#failure = { state: "failed", reason };
    this.#pause.failed(this.#now());
    this.#end(session, reason);
    this.#options.onChange();
  }

  #end(session: Session, reason: string): void {
    session.refresh.stop();
    const closing = session.opening.close(reason).finally(() => this.#closings.delete(closing));
    this.#closings.add(closing);
  }

  async #lookAgain(opening: OpeningConnection): Promise<void> {
    const session = this.#session;
    if (session?.opening !== opening || !session.connection) return;
    const limit = createLimit(this.#options.world, this.#startMs());
    try {
      const listing = await this.#list(session.connection, limit.signal);
      if (this.#session === session) this.#setTools(listing);
    } finally {
      limit.cancel();
    }
  }

  async #ping(connection: Connection, received: () => number): Promise<void> {
    const before = received();
    const limit = createLimit(this.#options.world, pingMs);
    try {
      await abortable(connection.request("ping", {}, limit.signal), limit.signal);
    } catch {
      // A server that refuses a ping is there; one that says nothing at all is not.
      if (received() === before) this.replace(connection, "fell silent after a call was aborted");
    } finally {
      limit.cancel();
    }
  }

  #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const limit = createLimit(this.#options.world, milliseconds);
    return abortable(limit.over, signal).finally(limit.cancel);
  }

  #startMs(): number {
    return this.config.startTimeoutMs ?? defaultStartMs;
  }

  #now(): number {
    return this.#options.world.clock.monotonic();
  }
}
