import type { DiagnosticCode } from "../codes.ts";
import type { Suggestion } from "../diagnostic.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { nearestNames } from "../nearest-names.ts";
import type { SchemaProblem } from "../schema-validation/validator.ts";
import { isWithin, pointerKeys, pointerTo } from "../source/json-pointer.ts";
import { certainProblems } from "./certain-problems.ts";
import { hints, problem, type CheckContext } from "./check-context.ts";
import { pathOf, valueAt } from "./input-places.ts";
import type { StepNode } from "./plan-tree.ts";
import { conversions } from "./rules/read-types.ts";
import { atFirstTag } from "./tag-place.ts";
import { typeMisfit } from "./type-misfit.ts";

/** A value that a plan writes out, with tags in it or without, which must fit an `output_schema`. */
export interface WrittenValue {
  readonly value: Json;
  readonly pointer: string;
  /** How messages call it. */
  readonly name: string;
  readonly step?: StepNode;
  /** The codes for what is written out and for what tags yield. */
  readonly codes: { readonly literal: DiagnosticCode; readonly tag: DiagnosticCode };
}

/** Reports in what a value can never fit a schema. */
export function compareWithSchema(given: WrittenValue, schema: JsonObject, context: CheckContext): void {
  const { value, pointer, step, codes } = given;
  for (const one of certainProblems(value, pointer, schema, context)) {
    const extra = one.keyword === "additionalProperties" || one.keyword === "unevaluatedProperties";
    const at = pointer + one.pointer;
    const place = extra && one.property !== undefined ? pointerTo(at, one.property) : at;
    problem(context, codes.literal, literalMessage(one, given), place, {
      severity: "error",
      ...(extra && { key: true, suggestions: renamings(one, given, context) }),
      ...(one.expected !== undefined && { expected: one.expected }),
      ...(step !== undefined && { step: step.path }),
    });
  }
  for (const [at, template] of context.plan.templates) {
    if (!isWithin(at, pointer)) continue;
    const path = pointerKeys(at.slice(pointer.length));
    const misfit = typeMisfit(template, at, step, schema, path, context);
    if (misfit === undefined) continue;
    const place = path.length === 0 ? given.name : `\`${path.join(".")}\` of ${given.name}`;
    const suggestions = conversions(misfit, at, context);
    problem(context, codes.tag, `By \`output_schema\`, ${place} ${misfit.message}.`, at, {
      severity: "error",
      ...atFirstTag(template, step),
      expected: misfit.expected,
      ...(suggestions.length > 0 && { suggestions }),
    });
  }
}

function literalMessage({ keyword, pointer, property = "", message }: SchemaProblem, { name }: WrittenValue): string {
  if (keyword === "required")
    return `\`output_schema\` requires \`${pathOf(pointer, property)}\`, which ${name} does not have. Add it.`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `\`output_schema\` does not allow \`${pathOf(pointer, property)}\` in ${name}. Declare it there, or remove it.`;
  const place = pointer === "" ? name : `\`${pathOf(pointer)}\` of ${name}`;
  return `By \`output_schema\`, ${place} ${message}.`;
}

/** An extra key that is most likely a misspelt one. */
function renamings(
  { pointer, property = "", expected = [] }: SchemaProblem,
  given: WrittenValue,
  context: CheckContext,
): Suggestion[] {
  const parent = given.pointer + pointer;
  const object = valueAt(given.value, pointer);
  const free = expected.filter((name) => !isObject(object) || !Object.hasOwn(object, name));
  return (hints(context) ? nearestNames(property, free, 1) : []).map((name) => ({
    title: `Rename it to \`${name}\``,
    patch: [{ op: "move", from: pointerTo(parent, property), path: pointerTo(parent, name) }],
  }));
}
