import type { Json } from "../json.ts";
import { compileExpression } from "./compile-expression.ts";
import { compileBlock } from "./compile-block.ts";
import { BlockScope } from "./block-scope.ts";
import { checkProduced, compactText } from "./compact-text.ts";
import { placed } from "./placed.ts";
import type { CompiledTemplate, Expression, ParsedTemplate, TemplateNode, TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

interface Placed {
  readonly expression: Expression;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes a closure of a template that `parseTemplate` has read. A sole tag evaluates to its JSON value, anything else to a text:
 * strings as they are, every other value as compact JSON. What a value contains is never looked at again.
 * The closure throws `TemplateError` only, with the place of the tag filled in.
 */
export function compileTemplate(parsed: ParsedTemplate): CompiledTemplate {
  const broken = parsed.problems.find((problem) => problem.severity === "error");
  if (broken !== undefined) {
    return () => {
      const error = new TemplateError("input/invalid", "type", broken.message);
      throw placed(error, parsed.text, broken.start, broken.end);
    };
  }
  if (parsed.sole) {
    for (const node of parsed.nodes) {
      if (node.type === "tag") {
        return compileTag(node, parsed.text);
      }
    }
  }
  const [only] = parsed.nodes;
  if (only === undefined || (only.type === "text" && parsed.nodes.length === 1)) {
    const text = only?.text ?? "";
    return () => text;
  }
  return compileText(parsed.nodes, parsed.text);
}

/** The value of a tag, or what `finish` makes of it; errors get the place of the tag. */
function compileTag(node: Placed, text: string): CompiledTemplate;
function compileTag<Result>(
  node: Placed,
  text: string,
  finish: (value: Json) => Result,
): (scope: TemplateScope) => Result;
function compileTag(node: Placed, text: string, finish?: (value: Json) => Json): CompiledTemplate {
  const evaluate = compileExpression(node.expression);
  const { start, end } = node;
  return (scope) => {
    try {
      const value = evaluate(scope);
      return finish === undefined ? value : finish(value);
    } catch (error) {
      throw placed(error, text, start, end);
    }
  };
}

/** The text of several nodes, one after another. */
function compileText(nodes: readonly TemplateNode[], text: string): (scope: TemplateScope) => string {
  const render = compileNodes(nodes, text);
  return nodes.some((node) => node.type === "block") ? (scope) => render(BlockScope.from(scope)) : render;
}

function compileNodes(nodes: readonly TemplateNode[], text: string): (scope: TemplateScope) => string {
  const parts = nodes.map((node) => (node.type === "text" ? node.text : compilePiece(node, text)));
  return (scope) => {
    let result = "";
    for (const part of parts) {
      result += typeof part === "string" ? part : part(scope);
    }
    checkProduced(result.length);
    return result;
  };
}

function compilePiece(node: Exclude<TemplateNode, { type: "text" }>, text: string): (scope: TemplateScope) => string {
  if (node.type === "block") {
    const body = compileNodes(node.body, text);
    const otherwise = compileNodes(node.otherwise, text);
    const render = compileBlock(node, compileTag(node, text), body, otherwise);
    const { start, end } = node;
    return (scope) => {
      try {
        return render(scope);
      } catch (error) {
        // What the tags inside throw has its place already.
        throw error instanceof TemplateError && error.tagStart === undefined ? placed(error, text, start, end) : error;
      }
    };
  }
  return compileTag(node, text, compactText);
}
