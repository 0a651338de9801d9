import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { compileTemplate } from "./compile.ts";
import { compilePath } from "./compile-path.ts";
import { templateLimits } from "./limits.ts";
import { parseTemplate } from "./parse.ts";
import { placed } from "./placed.ts";
import type { CompiledTemplate, ParsedTemplate, TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

/**
 * Makes a closure of a JSON value whose strings are templates. Parts without tags are returned by reference; keys are not
 * templates and keep their order. A `TemplateError` carries the JSON Pointer of the string, counted from `value` (after `base`).
 */
export function compileValue(value: Json, base: string = ""): CompiledTemplate {
  return compilePart(value, base, 0) ?? (() => value);
}

/** `undefined` for a part that is the same whatever the scope says. */
function compilePart(value: Json, pointer: string, depth: number): CompiledTemplate | undefined {
  if (typeof value === "string") {
    return compileText(value, pointer);
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  if (depth > templateLimits.valueDepth) {
    return () => {
      throw at(
        new TemplateError("input/invalid", "type", `This value is nested more than ${templateLimits.valueDepth} deep.`),
        pointer,
      );
    };
  }
  return Array.isArray(value)
    ? compileList(value as readonly Json[], pointer, depth)
    : compileObject(value as JsonObject, pointer, depth);
}

function compileText(text: string, pointer: string): CompiledTemplate | undefined {
  const parsed = parseTemplate(text);
  const [first] = parsed.nodes;
  if (
    parsed.nodes.length <= 1 &&
    (first === undefined || (first.type === "text" && first.text === text)) &&
    !parsed.problems.some((problem) => problem.severity === "error")
  ) {
    return undefined;
  }
  return compileSolePath(parsed, pointer) ?? compileAny(parsed, pointer);
}

function compileAny(parsed: ParsedTemplate, pointer: string): CompiledTemplate {
  const evaluate = compileTemplate(parsed);
  return (scope) => {
    try {
      return evaluate(scope);
    } catch (error) {
      throw at(error, pointer);
    }
  };
}

/** Most values of most plans are one path: a closure less deep, of which a plan may have thousands, stays in the processor's cache. */
function compileSolePath(parsed: ParsedTemplate, pointer: string): CompiledTemplate | undefined {
  const node = parsed.sole ? parsed.nodes.find(({ type }) => type === "tag") : undefined;
  if (node?.type !== "tag" || node.expression.type !== "path" || parsed.problems.length > 0) return undefined;
  const { root, segments } = node.expression;
  const read = segments.length === 0 ? undefined : compilePath(node.expression);
  return (scope) => {
    try {
      return read === undefined ? scope.read(root) : read(scope);
    } catch (error) {
      throw at(placed(error, parsed.text, node.start, node.end), pointer);
    }
  };
}

function compileList(list: readonly Json[], pointer: string, depth: number): CompiledTemplate | undefined {
  const parts = list.map((item, index) => compilePart(item, `${pointer}/${index}`, depth + 1));
  if (parts.every((part) => part === undefined)) {
    return undefined;
  }
  return (scope: TemplateScope) => {
    const copy: Json[] = list.slice();
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part !== undefined) {
        copy[index] = part(scope);
      }
    }
    return copy;
  };
}

function compileObject(object: JsonObject, pointer: string, depth: number): CompiledTemplate | undefined {
  const parts: { readonly key: string; readonly evaluate: CompiledTemplate }[] = [];
  for (const [key, item] of Object.entries(object)) {
    const evaluate = compilePart(item, pointerTo(pointer, key), depth + 1);
    if (evaluate !== undefined) {
      parts.push({ key, evaluate });
    }
  }
  if (parts.length === 0) {
    return undefined;
  }
  return (scope: TemplateScope) => {
    // Spreading defines every key, `__proto__` too, and keeps their order; assigning that one key would set the prototype.
    const copy: { [key: string]: Json } = { ...object };
    for (const { key, evaluate } of parts) {
      const value = evaluate(scope);
      if (key === "__proto__") {
        Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
      } else {
        copy[key] = value;
      }
    }
    return copy;
  };
}

function at(error: unknown, pointer: string): unknown {
  if (error instanceof TemplateError) {
    error.pointer = pointer;
  }
  return error;
}
