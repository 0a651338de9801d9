import type { AddressKind } from "@graph/world";
import { addressKind } from "@graph/world";

/** What the operator's list says of one address. */
export interface HostVerdict {
  readonly allowed: boolean;
  /** This very host and port stand in the list: then its address may be an internal one. */
  readonly exact: boolean;
}

interface HostRule {
  readonly kind: "any" | "below" | "host";
  /** The host as `URL` writes it, or what stands behind `*.`. */
  readonly host: string;
  /** `undefined`: every port. */
  readonly port: string | undefined;
}

/**
 * Whether an address may be asked, by the entries of `[tools].http_hosts`: `example.org` (every port), `example.org:8080`,
 * `*.example.org` (what lies below it, not itself), each with or without a port, or `*` for every host. An entry that cannot be read allows nothing.
 */
export function judgeHost(url: URL, entries: readonly string[]): HostVerdict {
  const host = plainHost(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  let allowed = false;
  for (const entry of entries) {
    const rule = readRule(entry);
    if (rule === undefined || (rule.port !== undefined && rule.port !== port)) continue;
    if (rule.kind === "host" && rule.host === host) {
      if (rule.port !== undefined) return { allowed: true, exact: true };
      allowed = true;
    }
    if (rule.kind === "any" || (rule.kind === "below" && host.endsWith(`.${rule.host}`))) allowed = true;
  }
  return { allowed, exact: false };
}

/** Whether an entry of the list can be read. */
export function isHostEntry(entry: string): boolean {
  return readRule(entry) !== undefined;
}

function readRule(entry: string): HostRule | undefined {
  const parts = /^(\*\.)?(\[[^\]]+\]|[^:/?#@\s[\]]+)(?::(\d{1,5}))?$/.exec(entry.trim());
  const [, below, name = "", port] = parts ?? [];
  if (parts === null || Number(port ?? 0) > 65_535) return undefined;
  const number = port === undefined ? undefined : String(Number(port));
  if (name === "*") return below === undefined ? { kind: "any", host: "", port: number } : undefined;
  // Through URL, so that an entry is brought into the same spelling as the address that is compared with it.
  if (name.includes("*") || !URL.canParse(`http://${name}/`)) return undefined;
  const host = plainHost(new URL(`http://${name}/`).hostname);
  return { kind: below === undefined ? "host" : "below", host, port: number };
}

/** The dot at the end of a full name changes where it is looked up, not what it names. */
function plainHost(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

/** Whether a host is a name of this machine, which some name servers know and others do not. */
export function isLocalName(hostname: string): boolean {
  const host = plainHost(hostname);
  return host === "localhost" || host.endsWith(".localhost");
}

/** Why an IP address may not be connected to; `undefined` when it may. */
export function addressProblem(address: string): string | undefined {
  const kind = addressKind(address);
  return kind === "public" ? undefined : words[kind];
}

const words: Readonly<Record<AddressKind, string>> = {
  public: "a public address",
  loopback: "an address of this machine",
  private: "an address of a private network",
  "link-local": "a link-local address, where clouds keep their credentials",
  shared: "an address of a provider's inner network",
  unspecified: "no address of a host",
  multicast: "an address of a group",
  reserved: "a reserved address",
  translated: "an IPv4 address in the clothes of another kind",
  invalid: "no address",
};
