import type { Json, JsonObject } from "../json.ts";
import { describeType, oneOf } from "../schema-validation/describe-value.ts";
import { readShape } from "../shape/read-shape.ts";
import { selfContained } from "../shape/self-contained.ts";
import { canBe, possibleTypes, possibleValues, type ShapeType } from "../shape/types.ts";
import type { ParsedTemplate } from "../template/template.ts";
import type { CheckContext } from "./check-context.ts";
import type { StepNode } from "./plan-tree.ts";
import { placeOf } from "./reads.ts";
import { atFirstTag } from "./tag-place.ts";

/** Why what a template yields can never be what a schema wants there. */
export interface TypeMisfit {
  /** "must be a string, and `<<a.total>>` is an integer". */
  readonly message: string;
  readonly expected: readonly string[];
  /** Types on both sides; missing when only the values differ. */
  readonly types?: { readonly wanted: ReadonlySet<ShapeType>; readonly given: ReadonlySet<ShapeType> };
}

/** Compares what a template at `pointer`, in `step`, yields with the place of a schema that a path leads to. Only what can never fit is told. */
export function typeMisfit(
  template: ParsedTemplate,
  pointer: string,
  step: StepNode | undefined,
  schema: JsonObject,
  path: readonly string[],
  context: CheckContext,
): TypeMisfit | undefined {
  const wanted = readShape(selfContained(schema), path);
  if (wanted.impossible !== undefined) return undefined;
  const types = possibleTypes(wanted.shape);
  const given = context.shapes.ofTemplate(template, placeOf(pointer, step));
  const givenTypes = possibleTypes(given);
  if (givenTypes === undefined || givenTypes.size === 0 || types === undefined || types.size === 0) return undefined;
  const tag = `\`${atFirstTag(template, step).template ?? ""}\``;
  if (!canBe(givenTypes, types)) {
    const wants = oneOf([...types].map((type) => describeType(type)));
    const what = template.sole ? tag : "a text with a tag in it";
    const message = `must be ${wants}, and ${what} is ${oneOf([...givenTypes].map((type) => describeType(type)))}`;
    return { message, expected: [...types], types: { wanted: types, given: givenTypes } };
  }
  const allowed = possibleValues(wanted.shape);
  const possible = possibleValues(given);
  if (
    allowed === undefined ||
    possible === undefined ||
    possible.length === 0 ||
    possible.some((value) => allowed.some((other) => isSame(value, other)))
  )
    return undefined;
  const listed = allowed.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return { message: `must be one of ${listed.slice(0, 20).join(", ")}, and ${tag} is none of them`, expected: listed };
}

/** Objects and lists count as the same: they are not looked into. */
function isSame(left: Json, right: Json): boolean {
  return left === right || (typeof left === "object" && left !== null) || (typeof right === "object" && right !== null);
}
