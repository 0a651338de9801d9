import { compileCall } from "./compile-call.ts";
import { compilePath } from "./compile-path.ts";
import type { CompiledTemplate, Expression } from "./template.ts";

/** A closure for what stands in one tag. */
export function compileExpression(expression: Expression): CompiledTemplate {
  switch (expression.type) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "path":
      return compilePath(expression);
    default:
      return compileCall(expression, compileExpression);
  }
}
