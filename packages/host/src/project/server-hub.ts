import type { Diagnostic } from "@graph/plan";
import type { Federation, ServerConfig as StartedServer } from "@graph/mcp";
import { DefinitionError, type RegisteredTool, type ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config, ServerConfig } from "../config/config.ts";
import { listedProblems } from "../config/listed-problems.ts";
import { startServer } from "../config/start-server.ts";
import type { ProjectStore } from "../store/project-store.ts";
import { openListingStore } from "./listing-store.ts";
import { reasonAway, serverDiagnostic } from "./server-diagnostic.ts";
import { untilAborted } from "./until-aborted.ts";

/** The project's servers: started when something needs them, their tools kept in the catalog. */
export interface ServerHub {
  /**
   * Starts the servers that are named and waits until they have listed their tools or failed; those that had failed are tried once
   * more. `signal` ends the waiting, nothing else. Never rejects.
   */
  ensure(which: "all" | readonly string[], signal?: AbortSignal): Promise<void>;
  /** Ends the servers that run, starts them again and waits as `ensure` does. */
  restart(signal?: AbortSignal): Promise<void>;
  /** Servers that are not there, and what is wrong with the tools that were listed. */
  diagnostics(): readonly Diagnostic[];
  /** Ends all servers, those too that are being started just now. Nothing is started afterwards. */
  close(): Promise<void>;
}

export interface ServerHubOptions {
  readonly world: World;
  readonly folder: string;
  readonly config: Config;
  readonly trusted: boolean;
  readonly enabled: boolean;
  readonly catalog: ToolCatalog;
  readonly store: ProjectStore;
  /** The operator's secrets: not to be seen in the words of a server. */
  readonly secrets?: readonly string[];
}

const notNeeded = { state: "stale", reason: "has not been started, because nothing needed it" } as const;

/** Makes the hub; no server is started yet. */
export function createServerHub(options: ServerHubOptions): ServerHub {
  const { world, folder, config, catalog } = options;
  const federations = new Map<string, Federation>();
  const startable = new Map<string, ServerConfig>();
  /** Servers that something has asked for: the absence of the others is nobody's business. */
  const needed = new Set<string>();
  const listings = openListingStore(options.store, () =>
    [...new Set(federations.values())].flatMap((federation) => federation.snapshot().servers),
  );
  // Aborted and replaced when the servers end: whoever waits for one, or was about to start it, sees that it is too late.
  let servers = new AbortController();
  let isClosed = false;
  let ending: Promise<void> = Promise.resolve();
  for (const server of config.servers.values()) {
    const away = reasonAway(server, options.trusted);
    if (away === undefined && options.enabled) startable.set(server.id, server);
    catalog.setServer({ id: server.id, ...(away ?? notNeeded) });
  }

  async function start(ids: readonly string[]): Promise<void> {
    const { signal } = servers;
    // Two processes of one server at a time could be in each other's way.
    await ending;
    const { createFederation } = await import("@graph/mcp");
    const stored = await listings.read();
    if (signal.aborted) return;
    const ready: StartedServer[] = [];
    // Asked again after the pause: two calls at the same time must not start one server twice.
    for (const id of ids.filter((id) => !federations.has(id))) {
      const config = startable.get(id);
      if (config === undefined) continue;
      const started = startServer(world, folder, config, options.secrets);
      if ("server" in started) ready.push(started.server);
      else catalog.setServer({ id, state: "failed", reason: started.problem });
    }
    if (ready.length === 0) return;
    const federation = createFederation({ world, servers: ready });
    for (const { id } of ready) federations.set(id, federation);
    federation.restore(stored);
    federation.onChange((id) => {
      sync(federation, id);
      // A server that joins late, or lists again, when nobody waits for it.
      void listings.keep();
    });
  }

  function sync(federation: Federation, id: string): void {
    const state = federation.servers().find((server) => server.id === id);
    if (state === undefined || federations.get(id) !== federation) return;
    const { tools: _tools, ...rest } = state;
    setServer(rest, federation.tools(id));
  }

  function setServer(state: Parameters<ToolCatalog["setServer"]>[0], tools: readonly RegisteredTool[]): void {
    try {
      catalog.addServerTools(state.id, tools);
      catalog.setServer(state);
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      // A tool of the host's own process has the name.
      catalog.setServer({ id: state.id, state: "failed", reason: `cannot be used: ${error.message}` });
    }
  }

  /** Ends what runs. The catalog forgets the tools at once: a call of a server that was ended could only fail. */
  function end(): Promise<void> {
    servers.abort();
    if (!isClosed) servers = new AbortController();
    const open = new Set(federations.values());
    const ids = [...federations.keys()];
    federations.clear();
    for (const id of ids) setServer({ id, ...notNeeded }, []);
    const closing = [...open].map((federation) => federation.close());
    ending = Promise.all([ending, ...closing]).then(() => undefined);
    return ending;
  }

  async function waitFor(which: "all" | readonly string[]): Promise<void> {
    const ids = which === "all" ? [...startable.keys()] : which.filter((id) => startable.has(id));
    for (let signal = servers.signal; ids.length > 0 && !signal.aborted;) {
      await listed(which, ids, signal);
      if (!signal.aborted) break;
      // They were restarted in the meantime: those that run now are the ones to wait for.
      signal = servers.signal;
    }
    await listings.keep();
  }

  async function listed(which: "all" | readonly string[], ids: readonly string[], signal: AbortSignal): Promise<void> {
    const fresh = ids.filter((id) => !federations.has(id));
    if (fresh.length > 0) await start(fresh);
    const waiting = new Map<Federation, string[]>();
    for (const id of ids) {
      const federation = federations.get(id);
      if (federation !== undefined) waiting.set(federation, [...(waiting.get(federation) ?? []), id]);
    }
    const ready = [...waiting].map(([federation, ids]) => federation.ready(which === "all" ? {} : { servers: ids }));
    // A federation that is closed says no more: its `ready` may never settle.
    await untilAborted(Promise.all(ready), signal);
    for (const [federation, ids] of waiting) for (const id of ids) sync(federation, id);
  }

  return {
    ensure(which, signal) {
      for (const id of which === "all" ? config.servers.keys() : which) needed.add(id);
      return untilAborted(waitFor(which), signal);
    },
    async restart(signal) {
      const ids = [...federations.keys()];
      await end();
      await untilAborted(waitFor(ids), signal);
    },
    diagnostics() {
      const known = new Map(catalog.servers().map((server) => [server.id, server]));
      // In the order of the config.
      const states = [...config.servers.values()].flatMap((server) => {
        const state = known.get(server.id);
        if (state === undefined) return [];
        const unasked =
          (state.state === "stale" && !federations.has(server.id)) ||
          (state.state === "untrusted" && !needed.has(server.id));
        return unasked ? [] : serverDiagnostic(state, server);
      });
      const listed = [...new Set(federations.values())].flatMap((federation) => federation.diagnostics());
      return [...listedProblems(states), ...listed];
    },
    async close() {
      isClosed = true;
      // What was listed last is written while the servers end.
      const keeping = listings.keep();
      await Promise.all([end(), keeping]);
      await listings.settled();
    },
  };
}
