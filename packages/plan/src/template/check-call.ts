import type { ExpressionProblem } from "./expression-problem.ts";
import { syntax } from "./expression-problem.ts";
import { helpers, usage } from "./helpers/index.ts";
import { nearestNames } from "../nearest-names.ts";
import { pathText } from "./path-text.ts";
import type { PathExpression } from "./template.ts";

/** Whether a call names a helper and gives it as many arguments as it takes. Types are a matter of values: they are checked later. */
export function checkCall(
  name: PathExpression,
  positional: number,
  named: readonly string[],
): readonly ExpressionProblem[] {
  const helper = name.segments.length === 0 ? helpers.get(name.root) : undefined;
  if (helper === undefined) {
    return [unknownHelper(pathText(name), name.segments.length > 0)];
  }
  const problems: ExpressionProblem[] = [];
  const filled = new Set<string>();
  for (const [index, parameter] of helper.parameters.entries()) {
    if (index < positional) {
      filled.add(parameter.name);
    }
  }
  for (const key of named) {
    const parameter = helper.parameters.find((candidate) => candidate.name === key);
    if (parameter === undefined || parameter.rest === true) {
      problems.push(syntax(`\`${helper.name}\` has no argument \`${key}\`. It is used as \`${usage(helper)}\`.`));
    } else if (filled.has(key)) {
      problems.push(
        syntax(`\`${helper.name}\` gets its argument \`${key}\` twice. It is used as \`${usage(helper)}\`.`),
      );
    }
    filled.add(key);
  }
  const missing = helper.parameters.filter((parameter) => parameter.optional !== true && !filled.has(parameter.name));
  if (
    problems.length === 0 &&
    (missing.length > 0 || positional > helper.maximum || positional + named.length < helper.minimum)
  ) {
    problems.push(
      syntax(`\`${helper.name}\` is used as \`${usage(helper)}\`; here it has ${count(positional + named.length)}.`),
    );
  }
  return problems;
}

function unknownHelper(name: string, isPath: boolean): ExpressionProblem {
  const close = isPath ? [] : nearestNames(name, [...helpers.keys()]);
  const known =
    close.length > 0
      ? `Did you mean ${close.map((candidate) => `\`${candidate}\``).join(" or ")}?`
      : `Helpers are: ${[...helpers.keys()].join(", ")}.`;
  return {
    code: "template/unknown-helper",
    message: `There is no helper \`${name}\`. ${known} Text needs quotes; plain text with two angle brackets is written \`\\<<\`.`,
  };
}

function count(amount: number): string {
  return amount === 1 ? "one argument" : `${amount} arguments`;
}
