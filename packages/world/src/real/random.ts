import { crypto } from "../lazy-crypto.ts";
import type { Random } from "../world.ts";

/** Randomness of this machine: `next` suits jitter and sampling, `uuid` is cryptographically strong. */
export function realRandom(): Random {
  return { next: () => Math.random(), uuid: () => crypto().randomUUID() };
}
