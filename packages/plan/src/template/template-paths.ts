import { bindArguments } from "./bind-arguments.ts";
import { parameterAt } from "./helpers/helper.ts";
import { helpers } from "./helpers/index.ts";
import type { Expression, ParsedTemplate, PathExpression, TemplateNode } from "./template.ts";

/** One path that a template may read. */
export interface TemplatePath {
  readonly path: PathExpression;
  /** Place of the tag it stands in, in UTF-16 units of the text; of a block, its opening tag. */
  readonly start: number;
  readonly end: number;
  /** A missing value is no error here: under `default`, `coalesce` or `exists`, or what `#if`, `#unless` or a section looks at. */
  readonly guarded: boolean;
  /**
   * Under `default`, `coalesce` or `exists`: there a skipped step does not skip its reader. Sections and `#if` are guarded, not
   * absorbing.
   */
  readonly absorbing: boolean;
  /** It may not come to be read: in a branch of a block, or behind the first argument of `and` and `or`. */
  readonly conditional: boolean;
  /** The tag as it stands in the text. */
  readonly tag: string;
  /** Inside a block that sets a current item: a first name that is no root may be a field of it; `this` and `@index` occur too. */
  readonly inBlock: boolean;
  /** It is the whole of its tag: what is read is the tag's value. */
  readonly whole: boolean;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly inBlock: boolean;
  readonly conditional: boolean;
}

/** Helpers that stop at an argument which decides. */
const stopping: ReadonlySet<string> = new Set(["and", "or"]);

/** Every path a template may read, in the order of the text. */
export function templatePaths(parsed: ParsedTemplate): readonly TemplatePath[] {
  const found: TemplatePath[] = [];
  walkNodes(parsed.nodes, parsed.text, { inBlock: false, conditional: false }, found);
  return found;
}

function walkNodes(
  nodes: readonly TemplateNode[],
  text: string,
  around: Pick<Place, "inBlock" | "conditional">,
  found: TemplatePath[],
): void {
  for (const node of nodes) {
    if (node.type === "text") {
      continue;
    }
    const { start, end } = node;
    const place = { start, end, tag: text.slice(start, end), ...around };
    if (node.type === "tag") {
      walkExpression(node.expression, place, "none", node.expression.type === "path", found);
      continue;
    }
    const setsItem = node.kind === "each" || node.kind === "with" || node.kind === "section";
    const strict = node.kind === "each" || node.kind === "with";
    const isPath = node.expression.type === "path";
    walkExpression(node.expression, place, isPath && !strict ? "guarded" : "none", isPath, found);
    walkNodes(node.body, text, { inBlock: around.inBlock || setsItem, conditional: true }, found);
    walkNodes(node.otherwise, text, { ...around, conditional: true }, found);
  }
}

function walkExpression(
  expression: Expression,
  place: Place,
  guard: "none" | "guarded" | "absorbing",
  whole: boolean,
  found: TemplatePath[],
): void {
  if (expression.type === "path") {
    const absorbing = guard === "absorbing";
    found.push({ path: expression, ...place, guarded: guard !== "none", absorbing, whole });
  } else if (expression.type === "call") {
    const helper = helpers.get(expression.helper);
    const bound = helper === undefined ? expression.arguments : bindArguments(expression, helper);
    for (const [index, argument] of bound.entries()) {
      if (argument !== undefined) {
        const absorbs = helper !== undefined && parameterAt(helper, index)?.absorbs === true;
        const inside = index > 0 && stopping.has(expression.helper) ? { ...place, conditional: true } : place;
        walkExpression(argument, inside, absorbs ? "absorbing" : guard, false, found);
      }
    }
  }
}
