import { isObject } from "../../grammar/is-object.ts";
import type { Json } from "../../json.ts";
import { keyPlaces } from "../../grammar/key-places.ts";
import { prepareSchema } from "../../schema-validation/inspect-schema.ts";
import { type CheckContext, problem } from "../check-context.ts";
import { own } from "../plan-tree.ts";

/** Schemas of the plan itself that cannot be used, or of which a part is not checked: they would let everything through without a word. */
export function ownSchemas(context: CheckContext): void {
  const { data } = context.plan;
  for (const key of ["input_schema", "output_schema"]) lookAt(context, own(data, key), `/${key}`);
  for (const { raw, input, control, pointer } of context.tree.all) {
    lookAt(context, own(raw, "output_schema"), `${pointer}/output_schema`);
    if (control === undefined) continue;
    for (const place of keyPlaces(control.keys, input, `${pointer}/input`))
      if (place.rule.kind === "schema") lookAt(context, place.value, place.pointer);
  }
}

function lookAt(context: CheckContext, schema: Json | undefined, pointer: string): void {
  if (!isObject(schema)) return;
  const { unusable, unchecked } = prepareSchema(schema);
  if (unusable !== undefined) {
    problem(context, "schema/bad-value", `This schema cannot be used: ${unusable}.`, pointer);
  } else if (unchecked !== undefined) {
    const message = `A part of this schema is not checked: ${unchecked}.`;
    problem(context, "tool/schema-unchecked", message, pointer, { severity: "warning" });
  }
}
