import type { Catalog } from "../catalog.ts";
import type { Read } from "./reads.ts";

/** The environment variables that a plan names; `all` when it reads `env` as a whole. */
export type EnvironmentReads = ReadonlySet<string> | "all";

/** What a plan reads of the environment. */
export function environmentReads(reads: readonly Read[]): EnvironmentReads {
  const names = new Set<string>();
  for (const { path } of reads) {
    if (path.root !== "env") continue;
    const [name] = path.segments;
    if (name === undefined) return "all";
    names.add(String(name));
  }
  return names;
}

/** Of what the operator allows, what plans name: it is stored with a run, and nothing else of the environment is. */
export function environmentOf(
  all: Iterable<EnvironmentReads>,
  allowed: NonNullable<Catalog["env"]>,
): NonNullable<Catalog["env"]> {
  const names = new Set<string>();
  for (const reads of all) for (const name of reads === "all" ? Object.keys(allowed) : reads) names.add(name);
  return Object.fromEntries(Object.entries(allowed).filter(([name]) => names.has(name)));
}
