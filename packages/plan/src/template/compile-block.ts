import type { Json } from "../json.ts";
import { BlockScope } from "./block-scope.ts";
import { checkProduced } from "./compact-text.ts";
import { isMissing } from "./helpers/missing.ts";
import { kindOf } from "./kind-of.ts";
import type { CompiledTemplate, TemplateNode, TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";
import { isFalse } from "./truth.ts";

type Block = Extract<TemplateNode, { type: "block" }>;
type Render = (scope: TemplateScope) => string;

/** A block as a closure that yields its text. `subject` is what it looks at, with the place of its tag in every error. */
export function compileBlock(block: Block, subject: CompiledTemplate, body: Render, otherwise: Render): Render {
  // Only a path is forgiven: an error inside a helper call is one.
  const read = block.expression.type === "path" ? forgiving(subject) : subject;
  switch (block.kind) {
    case "if":
      return (scope) => (isFalse(read(scope)) ? otherwise(scope) : body(scope));
    case "unless":
    case "inverted":
      return (scope) => (isFalse(read(scope)) ? body(scope) : otherwise(scope));
    case "with":
      return (scope) => {
        const value = subject(scope);
        return isFalse(value) ? otherwise(scope) : body(BlockScope.from(scope).inside(value));
      };
    case "each":
      return (scope) => {
        const value = subject(scope);
        return isEmpty(value) ? otherwise(scope) : repeat(value, scope, body);
      };
    default:
      return (scope) => {
        const value = read(scope);
        if (isFalse(value)) {
          return otherwise(scope);
        }
        if (value === true) {
          return body(scope);
        }
        return Array.isArray(value)
          ? repeat(value as readonly Json[], scope, body)
          : body(BlockScope.from(scope).inside(value));
      };
  }
}

/** A missing path is false for a section; a skipped step still skips its reader. */
function forgiving(subject: CompiledTemplate): CompiledTemplate {
  return (scope) => {
    try {
      return subject(scope);
    } catch (error) {
      if (isMissing(error) && error.skippedBy === undefined) {
        return false;
      }
      throw error;
    }
  };
}

function isEmpty(value: Json): boolean {
  if (value === null || Array.isArray(value)) {
    return value === null || value.length === 0;
  }
  return typeof value === "object" && Object.keys(value).length === 0;
}

function repeat(value: Json, scope: TemplateScope, body: Render): string {
  if (typeof value !== "object" || value === null) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `\`#each\` goes over a list or an object, and got ${kindOf(value)}.`,
    );
  }
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  const outer = BlockScope.from(scope);
  let text = "";
  for (const [index, [key, item]] of entries.entries()) {
    text += body(outer.inside(item, { index, key, first: index === 0, last: index === entries.length - 1 }));
    checkProduced(text.length);
  }
  return text;
}
