import type { CatalogServer, Diagnostic, Json, JsonObject } from "@graph/plan";
import type { Federation, ServerConfig as StartedServer } from "@graph/mcp";
import type { ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config, ServerConfig } from "../config/config.ts";
import { startServer } from "../config/start-server.ts";
import type { ProjectStore } from "../store/project-store.ts";

/** The project's servers: started when something needs them, their tools kept in the catalog. */
export interface ServerHub {
  /** Starts the servers that are named and waits until they have listed their tools or failed. Never rejects. */
  ensure(which: "all" | readonly string[]): Promise<void>;
  /** Servers that are not there, and what is wrong with the tools that were listed. */
  diagnostics(): readonly Diagnostic[];
  /** Ends all servers; the next `ensure` starts them again. */
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
}

const notNeeded = { state: "stale", reason: "has not been started, because nothing needed it" } as const;
const storeName = "catalogs";

/** Makes the hub; no server is started yet. */
export function createServerHub(options: ServerHubOptions): ServerHub {
  const { world, folder, config, catalog, store } = options;
  const federations = new Map<string, Federation>();
  const startable = new Map<string, ServerConfig>();
  for (const server of config.servers.values()) {
    const away = reasonAway(server, options.trusted);
    if (away === undefined && options.enabled) startable.set(server.id, server);
    catalog.setServer({ id: server.id, ...(away ?? notNeeded) });
  }

  async function start(ids: readonly string[]): Promise<void> {
    const { createFederation } = await import("@graph/mcp");
    const stored = await store.read(storeName);
    const servers: StartedServer[] = [];
    // Asked again after the pause: two calls at the same time must not start one server twice.
    for (const id of ids.filter((id) => !federations.has(id))) {
      const config = startable.get(id);
      if (config === undefined) continue;
      const started = startServer(world, folder, config);
      if ("server" in started) servers.push(started.server);
      else catalog.setServer({ id, state: "failed", reason: started.problem });
    }
    if (servers.length === 0) return;
    const federation = createFederation({ world, servers });
    for (const { id } of servers) federations.set(id, federation);
    federation.restore(stored);
    federation.onChange((id) => {
      sync(federation, id);
    });
  }

  function sync(federation: Federation, id: string): void {
    const state = federation.servers().find((server) => server.id === id);
    if (state === undefined || federations.get(id) !== federation) return;
    catalog.addServerTools(id, federation.tools(id));
    const { tools: _tools, ...rest } = state;
    catalog.setServer(rest);
  }

  async function remember(): Promise<void> {
    const now = [...new Set(federations.values())].flatMap((federation) => federation.snapshot().servers);
    if (now.length === 0) return;
    const before = await store.read(storeName);
    const known = new Map(serversIn(before).map((server) => [server["id"], server]));
    for (const server of now) known.set(server.id, server as unknown as JsonObject);
    await store.write(storeName, { version: 1, servers: [...known.values()] });
  }

  return {
    async ensure(which) {
      const ids = which === "all" ? [...startable.keys()] : which.filter((id) => startable.has(id));
      if (ids.length === 0) return;
      const fresh = ids.filter((id) => !federations.has(id));
      if (fresh.length > 0) await start(fresh);
      const waiting = new Map<Federation, string[]>();
      for (const id of ids) {
        const federation = federations.get(id);
        if (federation !== undefined) waiting.set(federation, [...(waiting.get(federation) ?? []), id]);
      }
      await Promise.all(
        [...waiting].map(([federation, servers]) => federation.ready(which === "all" ? {} : { servers })),
      );
      for (const [federation, servers] of waiting) for (const id of servers) sync(federation, id);
      if (fresh.length > 0) await remember();
    },
    diagnostics() {
      const states = catalog.servers().flatMap((server) => {
        const unasked = server.state === "stale" && !federations.has(server.id);
        return unasked ? [] : serverDiagnostic(server, config.servers.get(server.id));
      });
      const listed = [...new Set(federations.values())].flatMap((federation) => federation.diagnostics());
      return [...states, ...listed];
    },
    async close() {
      const open = new Set(federations.values());
      federations.clear();
      await Promise.all([...open].map((federation) => federation.close()));
    },
  };
}

function reasonAway(
  server: ServerConfig,
  trusted: boolean,
): { readonly state: CatalogServer["state"]; readonly reason?: string } | undefined {
  if (server.unusable !== undefined) return { state: "failed", reason: server.unusable };
  if (server.fromProject && !trusted) {
    return { state: "untrusted" };
  }
  return undefined;
}

const notTrusted = "is not started, because this project is not trusted; `graph trust` shows what it would run";

/** A server that is away is a warning: what needs it fails at its own place. */
function serverDiagnostic(server: CatalogServer, config: ServerConfig | undefined): readonly Diagnostic[] {
  if (server.state === "ok") return [];
  const reason = (server.reason ?? (server.state === "untrusted" ? notTrusted : "does not answer")).replace(/\.$/u, "");
  const effect = server.state === "stale" ? "are those of an earlier session" : "are not there";
  return [
    {
      code: server.state === "untrusted" ? "tool/not-trusted" : "tool/unavailable",
      severity: "warning",
      message: `The tools of the server \`${server.id}\` ${effect}: it ${reason}.`,
      ...config?.place,
    },
  ];
}

function serversIn(stored: Json | undefined): readonly JsonObject[] {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [];
  const servers = (stored as JsonObject)["servers"];
  if (!Array.isArray(servers)) return [];
  return servers.filter(
    (server): server is JsonObject => typeof server === "object" && server !== null && !Array.isArray(server),
  );
}
