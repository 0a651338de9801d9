/** Something that waits for a place. */
export interface PlaceUser {
  /** It has a place now. */
  admitted(): void;
}

/** The calls that one worker makes at a time, over all its runs. First come, first served. */
export class Places {
  readonly #limit: number;
  readonly #waiting: PlaceUser[] = [];
  #head = 0;
  #used = 0;
  #admitting = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  enter(user: PlaceUser): void {
    if (this.#used >= this.#limit) {
      this.#waiting.push(user);
      return;
    }
    this.#used++;
    user.admitted();
  }

  leave(): void {
    this.#used--;
    if (this.#waiting.length > 0) this.#admit();
  }

  /** A loop: a call that ends in the moment it starts leaves again while it is being admitted, and thousands may do so in turn. */
  #admit(): void {
    if (this.#admitting) return;
    this.#admitting = true;
    try {
      while (this.#used < this.#limit) {
        const next = this.#waiting[this.#head++];
        if (next === undefined) break;
        this.#used++;
        next.admitted();
      }
    } finally {
      this.#admitting = false;
      if (this.#head >= this.#waiting.length) this.#waiting.length = 0;
      else this.#waiting.splice(0, this.#head);
      this.#head = 0;
    }
  }
}
