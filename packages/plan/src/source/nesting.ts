interface Level {
  readonly column: number;
  readonly kind: "map" | "seq" | "flow";
}

/** How deep lists and maps may stand inside each other. */
export const maximumDepth = 64;

/**
 * Counts how deep the parser will nest, from the lexer's tokens alone. The parser and the composer recurse: a small hostile text
 * takes them to the end of the stack, where Node itself can abort.
 */
export class Nesting {
  readonly #levels: Level[] = [];
  #flow = 0;
  #nodeColumn = -1;
  /** Signs since the last comma or bracket: the first of an entry is the entry's own, one more nests a block in the flow. */
  #signs = 0;

  get depth(): number {
    return this.#levels.length;
  }

  get inFlow(): boolean {
    return this.#flow > 0;
  }

  newLine(): void {
    this.#nodeColumn = -1;
  }

  /** `-`, `?` or `:` with blanks behind it, at a column that counts from 0. */
  indicator(sign: string, column: number): void {
    const at = sign === ":" && this.#nodeColumn >= 0 ? this.#nodeColumn : column;
    this.#nodeColumn = -1;
    if (this.#flow > 0 && sign !== "-" && !this.#isNested(sign)) return;
    this.#enter(at, sign === "-" ? "seq" : "map");
  }

  /** A scalar, an alias, or an anchor or tag before a node. */
  node(column: number): void {
    if (this.#nodeColumn < 0) this.#nodeColumn = column;
  }

  openFlow(column: number): void {
    this.node(column);
    this.#levels.push({ column: -1, kind: "flow" });
    this.#flow++;
    this.#startEntry();
  }

  comma(): void {
    if (this.#flow === 0) return;
    while (this.#levels.at(-1)!.kind !== "flow") this.#levels.pop();
    this.#startEntry();
  }

  closeFlow(): void {
    if (this.#flow === 0) return;
    while (this.#levels.pop()!.kind !== "flow");
    this.#flow--;
    // What follows inside an outer entry is behind its first sign, so that nothing can hide there.
    this.#signs = 2;
  }

  /** The lexer gives up on a flow collection that was not closed. */
  leaveFlow(): void {
    while (this.#flow > 0) this.closeFlow();
  }

  // `? a : b` is one entry with two signs.
  #isNested(sign: string): boolean {
    this.#signs += sign === "?" ? 1 : 2;
    return this.#signs > 3;
  }

  #startEntry(): void {
    this.#signs = 0;
    this.#nodeColumn = -1;
  }

  #enter(column: number, kind: "map" | "seq"): void {
    const levels = this.#levels;
    while (levels.length > 0 && levels.at(-1)!.column > column) levels.pop();
    let top = levels.at(-1);
    if (top?.column === column && top.kind === "seq" && kind === "map") {
      levels.pop();
      top = levels.at(-1);
    }
    // A list may stand at the column of the key above it: there it is one level deeper all the same.
    if (top?.column !== column || top.kind !== kind) levels.push({ column, kind });
  }
}
