import { isObject } from "../../grammar/is-object.ts";
import type { Json, JsonObject } from "../../json.ts";
import { nearestNames } from "../../nearest-names.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";
import type { Read } from "../reads.ts";
import { replaceTag } from "../repairs.ts";
import { atTag } from "../tag-place.ts";

/**
 * The names that a plan's input may have; `undefined` when any. A schema that lists properties and says nothing of others is
 * closed here: an input that is read and never declared is a slip of the pen, and no caller could know of it.
 */
export function declaredInputs(data: JsonObject): readonly string[] | undefined {
  const schema: Json | undefined = own(data, "input_schema");
  if (schema === undefined) return [];
  if (!isObject(schema)) return undefined;
  if (
    ["$ref", "allOf", "anyOf", "oneOf", "patternProperties", "if", "dependentSchemas"].some((key) =>
      Object.hasOwn(schema, key),
    )
  )
    return undefined;
  const others = own(schema, "additionalProperties");
  const properties = own(schema, "properties");
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (others === false) return names;
  return others !== undefined || names.length === 0 ? undefined : names;
}

/** Reports a read of an input that is not declared. */
export function undeclaredInput(read: Read, context: CheckContext): boolean {
  const [name] = read.path.segments;
  if (name === undefined) return false;
  const declared = declaredInputs(context.plan.data);
  const wanted = String(name);
  if (declared === undefined || declared.includes(wanted)) return false;
  const near = hints(context) ? nearestNames(wanted, declared) : [];
  const list = declared.length > 0 ? `It declares: ${declared.slice(0, 20).join(", ")}.` : "It declares none.";
  const hint = near[0] === undefined ? ` Declare it under \`properties\`.` : ` Did you mean \`${near[0]}\`?`;
  const patches = near.flatMap((other) => {
    const patch = replaceTag(read, [other, ...read.path.segments.slice(1)], context);
    return patch === undefined ? [] : [{ title: `Read \`input.${other}\``, patch: [patch] }];
  });
  const schema = own(context.plan.data, "input_schema");
  const declare = isObject(schema) && isObject(own(schema, "properties"));
  const add = declare
    ? [
        {
          title: `Declare the input \`${wanted}\``,
          patch: [{ op: "add" as const, path: pointerTo("/input_schema/properties", wanted), value: {} }],
        },
      ]
    : [];
  problem(
    context,
    "ref/undeclared-input",
    `\`input_schema\` does not declare \`${wanted}\`. ${list}${hint}`,
    read.pointer,
    {
      ...atTag(read),
      expected: declared.slice(0, 50),
      suggestions: [...patches, ...add],
    },
  );
  return true;
}
