import { type Diagnostic, sha256 } from "@graph/plan";
import { publicNameLength } from "./names.ts";

/** A tool of a server with the name that plans use. */
export interface PublicName {
  readonly server: string;
  /** The name the server gave it. */
  readonly raw: string;
  readonly public: string;
}

/** Says that a name is not what one would expect. */
export interface NameReport extends Diagnostic, PublicName {
  readonly code: "tool/name-changed" | "tool/duplicate";
}

/** The public names of the tools of some servers. */
export interface PublicNames {
  /** One for each different raw name, in the order given. */
  readonly names: readonly PublicName[];
  readonly reports: readonly NameReport[];
}

/** Eight hex digits for a tool. `attempt` 0 is the first eight of sha256(server, NUL, tool). */
export type NameHash = (server: string, raw: string, attempt: number) => string;

/**
 * Gives every tool of every server a public name: `<server>__<tool>`, with `_` for what may not stand in it; a name that is then too
 * long, and every member of a clash, ends in `_` and eight hex digits. The same set of tools gets the same names in whatever order
 * it comes, and no two tools get the same one. Server ids must have passed `checkServerId`.
 */
export function publicNames(tools: ReadonlyMap<string, readonly string[]>, hash: NameHash = nameHash): PublicNames {
  const names: PublicName[] = [];
  const reports: NameReport[] = [];
  for (const [server, listed] of tools) {
    const raws = [...new Set(listed)];
    const given = nameServer(server, raws, hash);
    for (const raw of raws) {
      const name = { server, raw, public: given.get(raw) ?? raw };
      names.push(name);
      if (name.public !== `${server}__${raw}`) reports.push(changed(name));
    }
    for (const raw of repeated(listed)) reports.push(duplicate({ server, raw, public: given.get(raw) ?? raw }));
  }
  return { names, reports };
}

function nameServer(server: string, raws: readonly string[], hash: NameHash): ReadonlyMap<string, string> {
  const plain = new Map(raws.map((raw) => [raw, plainName(server, raw)]));
  const hashed = new Set(raws.filter((raw) => raw === "" || (plain.get(raw) ?? "").length > publicNameLength));
  // A plain name may equal another tool's hashed one, which makes it a member of a clash too: until nothing changes.
  for (let size = -1; size !== hashed.size;) {
    size = hashed.size;
    const first = new Map<string, string>();
    for (const raw of raws) {
      const base = plain.get(raw) ?? "";
      const name = hashed.has(raw) ? withHash(base, hash(server, raw, 0)) : base;
      const other = first.get(name);
      if (other === undefined) first.set(name, raw);
      else hashed.add(raw).add(other);
    }
  }
  const names = new Map(raws.filter((raw) => !hashed.has(raw)).map((raw) => [raw, plain.get(raw) ?? ""]));
  const taken = new Set(names.values());
  // Sorted, so that two tools whose eight digits are equal get the same names whichever came first.
  for (const raw of [...hashed].sort()) {
    const base = plain.get(raw) ?? "";
    let name = withHash(base, hash(server, raw, 0));
    for (let attempt = 1; taken.has(name); attempt += 1) name = withHash(base, hash(server, raw, attempt));
    taken.add(name);
    names.set(raw, name);
  }
  return names;
}

function plainName(server: string, raw: string): string {
  return `${server}__${raw.replace(/[^A-Za-z0-9_-]/gu, "_")}`;
}

function withHash(name: string, digits: string): string {
  return `${name.slice(0, publicNameLength - 1 - digits.length)}_${digits}`;
}

function nameHash(server: string, raw: string, attempt: number): string {
  const text = attempt === 0 ? `${server}\0${raw}` : `${server}\0${raw}\0${attempt}`;
  return sha256(text).slice(0, 8);
}

function repeated(listed: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(listed.filter((raw) => seen.has(raw) || !seen.add(raw)));
}

function changed(name: PublicName): NameReport {
  const message = `The tool \`${name.raw}\` of the server \`${name.server}\` is called \`${name.public}\` here: write that in plans.`;
  return { ...name, code: "tool/name-changed", severity: "warning", message };
}

function duplicate(name: PublicName): NameReport {
  const message = `The server \`${name.server}\` lists the tool \`${name.raw}\` more than once; the first is kept.`;
  return { ...name, code: "tool/duplicate", severity: "warning", message };
}
