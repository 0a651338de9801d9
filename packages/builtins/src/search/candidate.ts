import type { Json, JsonObject } from "@graph/plan";

/** A tool that takes part in a choice. */
export interface Candidate {
  readonly name: string;
  readonly description: string;
  /** What came with it. */
  readonly given: JsonObject;
}

/** What could be read of a list of candidates. */
export interface Candidates {
  /** Sorted by name by code unit, one of each name: the first that was given. */
  readonly list: readonly Candidate[];
  /** Entries without a name. */
  readonly skipped: number;
}

/** Reads candidates: names, or objects with a `name` and perhaps a `description`. */
export function readCandidates(values: readonly Json[]): Candidates {
  const byName = new Map<string, Candidate>();
  let skipped = 0;
  for (const value of values) {
    const given = typeof value === "string" ? { name: value } : value;
    const name = textOf(given, "name");
    if (name === undefined || name === "") skipped += 1;
    else if (!byName.has(name)) {
      byName.set(name, { name, description: textOf(given, "description") ?? "", given: given as JsonObject });
    }
  }
  return { list: [...byName.values()].sort((left, right) => byCodeUnit(left.name, right.name)), skipped };
}

/** The text under a key of an object; `undefined` when it is not there or something else. */
export function textOf(value: Json, key: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const object = value as JsonObject;
  const found = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The order of names: the same on every machine, whatever its locale. */
export function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
