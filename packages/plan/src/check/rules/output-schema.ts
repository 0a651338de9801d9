import { isObject } from "../../grammar/is-object.ts";
import type { JsonObject } from "../../json.ts";
import { createValidator } from "../../schema-validation/create-validator.ts";
import { inspectSchema } from "../../schema-validation/inspect-schema.ts";
import { selfContained } from "../../shape/self-contained.ts";
import { possibleTypes } from "../../shape/types.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { compareWithSchema } from "../compare-with-schema.ts";
import { own } from "../plan-tree.ts";

const codes = { literal: "tool/output-mismatch", tag: "tool/output-mismatch" } as const;

/** What a plan gives back, by its finish or by the output of an `exit`, against its own `output_schema`. Only what can never fit is reported. */
export function outputSchema(context: CheckContext): void {
  const { data } = context.plan;
  const schema = own(data, "output_schema");
  if (!isObject(schema) || inspectSchema(schema).unusable !== undefined) return;
  const output = own(data, "output");
  const exits = context.tree.all.filter((step) => step.tool === "exit" && own(step.input, "status") !== "error");
  if (own(data, "solver") !== undefined) solverText(schema, context);
  else if (isObject(output))
    compareWithSchema({ value: output, pointer: "/output", name: "`output`", codes }, schema, context);
  // With an `exit` that gives something, the plan may never come to its end.
  else if (output === undefined && !exits.some(({ input }) => Object.hasOwn(input, "output")))
    noOutput(schema, context);
  for (const step of exits) {
    const value = own(step.input, "output");
    const pointer = `${step.pointer}/input/output`;
    if (value !== undefined)
      compareWithSchema({ value, pointer, name: "the output of `exit`", step, codes }, schema, context);
  }
}

function noOutput(schema: JsonObject, context: CheckContext): void {
  if (createValidator(schema).accepts(null)) return;
  const message =
    "The plan has no `output`, so that its result is null, which `output_schema` does not allow. Add an `output`, or remove `output_schema`.";
  problem(context, "tool/output-mismatch", message, "/output_schema", { severity: "error" });
}

/** A solver writes a text, whatever it is told. */
function solverText(schema: JsonObject, context: CheckContext): void {
  const types = possibleTypes(selfContained(schema));
  if (types === undefined || types.size === 0 || types.has("string")) return;
  const message =
    "`solver` writes a text, which `output_schema` does not allow. Write `output_schema: {type: string}`, or let a step with `builtin__infer` answer by a schema and put its result into `output`.";
  problem(context, "tool/output-mismatch", message, "/output_schema", { severity: "error" });
}
