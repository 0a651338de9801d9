import { createValidator, type Json, type JsonObject, type SchemaProblem } from "@graph/plan";
import { ToolError } from "@graph/tools";

/**
 * Throws when a schema cannot say whether an answer fits: what is not checked would pass as if it had been. The class is
 * `invalid_input`; no model has been asked.
 */
export function assertCheckable(schema: JsonObject): void {
  const validator = createValidator(schema);
  // Some reasons are only found when it is compiled.
  validator.accepts(null);
  if (validator.unchecked === undefined) return;
  const message = `An answer cannot be checked against this \`output_schema\`: ${validator.unchecked}.`;
  throw new ToolError(message, { code: "input/invalid", class: "invalid_input", effect: "none" });
}

/** How an answer does not fit its schema, in words, the first misfit first; an empty list when it does. */
export function misfits(schema: JsonObject, answer: Json): readonly string[] {
  const { problems, more } = createValidator(schema).validate(answer);
  const told = problems.map(inWords);
  return more === 0 ? told : [...told, `and ${more.toLocaleString("en-US")} more`];
}

function inWords({ pointer, keyword, message, property }: SchemaProblem): string {
  const place = pointer === "" ? "the answer" : pointer;
  if (property !== undefined && keyword === "required") return `${place} lacks \`${property}\``;
  if (property !== undefined && keyword === "additionalProperties") {
    return `${place} has \`${property}\`, which is not known there`;
  }
  return `${place} ${message}`;
}
