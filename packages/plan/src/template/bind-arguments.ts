import type { Helper } from "./helpers/helper.ts";
import type { CallExpression, Expression } from "./template.ts";

/** The arguments of a call by position, named ones put in their places; `undefined` for optional ones that are left out. */
export function bindArguments(call: CallExpression, helper: Helper): readonly (Expression | undefined)[] {
  const bound: (Expression | undefined)[] = [...call.arguments];
  for (const [name, expression] of call.named) {
    const index = helper.parameters.findIndex((parameter) => parameter.name === name);
    if (index >= 0) {
      while (bound.length < index) {
        bound.push(undefined);
      }
      bound[index] = expression;
    }
  }
  return bound;
}
