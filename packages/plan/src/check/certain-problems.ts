import type { Json, JsonObject } from "../json.ts";
import { certainSchema } from "../schema-validation/certain-schema.ts";
import { isObject } from "../grammar/is-object.ts";
import { openSchema } from "../schema-validation/open-schema.ts";
import { createValidator } from "../schema-validation/create-validator.ts";
import type { SchemaProblem } from "../schema-validation/validator.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { CheckContext } from "./check-context.ts";
import { valueAt } from "./input-places.ts";

/** Keywords that look at names and numbers of parts only; tags cannot change these. */
const structural: ReadonlySet<string> = new Set([
  "required",
  "additionalProperties",
  "propertyNames",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "items",
]);

/** In what a value that a plan writes at a pointer breaks a schema, whatever its tags yield. */
export function certainProblems(
  value: Json,
  pointer: string,
  schema: JsonObject,
  context: CheckContext,
): readonly SchemaProblem[] {
  const { templated, plan } = context;
  const validator = createValidator(
    templated.has(pointer) ? openSchema(certainSchema(schema), tagged(value, pointer, context)) : schema,
  );
  if (validator.accepts(value)) return [];
  return validator.validate(value).problems.filter((one) => {
    const at = pointer + one.pointer;
    if (plan.templates.has(at)) return false;
    if (!templated.has(at)) return true;
    return structural.has(one.keyword) || (one.keyword === "type" && typeof valueAt(value, one.pointer) === "object");
  });
}

/** The properties whose value is a tag, or a text with tags in it. */
function tagged(value: Json, pointer: string, { plan }: CheckContext): readonly string[] {
  if (!isObject(value)) return [];
  return Object.keys(value).filter((key) => plan.templates.has(pointerTo(pointer, key)));
}
