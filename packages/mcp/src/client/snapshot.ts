import { createHash } from "node:crypto";
import type { Json, JsonObject } from "@graph/plan";
import { isNamed, type Listing } from "./list-tools.ts";
import type { ManagedServer } from "./managed-server.ts";
import type { ServerConfig } from "./server-config.ts";

/** What is known of the servers' tools, as plain data for the host's store. */
export interface FederationSnapshot {
  readonly version: 1;
  readonly servers: readonly ServerSnapshot[];
}

/** What is kept of one server between two starts: plain data. */
export interface ServerSnapshot {
  readonly id: string;
  /** Digest of how the server is reached: tools of another program under the same id are not taken. */
  readonly identity: string;
  /** Milliseconds since 1970. */
  readonly listedAt: number;
  /** The definitions as the server listed them. */
  readonly tools: readonly JsonObject[];
}

/** SHA-256 of what a server is: its command with arguments and folder, or its address. Neither its id nor its secrets. */
export function serverIdentity(config: ServerConfig): string {
  const parts = config.kind === "stdio" ? [config.command, config.args ?? [], config.cwd ?? null] : [config.url];
  return createHash("sha256")
    .update(JSON.stringify([config.kind, ...parts]))
    .digest("hex");
}

export function snapshotOf(servers: Iterable<ManagedServer>): FederationSnapshot {
  const known: ServerSnapshot[] = [];
  for (const { config, tools, listedAt } of servers) {
    if (tools && listedAt !== undefined)
      known.push({ id: config.id, identity: serverIdentity(config), listedAt, tools: tools.raw });
  }
  return { version: 1, servers: known };
}

/** The servers of a stored snapshot, by id. What cannot be read is left out: a damaged store costs a cache and nothing else. */
export function readSnapshot(stored: unknown): ReadonlyMap<string, ServerSnapshot & { readonly listing: Listing }> {
  const servers = new Map<string, ServerSnapshot & { readonly listing: Listing }>();
  const { version, servers: list } = (isObject(stored) ? stored : {}) as { version?: unknown; servers?: unknown };
  if (version !== 1 || !Array.isArray(list)) return servers;
  for (const item of list as unknown[]) {
    if (!isObject(item)) continue;
    const { id, identity, listedAt, tools } = item;
    if (typeof id !== "string" || typeof identity !== "string" || typeof listedAt !== "number" || !Array.isArray(tools))
      continue;
    const named = (tools as unknown[]).filter(isNamed);
    servers.set(id, { id, identity, listedAt, tools: named, listing: { tools: named, nameless: 0 } });
  }
  return servers;
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
