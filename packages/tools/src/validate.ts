import {
  createValidator,
  type CatalogEntry,
  type Json,
  type JsonObject,
  type SchemaProblem,
  type SchemaValidator,
} from "@graph/plan";

/** How a value fits a schema: an empty `problems` when it does; `more` counts those that are not listed. */
export interface ValidationResult {
  readonly problems: readonly SchemaProblem[];
  readonly more: number;
}

const fits: ValidationResult = { problems: [], more: 0 };

/** By schema, so that a server that is listed again without a change compiles nothing again. */
const validators = new WeakMap<JsonObject, SchemaValidator>();

/** Checks the arguments of a call. The schema is compiled at the first call of the tool and kept. Never throws. */
export function validateInput(entry: CatalogEntry, input: Json): ValidationResult {
  return validatorOf(entry.inputSchema).validate(input);
}

/** Checks what a tool gave back against the shape it declares; a tool that declares none gives what it likes. Never throws. */
export function checkOutput(entry: CatalogEntry, value: Json): ValidationResult {
  return entry.outputSchema === undefined ? fits : validatorOf(entry.outputSchema).validate(value);
}

function validatorOf(schema: JsonObject): SchemaValidator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = createValidator(schema);
  validators.set(schema, validator);
  return validator;
}
