import type { Json } from "../json.ts";
import { pathError } from "./path-error.ts";
import type { CompiledTemplate, PathExpression, TemplateScope } from "./template.ts";

/** A path as a closure: own properties only, list items by integer, `.length` of lists and texts. */
export function compilePath(path: PathExpression): CompiledTemplate {
  const { root, segments } = path;
  const keys = segments.map(String);
  if (keys.length === 0) {
    return (scope: TemplateScope) => scope.read(root);
  }
  const indexes = segments.map((segment) => (typeof segment === "number" ? segment : -1));
  return (scope: TemplateScope) => {
    let value: Json = scope.read(root);
    for (let position = 0; position < keys.length; position += 1) {
      const next = child(value, keys[position] ?? "", indexes[position] ?? -1);
      if (next === undefined) {
        throw pathError(path, position, value);
      }
      value = next;
    }
    return value;
  };
}

/** The same path where a missing value is no error: `undefined` then. What the scope itself throws is still thrown. */
export function compileSoftPath(path: PathExpression): (scope: TemplateScope) => Json | undefined {
  const { root, segments } = path;
  const steps = segments.map((segment) => [String(segment), typeof segment === "number" ? segment : -1] as const);
  return (scope) => {
    let value: Json | undefined = scope.read(root);
    for (const [key, index] of steps) {
      value = child(value, key, index);
      if (value === undefined) {
        return undefined;
      }
    }
    return value;
  };
}

function child(value: Json, key: string, index: number): Json | undefined {
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) {
      return index >= 0 ? (value as readonly Json[])[index] : key === "length" ? value.length : undefined;
    }
    return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined;
  }
  return typeof value === "string" && key === "length" ? value.length : undefined;
}
