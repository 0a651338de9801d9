import type { Json, JsonObject } from "../json.ts";
import { compileTemplate } from "../template/compile.ts";
import { compileValue } from "../template/compile-value.ts";
import { kindOf } from "../template/kind-of.ts";
import { templateLimits } from "../template/limits.ts";
import { parseTemplate } from "../template/parse.ts";
import { placed } from "../template/placed.ts";
import type { TemplateScope } from "../template/template.ts";
import { TemplateError } from "../template/template-error.ts";
import { gateOperators } from "./operators.ts";

type Gate = (scope: TemplateScope) => boolean;

/**
 * Makes a closure of a gate: `{value, op, to}`, `{all: […]}`, `{any: […]}`, `{not: gate}`, one tag that yields true or false, or
 * a boolean. `all` and `any` stop at the first gate that decides. The closure throws `TemplateError` only, with a pointer inside
 * the gate (`/all/0/value`); a gate that the checker would have refused throws one of the class `type`.
 */
export function compileGate(gate: Json): (scope: TemplateScope) => boolean {
  return compilePart(gate, "", 0);
}

function compilePart(gate: Json, pointer: string, depth: number): Gate {
  if (typeof gate === "boolean") {
    return () => gate;
  }
  if (typeof gate === "string") {
    return compileTag(gate, pointer);
  }
  if (typeof gate !== "object" || gate === null || Array.isArray(gate) || depth > templateLimits.valueDepth) {
    return failing(pointer, notAGate);
  }
  const object = gate as JsonObject;
  if (Object.hasOwn(object, "op")) {
    return compileComparison(object, pointer);
  }
  for (const key of ["all", "any"] as const) {
    const list = Object.hasOwn(object, key) ? object[key] : undefined;
    if (Array.isArray(list)) {
      const gates = (list as readonly Json[]).map((part, index) =>
        compilePart(part, `${pointer}/${key}/${index}`, depth + 1),
      );
      return key === "all"
        ? (scope) => gates.every((part) => part(scope))
        : (scope) => gates.some((part) => part(scope));
    }
  }
  const inner = Object.hasOwn(object, "not") ? object["not"] : undefined;
  if (inner === undefined) {
    return failing(pointer, notAGate);
  }
  const negated = compilePart(inner, `${pointer}/not`, depth + 1);
  return (scope) => !negated(scope);
}

const notAGate =
  "This is no gate. A gate is a tag that yields true or false, `{value, op, to}`, `{all: […]}`, `{any: […]}` or `{not: …}`.";

function compileTag(text: string, pointer: string): Gate {
  const parsed = parseTemplate(text);
  if (!parsed.sole) {
    return failing(pointer, notAGate);
  }
  const evaluate = compileTemplate(parsed);
  return (scope) => {
    let value: Json;
    try {
      value = evaluate(scope);
    } catch (error) {
      throw at(error, pointer);
    }
    if (typeof value !== "boolean") {
      const error = new TemplateError(
        "step/gate-types",
        "type",
        `A gate must be true or false, and this tag yields ${kindOf(value)}. Compare it, as in \`{value: ${text.trim()}, op: not_empty}\`.`,
      );
      throw at(atTag(error, text), pointer);
    }
    return value;
  };
}

function compileComparison(gate: JsonObject, pointer: string): Gate {
  const name = gate["op"];
  const operator = typeof name === "string" ? gateOperators.get(name) : undefined;
  if (operator === undefined) {
    return failing(
      `${pointer}/op`,
      `There is no such operator. Operators are ${[...gateOperators.keys()].join(", ")}.`,
    );
  }
  const left = (Object.hasOwn(gate, "value") ? gate["value"] : undefined) ?? null;
  const right = (Object.hasOwn(gate, "to") ? gate["to"] : undefined) ?? null;
  const value = compileValue(left, `${pointer}/value`);
  const to = compileValue(right, `${pointer}/to`);
  return (scope) => {
    const actual = value(scope);
    const expected = to(scope);
    try {
      return operator.holds(actual, expected);
    } catch (error) {
      throw at(typeof left === "string" ? atTag(error, left) : error, `${pointer}/value`);
    }
  };
}

function failing(pointer: string, message: string): Gate {
  return () => {
    throw at(new TemplateError("step/gate-types", "type", message), pointer);
  };
}

function at(error: unknown, pointer: string): unknown {
  if (error instanceof TemplateError) {
    error.pointer = pointer;
  }
  return error;
}

/** The place of a sole tag in its text. */
function atTag(error: unknown, text: string): unknown {
  const parsed = parseTemplate(text);
  const tag = parsed.sole ? parsed.nodes.find((node) => node.type === "tag") : undefined;
  return tag?.type === "tag" ? placed(error, text, tag.start, tag.end) : error;
}
