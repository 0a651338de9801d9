import { isObject } from "../grammar/is-object.ts";
import type { Json } from "../json.ts";
import { templateLimits } from "./limits.ts";
import { noSuchField } from "./path-error.ts";
import type { TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

/** Where in a list or an object a block is. */
export interface BlockPosition {
  readonly index: number;
  readonly first: boolean;
  readonly last: boolean;
  /** The key of an object's entry; in a list the index. */
  readonly key: string | number;
}

/**
 * What the inside of a block reads from: roots and steps first, since data must not shadow the plan's own names, then the
 * current item, then the items of the blocks round it.
 */
export class BlockScope implements TemplateScope {
  readonly #outer: TemplateScope;
  readonly #parent: BlockScope | undefined;
  readonly #item: Json | undefined;
  readonly #position: BlockPosition | undefined;
  readonly #budget: { rounds: number };

  private constructor(outer: TemplateScope, parent?: BlockScope, item?: Json, position?: BlockPosition) {
    this.#outer = outer;
    this.#parent = parent;
    this.#item = item;
    this.#position = position;
    this.#budget = parent === undefined ? { rounds: templateLimits.rounds } : parent.#budget;
  }

  /** The scope itself when it is one, else that of a whole text with blocks: it counts their rounds. */
  static from(scope: TemplateScope): BlockScope {
    return scope instanceof BlockScope ? scope : new BlockScope(scope);
  }

  /** The scope of one round of a block. Throws when the text has had too many. */
  inside(item: Json, position?: BlockPosition): BlockScope {
    this.#budget.rounds -= 1;
    if (this.#budget.rounds < 0) {
      throw new TemplateError(
        "input/invalid",
        "type",
        `The blocks of this text go over more than ${templateLimits.rounds.toLocaleString("en")} items together. Shorten the lists in a step before it.`,
      );
    }
    return new BlockScope(this.#outer, this, item, position);
  }

  read(root: string): Json {
    if (root === "this") {
      return this.#item ?? null;
    }
    if (root.startsWith("@")) {
      return this.#variable(root);
    }
    if (this.#parent === undefined) {
      return this.#outer.read(root);
    }
    if (this.#outer.isRoot !== undefined) {
      return this.#outer.isRoot(root) ? this.#outer.read(root) : this.#field(root);
    }
    try {
      return this.#outer.read(root);
    } catch (error) {
      if (error instanceof TemplateError && error.class === "missing_step" && error.skippedBy === undefined) {
        return this.#field(root);
      }
      throw error;
    }
  }

  #field(name: string): Json {
    const value = this.#lookUp(name);
    if (value === undefined) {
      const keys = isObject(this.#item) ? Object.keys(this.#item) : [];
      throw noSuchField("The current item", name, keys);
    }
    return value;
  }

  #lookUp(name: string): Json | undefined {
    if (isObject(this.#item) && Object.hasOwn(this.#item, name)) {
      return this.#item[name];
    }
    return this.#parent === undefined ? undefined : this.#parent.#lookUp(name);
  }

  #positionHere(): BlockPosition | undefined {
    return this.#position ?? (this.#parent === undefined ? undefined : this.#parent.#positionHere());
  }

  #variable(name: string): Json {
    const position = this.#positionHere();
    if (position === undefined) {
      throw new TemplateError(
        "ref/no-such-field",
        "bad_path",
        `\`${name}\` has a value only inside \`#each\` or a section over a list.`,
      );
    }
    switch (name) {
      case "@index":
        return position.index;
      case "@first":
        return position.first;
      case "@last":
        return position.last;
      default:
        return position.key;
    }
  }
}
