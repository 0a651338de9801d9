import { keyPlaces } from "../../grammar/key-places.ts";
import type { KeyRule } from "../../grammar/key-rule.ts";
import type { ShapeType } from "../../shape/types.ts";
import { pointerKeys } from "../../source/json-pointer.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { inputSchemaOf } from "../consumer.ts";
import { stepAt } from "../reads.ts";
import { wrapInHelper } from "../repairs.ts";
import { atFirstTag } from "../tag-place.ts";
import { typeMisfit, type TypeMisfit } from "../type-misfit.ts";
import type { Suggestion } from "../../diagnostic.ts";

/** What tags yield, against what the tool's schema, or the key of a control step, wants there. Only what can never fit is reported. */
export function readTypes(context: CheckContext): void {
  for (const [pointer, template] of context.plan.templates) {
    const step = stepAt(pointer, context.tree);
    const schema = step === undefined || step.control !== undefined ? undefined : inputSchemaOf(step, context);
    if (step === undefined || schema === undefined) continue;
    const [section, ...path] = pointerKeys(pointer.slice(step.pointer.length));
    if (section !== "input" || path.length === 0) continue;
    const misfit = typeMisfit(template, pointer, step, schema, path, context);
    if (misfit === undefined) continue;
    const suggestions = conversions(misfit, pointer, context);
    problem(context, "ref/wrong-type", `\`${path.join(".")}\` of \`${step.tool}\` ${misfit.message}.`, pointer, {
      ...atFirstTag(template, step),
      expected: misfit.expected,
      ...(suggestions.length > 0 && { suggestions }),
    });
  }
  controlTexts(context);
}

/** Keys of control steps that must come to a text: lengths of time, moments, names. */
function controlTexts(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (step.control === undefined) continue;
    for (const { rule, pointer, keys } of keyPlaces(step.control.keys, step.input, `${step.pointer}/input`)) {
      const template = wantsText(rule) ? context.plan.templates.get(pointer) : undefined;
      const misfit = template && typeMisfit(template, pointer, step, { type: "string" }, [], context);
      if (template === undefined || misfit === undefined) continue;
      problem(context, "ref/wrong-type", `\`${keys.join(".")}\` of \`${step.tool}\` ${misfit.message}.`, pointer, {
        ...atFirstTag(template, step),
        expected: misfit.expected,
      });
    }
  }
}

/** What people or a model read may be anything: it is shown as JSON. */
function wantsText({ kind, filled, forPeople }: KeyRule): boolean {
  return kind === "duration" || (filled === true && forPeople !== true);
}

/** The helper that makes what is wanted of what is read, when the tag stands alone. */
export function conversions({ types }: TypeMisfit, pointer: string, context: CheckContext): Suggestion[] {
  const helper =
    types === undefined
      ? undefined
      : types.wanted.has("string")
        ? "string"
        : isNumber(types.wanted) && types.given.has("string")
          ? "number"
          : undefined;
  const sole = context.plan.templates.get(pointer)?.sole === true;
  const read = context.reads.find((other) => other.pointer === pointer && other.whole);
  const patch = read === undefined || helper === undefined || !sole ? undefined : wrapInHelper(read, helper, context);
  return patch === undefined ? [] : [{ title: `Write it as \`<<${helper} …>>\``, patch: [patch] }];
}

function isNumber(types: ReadonlySet<ShapeType>): boolean {
  return types.has("number") || types.has("integer");
}
