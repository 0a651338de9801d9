import { canonicalJson, sha256 } from "@graph/tools";
import type { Json } from "@graph/plan";
import type { Config, PlacedPath, RaisedSetting, SecretConfig, ServerConfig, ToolOverride } from "../config/config.ts";
import { describeRaised } from "../config/raised-settings.ts";

/** One thing that a project's config asks for and that only a trusted project gets, in words for a person. */
export interface TrustedThing {
  /** `fs`, `tools.roots`, `tools.http_hosts`, `settings.max_steps`, `settings.env`, `secrets.TOKEN`. */
  readonly name: string;
  /** The full command or address as the config writes it, `${VAR}` not filled in. */
  readonly asks: string;
  /** The folder, the host, the variable, the setting or the secret of the config that it is. */
  readonly entry?: PlacedPath | RaisedSetting | SecretConfig;
}

/**
 * What a project's config asks for: server commands and addresses, folders outside the project, hosts, higher limits, the user's
 * variables and files.
 */
export function trustedThings(config: Config, isOutside: (path: string) => boolean): readonly TrustedThing[] {
  const servers = projectServers(config).map((server) => ({ name: server.id, asks: describe(server) }));
  return [...servers, ...otherThings(config, isOutside)];
}

function otherThings(config: Config, isOutside: (path: string) => boolean): readonly TrustedThing[] {
  const folders = config.roots
    .filter((root) => root.fromProject && isOutside(root.text))
    .map((root) => ({ name: "tools.roots", asks: `files in ${root.text}`, entry: root }));
  const hosts = config.httpHosts
    .filter((host) => host.fromProject)
    .map((host) => ({ name: "tools.http_hosts", asks: `requests to ${host.text}`, entry: host }));
  const limits = config.raised.map((setting) => ({
    name: `settings.${setting.key}`,
    asks: describeRaised(setting),
    entry: setting,
  }));
  // Plans of the project hand them to the user's own servers too.
  const variables = config.variables
    .filter((variable) => variable.fromProject)
    .map((variable) => ({
      name: "settings.env",
      asks: `the environment variable ${variable.text}, for its plans to read`,
      entry: variable,
    }));
  const secrets = [...config.secrets.values()]
    .filter((secret) => secret.fromProject && describeSecret(secret) !== undefined)
    .map((secret) => ({ name: `secrets.${secret.name}`, asks: describeSecret(secret) ?? "", entry: secret }));
  return [...folders, ...hosts, ...limits, ...variables, ...secrets];
}

function describeSecret({ env, file }: SecretConfig): string | undefined {
  if (env !== undefined) return `the environment variable ${env}, as a secret for its plans`;
  return file === undefined ? undefined : `the file ${file}, as a secret for its plans`;
}

/**
 * SHA-256 over what a project's config asks for, hex. All of a server's table counts, because its words on tools (`exclude_tools`,
 * `idempotent`) decide what a trusted server may do: any change gives another digest, and trust is asked for again.
 */
export function trustDigest(config: Config, isOutside: (path: string) => boolean): string {
  const servers = projectServers(config).map(wholeTable);
  const rest = otherThings(config, isOutside).map((thing) => [thing.name, thing.asks]);
  return sha256(canonicalJson([servers, rest]));
}

function wholeTable({ place: _place, fromProject: _fromProject, toolOverrides, ...table }: ServerConfig): Json {
  return { ...table, toolOverrides: Object.fromEntries(toolOverrides) } as unknown as Json;
}

function projectServers(config: Config): readonly ServerConfig[] {
  return [...config.servers.values()]
    .filter((server) => server.fromProject && server.unusable === undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function describe(server: ServerConfig): string {
  return `${describeReach(server)}${describeWord(server)}`;
}

function describeReach(server: ServerConfig): string {
  if (server.url !== undefined) {
    const headers = Object.keys(server.headers);
    return `connects to ${server.url}${headers.length > 0 ? ` with the headers ${headers.join(", ")}` : ""}`;
  }
  const environment = Object.entries(server.env).map(([name, value]) => `${name}=${quote(value)}`);
  const words = [...environment, ...[server.command ?? "", ...server.args].map(quote)];
  return `runs ${words.join(" ")}${server.cwd === undefined ? "" : ` in ${server.cwd}`}`;
}

/** What the table says of the server's tools: it decides what is sent again after a failure. */
function describeWord(server: ServerConfig): string {
  const overrides = [...server.toolOverrides];
  const words = [
    ...(server.trustAnnotations ? ["its annotations are trusted"] : []),
    ...describeTools("only read", server.readOnly, namesOf(overrides, "readOnly")),
    ...describeTools("can be repeated", server.idempotent, namesOf(overrides, "idempotent")),
  ];
  return words.length === 0 ? "" : `; ${words.join(", ")}`;
}

function namesOf(overrides: readonly (readonly [string, ToolOverride])[], key: "readOnly" | "idempotent"): string[] {
  return overrides.flatMap(([tool, override]) => (override[key] === true ? [tool] : []));
}

function describeTools(what: string, globs: readonly string[], names: readonly string[]): readonly string[] {
  const all = [...globs, ...names];
  return all.length === 0 ? [] : [`${all.join(" ")} ${what}`];
}

function quote(word: string): string {
  return /^[\w@%+=:,./${}-]+$/u.test(word) ? word : JSON.stringify(word);
}
