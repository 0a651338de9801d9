import { canonicalJson, sha256 } from "@graph/tools";
import type { Json } from "@graph/plan";
import type { Config, PlacedPath, ServerConfig } from "../config/config.ts";

/** One thing that a project's config asks for and that only a trusted project gets, in words for a person. */
export interface TrustedThing {
  /** `fs`, `tools.roots`, `tools.http_hosts`. */
  readonly name: string;
  /** The full command or address as the config writes it, `${VAR}` not filled in. */
  readonly asks: string;
  /** The folder or host of the config that it is. */
  readonly entry?: PlacedPath;
}

/** What a project's config asks for: server commands and addresses, folders outside the project, hosts. */
export function trustedThings(config: Config, isOutside: (path: string) => boolean): readonly TrustedThing[] {
  const servers = projectServers(config).map((server) => ({ name: server.id, asks: describe(server) }));
  const folders = config.roots
    .filter((root) => root.fromProject && isOutside(root.text))
    .map((root) => ({ name: "tools.roots", asks: `files in ${root.text}`, entry: root }));
  const hosts = config.httpHosts
    .filter((host) => host.fromProject)
    .map((host) => ({ name: "tools.http_hosts", asks: `requests to ${host.text}`, entry: host }));
  return [...servers, ...folders, ...hosts];
}

/** SHA-256 over what a project's config asks for, hex. A changed command gives another digest, and trust is asked for again. */
export function trustDigest(config: Config, isOutside: (path: string) => boolean): string {
  const servers = projectServers(config).map<Json>((server) => [
    server.id,
    server.command ?? null,
    server.args,
    server.env,
    server.cwd ?? null,
    server.url ?? null,
    server.headers,
  ]);
  const rest = trustedThings(config, isOutside).filter((thing) => thing.name.startsWith("tools."));
  return sha256(canonicalJson([servers, rest.map((thing) => [thing.name, thing.asks])]));
}

function projectServers(config: Config): readonly ServerConfig[] {
  return [...config.servers.values()]
    .filter((server) => server.fromProject && server.unusable === undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function describe(server: ServerConfig): string {
  if (server.url !== undefined) {
    const headers = Object.keys(server.headers);
    return `connects to ${server.url}${headers.length > 0 ? ` with the headers ${headers.join(", ")}` : ""}`;
  }
  const environment = Object.entries(server.env).map(([name, value]) => `${name}=${quote(value)}`);
  const words = [...environment, ...[server.command ?? "", ...server.args].map(quote)];
  return `runs ${words.join(" ")}${server.cwd === undefined ? "" : ` in ${server.cwd}`}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./${}-]+$/u.test(word) ? word : JSON.stringify(word);
}
