import type { Json, JsonObject } from "../../json.ts";
import { describeType, oneOf } from "../../schema-validation/describe-value.ts";
import { readShape } from "../../shape/read-shape.ts";
import { selfContained } from "../../shape/self-contained.ts";
import { canBe, possibleTypes, possibleValues, type ShapeType } from "../../shape/types.ts";
import { pointerKeys } from "../../source/json-pointer.ts";
import type { ParsedTemplate } from "../../template/template.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { inputSchemaOf } from "../consumer.ts";
import type { StepNode } from "../plan-tree.ts";
import { stepAt } from "../reads.ts";
import { wrapInHelper } from "../repairs.ts";
import { atFirstTag } from "../tag-place.ts";

/** What tags yield, against what the tool's schema wants there. Only what can never fit is reported. */
export function readTypes(context: CheckContext): void {
  for (const [pointer, template] of context.plan.templates) {
    const step = stepAt(pointer, context.tree);
    const schema = step === undefined || step.control !== undefined ? undefined : inputSchemaOf(step, context);
    if (step === undefined || schema === undefined) continue;
    const [section, ...path] = pointerKeys(pointer.slice(step.pointer.length));
    if (section === "input" && path.length > 0) compare(template, pointer, { step, path, schema }, context);
  }
}

interface Argument {
  readonly step: StepNode;
  readonly path: readonly string[];
  readonly schema: JsonObject;
}

function compare(template: ParsedTemplate, pointer: string, argument: Argument, context: CheckContext): void {
  const { step, path } = argument;
  const wanted = readShape(selfContained(argument.schema), path);
  if (wanted.impossible !== undefined) return;
  const types = possibleTypes(wanted.shape);
  const given = context.shapes.ofTemplate(template, { step, inGate: false, inBlock: false });
  const givenTypes = possibleTypes(given);
  if (givenTypes === undefined || givenTypes.size === 0 || types === undefined || types.size === 0) return;
  const place = atFirstTag(template, step);
  const name = `\`${path.join(".")}\` of \`${step.tool}\``;
  if (!canBe(givenTypes, types)) {
    const wants = oneOf([...types].map((type) => describeType(type)));
    const what = template.sole ? `\`${place.template ?? ""}\`` : "a text with a tag in it";
    const message = `${name} must be ${wants}, and ${what} is ${oneOf([...givenTypes].map((type) => describeType(type)))}.`;
    const read = context.reads.find((other) => other.pointer === pointer && other.whole);
    const helper =
      types.has("string") && givenTypes.size > 0
        ? "string"
        : isNumber(types) && givenTypes.has("string")
          ? "number"
          : undefined;
    const patch =
      read === undefined || helper === undefined || !template.sole ? undefined : wrapInHelper(read, helper, context);
    problem(context, "ref/wrong-type", message, pointer, {
      ...place,
      expected: [...types],
      ...(patch !== undefined && { suggestions: [{ title: `Write it as \`<<${helper} …>>\``, patch: [patch] }] }),
    });
    return;
  }
  const allowed = possibleValues(wanted.shape);
  const possible = possibleValues(given);
  if (
    allowed === undefined ||
    possible === undefined ||
    possible.length === 0 ||
    possible.some((value) => allowed.some((other) => isSame(value, other)))
  )
    return;
  const listed = allowed.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  problem(
    context,
    "ref/wrong-type",
    `${name} must be one of ${listed.slice(0, 20).join(", ")}, and \`${place.template ?? ""}\` is none of them.`,
    pointer,
    { ...place, expected: listed },
  );
}

function isNumber(types: ReadonlySet<ShapeType>): boolean {
  return types.has("number") || types.has("integer");
}

/** Objects and lists count as the same: they are not looked into. */
function isSame(left: Json, right: Json): boolean {
  return left === right || (typeof left === "object" && left !== null) || (typeof right === "object" && right !== null);
}
