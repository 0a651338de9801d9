import type { ErrorObject } from "ajv";
import type { Json } from "../json.ts";
import { describeType, describeValue, oneOf } from "./describe-value.ts";
import type { SchemaProblem } from "./validator.ts";

const maximumListed = 50;
const maximumText = 200;

const cut = (text: string): string => (text.length > maximumText ? `${text.slice(0, maximumText)}…` : text);
const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`;

interface Parameters {
  readonly limit: number;
  readonly comparison: string;
  readonly missingProperty: string;
  readonly additionalProperty: string;
  readonly unevaluatedProperty: string;
  readonly propertyName: string;
  readonly property: string;
  readonly multipleOf: number;
  readonly format: string;
  readonly minContains: number;
}

const typesOf = (schema: unknown): readonly string[] =>
  Array.isArray(schema) ? (schema as string[]) : [String(schema)];

/** One way to fail, in the words of a person, from what ajv reports with `verbose`. */
const describe = (error: ErrorObject): Omit<SchemaProblem, "pointer" | "keyword"> => {
  const parameters = error.params as Parameters;
  const value = error.data as Json;
  switch (error.keyword) {
    case "type": {
      const types = typesOf(error.schema);
      return {
        message: `must be ${oneOf(types.map((type) => describeType(type)))}, got ${describeValue(value)}`,
        expected: types,
      };
    }
    case "required":
      return { message: `\`${cut(parameters.missingProperty)}\` is missing`, property: parameters.missingProperty };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const property = parameters.additionalProperty ?? parameters.unevaluatedProperty;
      const declared = (error.parentSchema?.["properties"] ?? {}) as object;
      return {
        message: `\`${cut(property)}\` is not known here`,
        property,
        expected: Object.keys(declared).slice(0, maximumListed),
      };
    }
    case "enum": {
      const allowed = (error.schema as readonly Json[]).map((item) =>
        cut(typeof item === "string" ? item : JSON.stringify(item)),
      );
      const listed = allowed.slice(0, maximumListed);
      const rest = allowed.length > listed.length ? ` and ${allowed.length - listed.length} more` : "";
      return { message: `must be one of ${cut(listed.join(", "))}${rest}`, expected: listed };
    }
    case "const": {
      const only = cut(JSON.stringify(error.schema));
      return { message: `must be ${only}`, expected: [only] };
    }
    case "minimum":
      return { message: `must be at least ${parameters.limit}, got ${describeValue(value)}` };
    case "maximum":
      return { message: `must be at most ${parameters.limit}, got ${describeValue(value)}` };
    case "exclusiveMinimum":
      return { message: `must be more than ${parameters.limit}, got ${describeValue(value)}` };
    case "exclusiveMaximum":
      return { message: `must be less than ${parameters.limit}, got ${describeValue(value)}` };
    case "multipleOf":
      return { message: `must be a multiple of ${parameters.multipleOf}, got ${describeValue(value)}` };
    case "minLength":
      return { message: `must have at least ${count(parameters.limit, "character", "characters")}` };
    case "maxLength":
      return { message: `must have at most ${count(parameters.limit, "character", "characters")}` };
    case "minItems":
      return { message: `must have at least ${count(parameters.limit, "item", "items")}` };
    case "maxItems":
      return { message: `must have at most ${count(parameters.limit, "item", "items")}` };
    case "minProperties":
      return { message: `must have at least ${count(parameters.limit, "property", "properties")}` };
    case "maxProperties":
      return { message: `must have at most ${count(parameters.limit, "property", "properties")}` };
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return { message: "has more items than are allowed" };
    case "uniqueItems":
      return { message: "must not have two equal items" };
    case "contains":
      return {
        message: `must have at least ${count(parameters.minContains, "item", "items")} of the kind that is asked for`,
      };
    case "pattern":
      return { message: `must match the pattern \`${cut(String(error.schema))}\`` };
    case "format":
      return { message: `must be written as \`${parameters.format}\`` };
    case "propertyNames":
      return {
        message: `has a property \`${cut(parameters.propertyName)}\` whose name is not allowed`,
        property: parameters.propertyName,
      };
    case "dependentRequired":
    case "dependencies":
      return {
        message: `\`${cut(parameters.missingProperty)}\` is missing, which \`${cut(parameters.property)}\` needs`,
        property: parameters.missingProperty,
      };
    case "anyOf":
      return { message: `fits none of the ${(error.schema as readonly unknown[]).length} allowed forms` };
    case "oneOf":
      return { message: `must fit exactly one of the ${(error.schema as readonly unknown[]).length} allowed forms` };
    case "not":
      return { message: "has a form that is not allowed" };
    case "if":
      return { message: "does not fit the form that goes with its other values" };
    default:
      return { message: "is not allowed here" };
  }
};

/** Turns one error of ajv into a problem. */
export const schemaProblem = (error: ErrorObject): SchemaProblem => ({
  pointer: error.instancePath,
  keyword: error.keyword,
  ...describe(error),
});
