import type { Diagnostic, Suggestion } from "../diagnostic.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import type { CheckContext } from "./check-context.ts";
import { inputSchemaOf } from "./consumer.ts";
import { own } from "./plan-tree.ts";

/** What was refused when the plan was read; a value that stands where a map belongs gets the map that the tool, or `output_schema`, wants. */
export function withMapsAround(diagnostics: readonly Diagnostic[], context: CheckContext): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code, path = "" } = diagnostic;
    if (code !== "schema/bad-value") return diagnostic;
    const suggestions = path === "/output" ? aroundOutput(context) : aroundInput(path, context);
    return suggestions.length === 0 ? diagnostic : { ...diagnostic, suggestions };
  });
}

function aroundOutput({ plan }: CheckContext): Suggestion[] {
  const output = own(plan.data, "output");
  const schema = own(plan.data, "output_schema");
  const names = isObject(schema) ? namesOf(schema) : [];
  return maps("output", output, "/output", names.length > 0 ? names : ["result"]);
}

function aroundInput(pointer: string, context: CheckContext): Suggestion[] {
  if (!pointer.endsWith("/input")) return [];
  const step = context.tree.byPointer.get(pointer.slice(0, -"/input".length));
  const schema = step === undefined ? undefined : inputSchemaOf(step, context);
  if (step === undefined || schema === undefined) return [];
  const names = namesOf(schema);
  return maps("input", own(step.raw, "input"), pointer, names.length > 0 ? names : ["value"]);
}

/** What must be given; where nothing must, what may be. */
function namesOf(schema: JsonObject): readonly string[] {
  const required = own(schema, "required");
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
  const properties = own(schema, "properties");
  return names.length > 0 || !isObject(properties) ? names : Object.keys(properties);
}

function maps(key: string, value: Json | undefined, path: string, names: readonly string[]): Suggestion[] {
  if (value === undefined || value === null || isObject(value)) return [];
  const shown = typeof value === "string" && value.length <= 60 ? value.trim() : "…";
  return names.slice(0, 3).map((name) => ({
    title: `Write \`${key}: {${name}: ${shown}}\``,
    patch: [{ op: "replace", path, value: { [name]: value } }],
  }));
}
