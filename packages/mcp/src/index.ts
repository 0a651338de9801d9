// The contract of the package: a line here is public.

// Servers as tools
export { createFederation, type Federation, type FederationOptions } from "./client/federation.ts";
export type { ReadyOptions } from "./client/wait-for-servers.ts";
export type { ServerConfig, ServerKind, ToolOverride } from "./client/server-config.ts";
export type { ServerLog, ServerLogEntry } from "./client/server-log.ts";
export { type FederationSnapshot, type ServerSnapshot, serverIdentity } from "./client/snapshot.ts";
