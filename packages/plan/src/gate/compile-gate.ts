import type { Json, JsonObject } from "../json.ts";
import { compileTemplate } from "../template/compile.ts";
import { compileValue } from "../template/compile-value.ts";
import { kindOf } from "../template/kind-of.ts";
import { templateLimits } from "../template/limits.ts";
import { parseTemplate } from "../template/parse.ts";
import { placed } from "../template/placed.ts";
import type { TemplateScope } from "../template/template.ts";
import { TemplateError } from "../template/template-error.ts";
import { compileQuestion, type GateModels } from "./gate-question.ts";
import { gateOperators } from "./operators.ts";

/** A compiled gate: true or false for a scope. */
export type Gate = (scope: TemplateScope, models?: GateModels) => boolean;

/**
 * Makes a closure of a gate: `{value, op, to}`, `{all: […]}`, `{any: […]}`, `{not: gate}`, `{decide: …}`, `{infer: …}`, one tag that
 * yields true or false, or a boolean. `all` and `any` stop at the first gate that decides. The closure throws `TemplateError`s with a
 * pointer inside the gate (`/all/0/value`), and whatever `models.ask` throws; a gate that the checker would have refused throws a
 * `TemplateError` of the class `type`, and so does one that asks a model when none is given.
 */
export function compileGate(gate: Json): Gate {
  return compilePart(gate, "", 0, { count: 0 });
}

function compilePart(gate: Json, pointer: string, depth: number, questions: { count: number }): Gate {
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
  for (const kind of ["decide", "infer"] as const)
    if (Object.hasOwn(object, kind)) return compileQuestion(object, kind, pointer, questions.count++);
  for (const key of ["all", "any"] as const) {
    const list = Object.hasOwn(object, key) ? object[key] : undefined;
    if (Array.isArray(list)) {
      const gates = (list as readonly Json[]).map((part, index) =>
        compilePart(part, `${pointer}/${key}/${index}`, depth + 1, questions),
      );
      return key === "all"
        ? (scope, models) => gates.every((part) => part(scope, models))
        : (scope, models) => gates.some((part) => part(scope, models));
    }
  }
  const inner = Object.hasOwn(object, "not") ? object["not"] : undefined;
  if (inner === undefined) {
    return failing(pointer, notAGate);
  }
  const negated = compilePart(inner, `${pointer}/not`, depth + 1, questions);
  return (scope, models) => !negated(scope, models);
}

const notAGate =
  "This is no gate. A gate is a tag that yields true or false, `{value, op, to}`, `{all: […]}`, `{any: […]}`, `{not: …}`, `{decide: …}` or `{infer: …}`.";

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
