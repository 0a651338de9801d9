import type { TrustDecision } from "./decide-trust.ts";

/** The entries of the config that an untrusted project does not get. */
export function refusedEntries(trust: TrustDecision): ReadonlySet<unknown> {
  return new Set(trust.trusted ? [] : trust.things.flatMap((thing) => thing.entry ?? []));
}
