import type { ErrorObject, ValidateFunction } from "ajv";
import type { Json, JsonObject } from "../json.ts";
import { compileSchema } from "./ajv-instance.ts";
import { describeValue } from "./describe-value.ts";
import { firstProblem } from "./first-problem.ts";
import { prepareSchema, type PreparedSchema } from "./inspect-schema.ts";
import { maximumValueDepth, tooDeep } from "./measure.ts";
import { listingBudget, refill } from "./meter.ts";
import { plainChecks, type Check, type PlainChecks } from "./plain-check.ts";
import { reduceErrors } from "./reduce-errors.ts";
import { schemaProblem } from "./schema-problem.ts";
import type { SchemaProblem, SchemaValidator } from "./validator.ts";

const defaultLimit = 20;

/** Compiling takes about a tenth of a millisecond a part: beyond this it would hold the process up. */
const maximumCompiledParts = 500;

/** Stopping at the first problem nests the code of one property in that of the one before; V8's parser overflows at some thousand. */
const maximumNestedParts = 100;

/** Of 100,000 wrong items nobody reads more. */
const maximumErrors = 1_000;

type Result = ReturnType<SchemaValidator["validate"]>;

const fits: Result = { problems: [], more: 0 };

const single = (problem: Omit<SchemaProblem, "pointer">): Result => ({
  problems: [{ pointer: "", ...problem }],
  more: 0,
});
const deepProblem = single({
  keyword: "depth",
  message: `is nested deeper than ${maximumValueDepth} levels, or is a ring`,
});
const budgetProblem = single({ keyword: "budget", message: "takes too long to be checked against its schema" });

class PreparedValidator implements SchemaValidator {
  readonly #prepared: PreparedSchema;
  #plain: PlainChecks | undefined;
  #first: ValidateFunction | undefined;
  #all: ValidateFunction | undefined;
  #failure: string | undefined;
  accepts: Check;

  constructor(prepared: PreparedSchema) {
    this.#prepared = prepared;
    // Made at the first value; from then on the property is the check itself.
    this.accepts = (value) => {
      this.accepts = this.#check();
      return this.accepts(value);
    };
  }

  get unchecked(): string | undefined {
    return this.#prepared.unusable ?? this.#prepared.unchecked ?? this.#failure;
  }

  validate(value: Json, limit: number = defaultLimit): Result {
    if (this.accepts(value)) return fits;
    const { deep, schema } = this.#prepared;
    if (deep && tooDeep(value)) return deepProblem;
    const types = schema["type"] as readonly string[] | undefined;
    if (Object.keys(schema).length === 1 && types?.length === 1 && types[0] === "object") {
      return single({
        keyword: "type",
        message: `must be an object, got ${describeValue(value)}`,
        expected: ["object"],
      });
    }
    try {
      return this.#list(value, limit);
    } catch {
      return budgetProblem;
    }
  }

  #list(value: Json, limit: number): Result {
    const { schema, parts } = this.#prepared;
    if (this.#plain === undefined || parts <= maximumCompiledParts) {
      const all = this.#compileAll();
      refill(listingBudget);
      try {
        if (!all(value)) return listed(taken(all), limit);
      } catch {
        // Too many to be listed: the first one is told.
      }
    }
    refill();
    if (this.#plain !== undefined) return listed([firstProblem(schema, value, this.#plain)], limit);
    const first = this.#compileFirst();
    return first(value) ? budgetProblem : listed(taken(first), limit);
  }

  #check(): Check {
    const { schema, deep, parts } = this.#prepared;
    this.#plain = plainChecks(schema);
    let check: Check | undefined = this.#plain?.of(schema);
    if (check === undefined) {
      try {
        if (parts <= maximumCompiledParts) check = this.#compileFirst();
        else
          this.#failure = `its schema has more than ${maximumCompiledParts} parts and needs more than the plain keywords`;
      } catch {
        this.#failure = "its schema could not be compiled";
      }
    }
    if (check === undefined) return () => true;
    const made = check;
    if (parts === 1 && this.#plain !== undefined && !Object.hasOwn(schema, "pattern")) return made;
    return (value) => {
      if (deep && tooDeep(value)) return false;
      refill();
      try {
        return made(value);
      } catch {
        return false;
      }
    };
  }

  #compileFirst(): ValidateFunction {
    const { schema, dialect, parts } = this.#prepared;
    if (parts > maximumNestedParts) return this.#compileAll();
    this.#first ??= compileSchema(schema, dialect, "first");
    return this.#first;
  }

  #compileAll(): ValidateFunction {
    const { schema, dialect } = this.#prepared;
    this.#all ??= compileSchema(schema, dialect, "all");
    return this.#all;
  }
}

/** Takes the errors out of a compiled function, which would hold them and the value until its next call. */
function taken(compiled: ValidateFunction): readonly ErrorObject[] {
  const { errors } = compiled;
  compiled.errors = null;
  return errors ?? [];
}

function listed(errors: readonly ErrorObject[], limit: number): Result {
  // Branches are sorted out among the first errors only.
  const first = reduceErrors(errors.slice(0, maximumErrors));
  const more = Math.max(0, first.length - limit) + Math.max(0, errors.length - maximumErrors);
  return { problems: first.slice(0, limit).map((error) => schemaProblem(error)), more };
}

const validators = new WeakMap<JsonObject, SchemaValidator>();

/**
 * A validator for a schema, in the dialect that `$schema` names (2020-12, 2019-09, draft-07 and 06; others are not checked).
 * The same object gives the same validator; it is made at the first value. A schema that `inspectSchema` calls unusable accepts
 * everything and says so in `unchecked`. Formats are checked as `ajv-formats` does. Never throws.
 */
export function createValidator(schema: JsonObject): SchemaValidator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = new PreparedValidator(prepareSchema(schema));
    validators.set(schema, validator);
  }
  return validator;
}
