import type { Random } from "../world.ts";

/** Randomness of this machine: `next` suits jitter and sampling, `uuid` is cryptographically strong. */
export function realRandom(): Random {
  return { next: () => Math.random(), uuid: () => flat(globalThis.crypto.randomUUID()) };
}

/** Node puts the text together from twenty pieces and keeps them all, half a kilobyte an id; reading a character makes it one piece. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
