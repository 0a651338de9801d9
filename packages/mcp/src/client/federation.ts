import type { CatalogServer, Diagnostic } from "@graph/plan";
import { checkServerId, type RegisteredTool } from "@graph/tools";
import type { World } from "@graph/world";
import { callServerTool } from "./call-server-tool.ts";
import { createCallSlots } from "./call-slots.ts";
import { inheritedDepth } from "./child-environment.ts";
import { ManagedServer } from "./managed-server.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerLog } from "./server-log.ts";
import { type FederationSnapshot, readSnapshot, serverIdentity, snapshotOf } from "./snapshot.ts";
import { type ReadyOptions, waitForServers } from "./wait-for-servers.ts";

const defaultConcurrency = 8;
const defaultQuietMs = 2000;

/** What a federation is made of. */
export interface FederationOptions {
  readonly servers: readonly ServerConfig[];
  readonly world: World;
  /** Told what servers say and how they fare; default: nobody. */
  readonly log?: ServerLog;
  /** See `Federation.ready`; the default is 2,000 ms. */
  readonly startWaitMs?: number;
  /** How deep this process was called; the default is the variable `GRAPH_DEPTH`. Servers get one more. */
  readonly depth?: number;
}

/** The configured servers: started, listed, called, restarted. */
export interface Federation {
  /**
   * Waits until every server has listed its tools or failed. Gives the rest up when none has come in for `waitMs` (default
   * `startWaitMs`) since the last one that listed, or for five times that since the start when none has: they stay `starting` and
   * join when they are there. With `servers`, waits for these alone, until each has come in or reached its own start limit. Those
   * that had failed are tried once more, unless that was a moment ago. Never rejects.
   */
  ready(options?: ReadyOptions): Promise<void>;
  /** All configured servers in the order of the config, with reasons that go on a sentence beginning with the server's name. */
  servers(): readonly CatalogServer[];
  /** The tools of one server, or of all. Records are replaced, never changed, when a server lists again. */
  tools(server?: string): readonly RegisteredTool[];
  /** `tool/name-changed`, `tool/duplicate`, `tool/list-cut`, `tool/schema-unchecked` and `tool/unusable` of what was listed. No places. */
  diagnostics(): readonly Diagnostic[];
  /** Calls `listener` with a server's id when its state or its tools have changed; the function stops that. */
  onChange(listener: (server: string) => void): () => void;
  /** What is known of all tools, as plain data. */
  snapshot(): FederationSnapshot;
  /** Takes a stored snapshot: tools of servers that are reached as they were then are known (`stale`) until the server has listed. Never throws. */
  restore(stored: unknown): void;
  /** Ends every server and its process. Calls that are open fail. */
  close(): Promise<void>;
}

/**
 * Starts all servers at once in the background. Throws a `TypeError` for an id that `checkServerId` refuses or that stands twice.
 * A call carries the depth at which the server works in `_meta["graph/depth"]`, its process in `GRAPH_DEPTH`.
 */
export function createFederation(options: FederationOptions): Federation {
  const { world, log = () => undefined, startWaitMs = defaultQuietMs } = options;
  const depth = (options.depth ?? inheritedDepth(world.processes)) + 1;
  const servers = new Map<string, ManagedServer>();
  const listeners = new Set<(server: string) => void>();

  for (const config of options.servers) {
    const problem = checkServerId(config.id);
    if (problem) throw new TypeError(problem.message);
    if (servers.has(config.id)) throw new TypeError(`The server \`${config.id}\` stands twice in the config.`);
    const slots = createCallSlots(Math.max(1, config.concurrency ?? defaultConcurrency));
    const server: ManagedServer = new ManagedServer({
      config,
      world,
      log,
      depth,
      callOf: (rawName, publicName, described) => (input, context) => {
        const { hasOutputSchema, idempotencyArgument } = described();
        return callServerTool(
          { server, slots, world, rawName, publicName, hasOutputSchema, idempotencyArgument },
          input,
          context,
        );
      },
      onChange: () => {
        for (const listener of listeners) {
          // One listener that throws must not keep the news from the others.
          try {
            listener(config.id);
          } catch {}
        }
      },
    });
    servers.set(config.id, server);
  }
  for (const server of servers.values()) server.start();
  const startedAt = world.clock.monotonic();

  const onChange: Federation["onChange"] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    ready: (ready = {}) =>
      waitForServers({ servers, clock: world.clock, onChange, startedAt, quietMs: startWaitMs }, ready),
    servers: () => [...servers.values()].map((server) => server.status),
    tools: (id) => {
      const chosen = id === undefined ? [...servers.values()] : [servers.get(id)];
      return chosen.flatMap((server) => server?.tools?.tools ?? []);
    },
    diagnostics: () => [...servers.values()].flatMap((server) => server.tools?.diagnostics ?? []),
    onChange,
    snapshot: () => snapshotOf(servers.values()),
    restore(stored) {
      for (const [id, { identity, listing, listedAt }] of readSnapshot(stored)) {
        const server = servers.get(id);
        if (server && serverIdentity(server.config) === identity) server.restore(listing, listedAt);
      }
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}
