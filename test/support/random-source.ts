/** A seeded source of choices: equal seeds choose alike on every machine. */
export class RandomSource {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1): mulberry32, Tommy Ettinger 2017, public domain. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  }
}

/** A number in [0, 1) that depends on a seed and a text only (FNV-1a, 32 bits, mixed once more). */
export function hashedNumber(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return new RandomSource(hash).next();
}

/** The seeds of a property test: `count` from 1 on, or the one that `GRAPH_SEED` names. */
export function seeds(count: number): readonly number[] {
  const only = process.env["GRAPH_SEED"];
  if (only !== undefined) return [Number(only)];
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** How many seeds a property test tries: more with `GRAPH_TEST_LONG`. */
export const rounds = (usual: number, many: number = usual * 40): number =>
  process.env["GRAPH_TEST_LONG"] === "1" ? many : usual;

/** How long a property test over such rounds may take, in milliseconds: no measure of speed, only so that one that hangs ends. */
export const roundsTimeoutMs = rounds(900_000, 14_400_000);
