import type { DiagnosticCode } from "../codes.ts";

/** What may stand under one key of a plan, of a step, or of a control step's `input`. */
export interface KeyRule {
  /**
   * `template`: any value, tags in it are rendered; `template-map`: a map whose texts are templates; `gate`: a gate (plan-language
   * §3); `body`: one call or a list of steps; `steps`: a list of steps; `integer`, `number`, `enum`, `text`, `texts`, `name`, `names`,
   * `duration`: literals, no tag may stand in them; `schema`: a JSON Schema; `map`: a map with keys of its own; `list`: a list of
   * values that follow `of`; `named`: a map from free names to values that follow `of`. Neither of the two is empty.
   */
  readonly kind:
    | "template"
    | "template-map"
    | "gate"
    | "body"
    | "steps"
    | "integer"
    | "number"
    | "enum"
    | "text"
    | "texts"
    | "name"
    | "names"
    | "duration"
    | "schema"
    | "map"
    | "list"
    | "named";
  readonly description: string;
  /** Its value is a text that people read, or a model. */
  readonly forPeople?: boolean;
  /** Of a `template`: it is a text, and not an empty one. */
  readonly filled?: boolean;
  /** Of an `enum`, and of `names` from a closed list. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a `duration`: a tag may stand there as well. */
  readonly templated?: boolean;
  /** Of a `name`, of each of the `names`, and of the names of a `named`. */
  readonly pattern?: string;
  /** What the pattern asks for, in words. Patterns of identifiers say it themselves. */
  readonly words?: string;
  /** Of a `map`. */
  readonly keys?: KeyTable;
  readonly required?: readonly string[];
  /** Of a `list` or a `named`: what each value is. */
  readonly of?: KeyRule;
  /** Of a required key: the code of its absence; `schema/missing-key` otherwise. */
  readonly missing?: DiagnosticCode;
}

/** The keys of one kind of map, in the order in which guides show them. */
export type KeyTable = Readonly<Record<string, KeyRule>>;
