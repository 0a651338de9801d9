import type { Json } from "../json.ts";
import { checkCall } from "./check-call.ts";
import { type ExpressionProblem, syntax } from "./expression-problem.ts";
import { type GrammarNode, parseGrammar } from "./grammar-parser.ts";
import { templateLimits } from "./limits.ts";
import { forbiddenName, type Normalised, normalise } from "./normalise.ts";
import { readPath } from "./read-path.ts";
import { endOfLiteral } from "./string-literal.ts";
import type { Expression, PathExpression } from "./template.ts";

export interface ReadExpression {
  readonly expression?: Expression;
  readonly problems: readonly ExpressionProblem[];
}

const literals: ReadonlyMap<string, Json> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const itemVariables = new Set(["@index", "@first", "@last", "@key"]);

/**
 * Reads the inside of a tag. A plain path or a literal word takes a short way without the grammar's parser.
 * `inItem`: it stands in a block that sets a current item, so that `this` and `@index` mean something.
 */
export function readExpression(source: string, inItem: boolean): ReadExpression {
  const inner = peel(source.trim());
  const literal = literals.get(inner);
  if (literal !== undefined) {
    return { expression: { type: "literal", value: literal }, problems: [] };
  }
  const problems: ExpressionProblem[] = [];
  const read = readPath(inner, 0);
  if (read !== undefined && read.end === inner.length) {
    if (read.forbidden !== undefined) {
      return { problems: [forbiddenName(read.forbidden)] };
    }
    checkPath(read.path, inItem, problems);
    return { expression: read.path, problems };
  }
  const normalised = normalise(inner);
  if ("code" in normalised) {
    return { problems: [normalised] };
  }
  const parsed = parseGrammar(normalised.text);
  if ("failedAt" in parsed) {
    return { problems: [unreadable(inner, normalised, parsed.failedAt)] };
  }
  const { node } = parsed;
  if (node.type !== "MustacheStatement" || node.escaped !== true || node.strip?.open !== false || node.strip.close) {
    return { problems: [unreadable(inner, normalised, 0)] };
  }
  return { expression: convert(node, { normalised, inItem, problems }), problems };
}

interface Conversion {
  readonly normalised: Normalised;
  readonly inItem: boolean;
  readonly problems: ExpressionProblem[];
}

/** Only the node types named here pass; every other one is refused. */
function convert(node: GrammarNode, conversion: Conversion): Expression {
  switch (node.type) {
    case "PathExpression": {
      const path = pathOf(node, conversion.normalised);
      checkPath(path, conversion.inItem, conversion.problems);
      return path;
    }
    case "StringLiteral":
      return { type: "literal", value: conversion.normalised.strings[Number(node.value)] ?? "" };
    case "NumberLiteral":
      return { type: "literal", value: Number(node.value) };
    case "BooleanLiteral":
      return { type: "literal", value: node.value === true };
    case "NullLiteral":
      return { type: "literal", value: null };
    case "MustacheStatement":
    case "SubExpression":
      return convertCall(node, conversion);
    default:
      conversion.problems.push(syntax("Only paths, helper calls and literals may stand in a tag."));
      return { type: "literal", value: null };
  }
}

function convertCall(node: GrammarNode, conversion: Conversion): Expression {
  const { path } = node;
  const parameters = node.params ?? [];
  const pairs = node.hash?.pairs ?? [];
  if (path === undefined || (parameters.length === 0 && pairs.length === 0)) {
    // A single word is a path, whatever helper has its name.
    return convert(path ?? node, conversion);
  }
  if (path.type !== "PathExpression") {
    conversion.problems.push(syntax("A helper's name comes first in a call, not a value."));
    return { type: "literal", value: null };
  }
  const call = {
    type: "call" as const,
    helper: "",
    arguments: parameters.map((parameter) => convert(parameter, conversion)),
    named: pairs.map(({ key, value }) => [key, convert(value, conversion)] as const),
  };
  const name = pathOf(path, conversion.normalised);
  const checked = checkCall(
    name,
    call.arguments.length,
    call.named.map(([key]) => key),
  );
  conversion.problems.push(...checked);
  return { ...call, helper: name.root };
}

function pathOf(node: GrammarNode, normalised: Normalised): PathExpression {
  const index = Number(String(node.original).slice(1));
  return normalised.paths[index] ?? { type: "path", root: "", segments: [] };
}

function checkPath(path: PathExpression, inItem: boolean, problems: ExpressionProblem[]): void {
  const { root } = path;
  if (root === "undefined") {
    problems.push(syntax("There is no `undefined`: write `null`."));
  } else if (root.startsWith("@") && !itemVariables.has(root)) {
    problems.push(
      syntax(
        `There is no \`${root}\`. Blocks have \`@index\`, \`@first\`, \`@last\` and \`@key\`; roots are read by their names.`,
      ),
    );
  } else if (!inItem && (root === "this" || root.startsWith("@"))) {
    problems.push(
      syntax(
        `\`${root}\` means something only inside \`#each\`, \`#with\` or a section. In the body of a step, read \`item\` or \`index\`.`,
      ),
    );
  }
}

/** Takes off parentheses round the whole: the grammar has none at the top. */
function peel(source: string): string {
  let inner = source;
  for (let depth = 0; depth < templateLimits.parentheses; depth += 1) {
    if (!inner.startsWith("(") || closingOf(inner) !== inner.length - 1 || inner.slice(1, -1).trim() === "") {
      break;
    }
    inner = inner.slice(1, -1).trim();
  }
  return inner;
}

function closingOf(source: string): number {
  let depth = 0;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (character === '"' || character === "'") {
      const end = endOfLiteral(source, index);
      if (end === -1) {
        return -1;
      }
      index = end - 1;
    } else if (character === "(") {
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
      if (depth === 0) {
        return index;
      }
    }
  }
  return -1;
}

function unreadable(source: string, normalised: Normalised, failedAt: number): ExpressionProblem {
  const at = normalised.origins[failedAt];
  if (at === undefined) {
    return syntax(
      `\`${shorten(source)}\` ends too early: a closing parenthesis or an argument is missing, or an argument stands behind \`name=value\`.`,
    );
  }
  return syntax(
    `The tag cannot be read from \`${shorten(source.slice(at))}\` on. A tag holds a path (\`input.name\`) or a helper with its arguments (\`default input.name "none"\`); calls inside stand in parentheses, and \`name=value\` comes last.`,
  );
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
