import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { Findings } from "./findings.ts";
import { isObject } from "./is-object.ts";

const primitives: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

/** The schema of an answer: people fill it in field by field, in terminals and in forms, so that each field is one value. */
export function checkAnswerSchema(findings: Findings, schema: JsonObject, pointer: string): void {
  const properties = schema["properties"];
  if (!isObject(properties) || Object.keys(properties).length === 0) {
    const message = "The answer to a question is a map of fields: `{type: object, properties: {ok: {type: boolean}}}`.";
    findings.add("schema/bad-value", message, pointer);
    return;
  }
  if (schema["type"] !== undefined && schema["type"] !== "object")
    findings.add("schema/bad-value", "The answer to a question has `type: object`.", pointerTo(pointer, "type"));
  for (const [name, field] of Object.entries(properties)) {
    if (isObject(field) && isOneValue(field)) continue;
    const message = `\`${name}\` must be a text, a number, a boolean or an enum of these: a person fills in one value a field.`;
    findings.add("schema/bad-value", message, pointerTo(pointerTo(pointer, "properties"), name));
  }
}

function isOneValue(field: JsonObject): boolean {
  const { type } = field;
  // A value that is listed says its type itself.
  if (type !== undefined) return typeof type === "string" && primitives.has(type);
  const listed = Object.hasOwn(field, "const") ? [field["const"]] : field["enum"];
  return Array.isArray(listed) && listed.length > 0 && listed.every((value) => isPrimitive(value as Json));
}

function isPrimitive(value: Json): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
