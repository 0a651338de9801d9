import type { Random } from "../world.ts";

/**
 * Seeded randomness: sfc32 (Chris Doty-Humphrey, PractRand), a 128-bit state of three mixed words and a counter, filled from the
 * seed by splitmix32 (Sebastiano Vigna's splitmix with 32-bit constants). Two outputs make the 53 bits of one number. The same seed
 * gives the same sequence on every machine.
 */
export function seededRandom(seed: number): Random {
  const word = sfc32(seed);
  const next = (): number => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53;
  return {
    next,
    uuid() {
      const digits = [word(), word(), word(), word()].map((part) => part.toString(16).padStart(8, "0")).join("");
      const variant = "89ab"[Number.parseInt(digits.charAt(16), 16) & 3];
      return [
        digits.slice(0, 8),
        digits.slice(8, 12),
        `4${digits.slice(13, 16)}`,
        `${variant}${digits.slice(17, 20)}`,
        digits.slice(20),
      ].join("-");
    },
  };
}

function sfc32(seed: number): () => number {
  const fill = splitmix32(seed);
  let a = fill();
  let b = fill();
  let c = fill();
  let counter = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first outputs of near seeds resemble each other.
  for (let round = 0; round < 12; round += 1) word();
  return word;
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}
