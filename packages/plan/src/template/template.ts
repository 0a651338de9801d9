import type { Json } from "../json.ts";

/** What stands inside one tag. Offsets count UTF-16 units in the text the template was read from. */
export type Expression = { readonly type: "literal"; readonly value: Json } | PathExpression | CallExpression;

/** A helper with its arguments. */
export interface CallExpression {
  readonly type: "call";
  readonly helper: string;
  readonly arguments: readonly Expression[];
  readonly named: readonly (readonly [string, Expression])[];
}

/** A path as a tag reads it: `input.items[0].name`. */
export interface PathExpression {
  readonly type: "path";
  /** The first name (`input`, a step id, a field of the current item), `this`, or a block variable such as `@index`. */
  readonly root: string;
  readonly segments: readonly (string | number)[];
}

/** A piece of a text. `start` and `end` span the whole tag, delimiters included; of a block, its opening tag. */
export type TemplateNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tag"; readonly expression: Expression; readonly start: number; readonly end: number }
  | {
      readonly type: "block";
      readonly kind: "if" | "unless" | "each" | "with" | "section" | "inverted";
      readonly expression: Expression;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
      readonly start: number;
      readonly end: number;
    };

/** A problem inside one text; the caller adds file and line. */
export interface TemplateProblem {
  readonly code:
    | "template/syntax"
    | "template/unclosed"
    | "template/refused"
    | "template/unknown-helper"
    | "template/too-long"
    | "ref/forbidden-name";
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The tag's text as it should be, when that is known. */
  readonly replacement?: string;
}

/** A text that was looked through once. */
export interface ParsedTemplate {
  readonly text: string;
  readonly nodes: readonly TemplateNode[];
  /** The text is exactly one tag, blanks around it ignored: its value keeps its type. */
  readonly sole: boolean;
  readonly problems: readonly TemplateProblem[];
}

/** What a template reads from. Thrown errors are `TemplateError`s. */
export interface TemplateScope {
  /**
   * The value of a root or a step. Throws a `TemplateError` of the class `missing_step` when the step has no result,
   * with `skippedBy` when it was skipped or its failure ignored.
   */
  read(root: string): Json;
  /**
   * Whether a name is a root or a step, so that in a block it wins over a field of the current item. Without it, a name is one
   * when `read` does not throw `missing_step`, or throws it with `skippedBy`.
   */
  isRoot?(name: string): boolean;
}

/** A compiled template: evaluates to a JSON value, or throws a `TemplateError`. */
export type CompiledTemplate = (scope: TemplateScope) => Json;
