import type { JsonObject } from "../../json.ts";
import { prepareSchema } from "../../schema-validation/inspect-schema.ts";
import { isObject } from "../../schema-validation/references.ts";
import { type CheckContext, problem } from "../check-context.ts";
import { own } from "../plan-tree.ts";

/** Schemas of the plan itself that cannot be used, or of which a part is not checked: they would let everything through without a word. */
export function ownSchemas(context: CheckContext): void {
  const { data } = context.plan;
  for (const key of ["input_schema", "output_schema"]) lookAt(context, own(data, key), `/${key}`);
  for (const step of context.tree.all) lookAt(context, own(step.raw, "output_schema"), `${step.pointer}/output_schema`);
}

function lookAt(context: CheckContext, schema: unknown, pointer: string): void {
  if (!isObject(schema as JsonObject)) return;
  const { unusable, unchecked } = prepareSchema(schema as JsonObject);
  if (unusable !== undefined) {
    problem(context, "schema/bad-value", `This schema cannot be used: ${unusable}.`, pointer);
  } else if (unchecked !== undefined) {
    const message = `A part of this schema is not checked: ${unchecked}.`;
    problem(context, "tool/schema-unchecked", message, pointer, { severity: "warning" });
  }
}
