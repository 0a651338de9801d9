import type { Suggestion } from "../../diagnostic.ts";
import { isObject } from "../../grammar/is-object.ts";
import type { Json, JsonObject } from "../../json.ts";
import { nearestNames } from "../../nearest-names.ts";
import { createValidator } from "../../schema-validation/create-validator.ts";
import { inspectSchema } from "../../schema-validation/inspect-schema.ts";
import type { SchemaProblem } from "../../schema-validation/validator.ts";
import { isWithin, pointerKeys, pointerTo } from "../../source/json-pointer.ts";
import { certainProblems } from "../certain-problems.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { pathOf, valueAt } from "../input-places.ts";
import { own, type StepNode } from "../plan-tree.ts";
import { atFirstTag } from "../tag-place.ts";
import { typeMisfit } from "../type-misfit.ts";
import { conversions } from "./read-types.ts";

/** What a plan gives back, by its `output` or by that of an `exit`, against its own `output_schema`. Only what can never fit is reported. */
export function outputSchema(context: CheckContext): void {
  const { data } = context.plan;
  const schema = own(data, "output_schema");
  if (!isObject(schema) || inspectSchema(schema).unusable !== undefined) return;
  const output = own(data, "output");
  const exits = context.tree.all.filter(
    (step) => step.tool === "exit" && own(step.input, "status") !== "error" && own(step.input, "output") !== undefined,
  );
  if (isObject(output)) compare({ value: output, pointer: "/output", name: "output" }, schema, context);
  // With an `exit` that gives something, the plan may never come to its end.
  else if (output === undefined && exits.length === 0 && !createValidator(schema).accepts(null))
    problem(
      context,
      "tool/output-mismatch",
      "The plan has no `output`, so that its result is null, which `output_schema` does not allow. Add an `output`, or remove `output_schema`.",
      "/output_schema",
      { severity: "error" },
    );
  for (const step of exits) {
    const value = own(step.input, "output") as Json;
    compare({ value, pointer: `${step.pointer}/input/output`, name: "the output of `exit`", step }, schema, context);
  }
}

interface Given {
  readonly value: Json;
  readonly pointer: string;
  /** How messages call it. */
  readonly name: string;
  readonly step?: StepNode;
}

function compare(given: Given, schema: JsonObject, context: CheckContext): void {
  const { value, pointer, step } = given;
  for (const one of certainProblems(value, pointer, schema, context)) {
    const extra = one.keyword === "additionalProperties" || one.keyword === "unevaluatedProperties";
    problem(
      context,
      "tool/output-mismatch",
      literalMessage(one, given),
      extra && one.property !== undefined ? pointerTo(pointer + one.pointer, one.property) : pointer + one.pointer,
      {
        severity: "error",
        ...(extra && { key: true, suggestions: renamings(one, given, context) }),
        ...(one.expected !== undefined && { expected: one.expected }),
        ...(step !== undefined && { step: step.path }),
      },
    );
  }
  for (const [at, template] of context.plan.templates) {
    if (!isWithin(at, pointer)) continue;
    const path = pointerKeys(at.slice(pointer.length));
    const misfit = typeMisfit(template, step, schema, path, context);
    if (misfit === undefined) continue;
    const place = path.length === 0 ? quoted(given) : `\`${path.join(".")}\` of ${quoted(given)}`;
    const suggestions = conversions(misfit, at, context);
    problem(context, "tool/output-mismatch", `By \`output_schema\`, ${place} ${misfit.message}.`, at, {
      severity: "error",
      ...atFirstTag(template, step),
      expected: misfit.expected,
      ...(suggestions.length > 0 && { suggestions }),
    });
  }
}

function literalMessage({ keyword, pointer, property = "", message }: SchemaProblem, given: Given): string {
  if (keyword === "required")
    return `\`output_schema\` requires \`${pathOf(pointer, property)}\`, which ${quoted(given)} does not have. Add it.`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `\`output_schema\` does not allow \`${pathOf(pointer, property)}\` in ${quoted(given)}. Declare it there, or remove it.`;
  const place = pointer === "" ? quoted(given) : `\`${pathOf(pointer)}\` of ${quoted(given)}`;
  return `By \`output_schema\`, ${place} ${message}.`;
}

/** An extra key that is most likely a misspelt one. */
function renamings(
  { pointer, property = "", expected = [] }: SchemaProblem,
  given: Given,
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

function quoted({ name }: Given): string {
  return name === "output" ? "`output`" : name;
}
