/** Cells that the tools of a generated plan share, and everything that happened to them. */
export class Cells {
  readonly values: Map<string, number> = new Map();
  /** Every write in the order in which it took effect. */
  readonly effects: string[] = [];
  /** The keys of all calls, in the order of their starts. */
  readonly calls: string[] = [];
  running = 0;
  readonly #tries = new Map<string, number>();

  read(cell: string): number {
    return this.values.get(cell) ?? 0;
  }

  write(cell: string, value: number): void {
    this.values.set(cell, value);
    this.effects.push(`${cell}=${String(value)}`);
  }

  try(key: string): number {
    const count = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, count);
    return count;
  }
}
