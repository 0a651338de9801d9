import type { KeyGrammar } from "../control/control-step.ts";

/**
 * What may stand under one key. Beside the kinds of a control step's keys: `template-map`: a map whose texts are templates;
 * `steps`: a list of steps; `names`: a list of names; `texts`: a list of texts; `map`: a map with keys of its own.
 */
export interface KeyRule extends Omit<KeyGrammar, "kind"> {
  readonly kind: KeyGrammar["kind"] | "template-map" | "steps" | "names" | "texts" | "map";
  /** Of a `name` or of each of the `names`. */
  readonly pattern?: string;
  /** Of a `map`. */
  readonly keys?: KeyTable;
  /** Keys that the language has and this version does not: refused by name. */
  readonly later?: ReadonlySet<string>;
  readonly required?: readonly string[];
}

/** The keys of one kind of map, in the order in which guides show them. */
export type KeyTable = Readonly<Record<string, KeyRule>>;
