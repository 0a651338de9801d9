/** The calls that one worker makes at a time, over all its runs. First come, first served. */
export class Places {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  enter(start: () => void): void {
    if (this.#used >= this.#limit) {
      this.#waiting.push(start);
      return;
    }
    this.#used++;
    start();
  }

  leave(): void {
    this.#used--;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#used++;
    next();
  }
}
