/** How long at least one of several things was open, on the recorded clock. */
export class OpenTime {
  #open = 0;
  #since = 0;
  #total = 0;

  opened(now: number): void {
    if (this.#open++ === 0) this.#since = now;
  }

  closed(now: number): void {
    if (--this.#open === 0) this.#total += now - this.#since;
  }

  until(now: number): number {
    return this.#open === 0 ? this.#total : this.#total + now - this.#since;
  }
}
