import { canonicalJson, sha256 } from "@graph/tools";
import { isObject, type Json, type JsonObject } from "@graph/plan";
import type { ServerSnapshot } from "@graph/mcp";
import type { ProjectStore } from "../store/project-store.ts";

/** What servers listed last, kept between two commands. */
export interface ListingStore {
  /** The stored document, for `Federation.restore`. */
  read(): Promise<Json | undefined>;
  /** Writes what is listed now, when it is not what is stored. One write at a time; what changes during it is written after it. */
  keep(): Promise<void>;
  /** Settles when nothing is being written. */
  settled(): Promise<void>;
}

const storeName = "catalogs";

/** Opens the kept listings. `current`: what is known of the servers now. */
export function openListingStore(store: ProjectStore, current: () => readonly ServerSnapshot[]): ListingStore {
  /** Digests of what is stored, by server; unknown before it was read. */
  let stored: Map<string, string> | undefined;
  /** Digests of definitions that were looked at before: they are replaced, never changed. */
  const digests = new WeakMap<object, string>();
  let writing: Promise<void> = Promise.resolve();

  function digestOf(server: ServerSnapshot): string {
    const known = digests.get(server.tools) ?? sha256(canonicalJson(server.tools));
    digests.set(server.tools, known);
    return `${server.identity} ${known}`;
  }

  async function read(): Promise<Json | undefined> {
    const document = await store.read(storeName);
    stored = new Map(serversIn(document).map((server) => [server.id, digestOf(server)]));
    return document;
  }

  async function write(now: readonly ServerSnapshot[]): Promise<void> {
    // Read again: another process may have kept servers that this one has not started.
    const known = new Map(serversIn(await read()).map((server) => [server.id, server]));
    for (const server of now) known.set(server.id, server);
    await store.write(storeName, { version: 1, servers: [...known.values()] as unknown as Json });
    // Also when the file could not be written: it is not tried again until something changes.
    for (const server of now) stored?.set(server.id, digestOf(server));
  }

  return {
    read,
    keep() {
      const now = current();
      const next = writing.then(async () => {
        if (now.some((server) => stored?.get(server.id) !== digestOf(server))) await write(now);
      });
      writing = next;
      return next;
    },
    settled: () => writing,
  };
}

function serversIn(stored: Json | undefined): readonly ServerSnapshot[] {
  if (!isObject(stored) || !Array.isArray(stored["servers"])) return [];
  return (stored["servers"] as readonly Json[]).filter((server): server is JsonObject & ServerSnapshot => {
    if (!isObject(server)) return false;
    const { id, identity, tools } = server;
    return typeof id === "string" && typeof identity === "string" && Array.isArray(tools);
  });
}
