import type { Json, JsonObject, TemplateScope } from "@graph/plan";

/** What a body, or a gate, reads for one item: the item, its index, and everything around it. */
export class ItemScope implements TemplateScope {
  readonly #outer: TemplateScope;
  readonly #as: string;
  readonly #item: Json;
  readonly #index: number;
  /** `r1/page[3]`. */
  readonly #runId: string;

  constructor(outer: TemplateScope, as: string, item: Json, index: number, runId: string) {
    this.#outer = outer;
    this.#as = as;
    this.#item = item;
    this.#index = index;
    this.#runId = runId;
  }

  read(root: string): Json {
    if (root === this.#as) return this.#item;
    if (root === "index") return this.#index;
    if (root === "run") return { ...(this.#outer.read("run") as JsonObject), id: this.#runId };
    return this.#outer.read(root);
  }

  isRoot(name: string): boolean {
    return name === this.#as || name === "index" || (this.#outer.isRoot?.(name) ?? false);
  }
}

/** The same, with what the rounds before have come to. A `loop` has no item. */
export class RoundScope implements TemplateScope {
  readonly #outer: TemplateScope;
  readonly #accumulator: Json;

  constructor(outer: TemplateScope, accumulator: Json) {
    this.#outer = outer;
    this.#accumulator = accumulator;
  }

  read(root: string): Json {
    return root === "accumulator" ? this.#accumulator : this.#outer.read(root);
  }

  isRoot(name: string): boolean {
    return name === "accumulator" || (this.#outer.isRoot?.(name) ?? false);
  }
}
