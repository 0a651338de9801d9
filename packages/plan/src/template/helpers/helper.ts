import type { Json, JsonObject } from "../../json.ts";
import type { CompiledTemplate, TemplateScope } from "../template.ts";

/** Kinds of values, named as in JSON Schema. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

export interface HelperParameter {
  readonly name: string;
  /** What it must be; missing: anything. */
  readonly types?: readonly JsonType[];
  readonly optional?: true;
  /** It may be given any number of times; only the last parameter. */
  readonly rest?: true;
  /** A missing value is no error there: the helper decides what becomes of it. */
  readonly absorbs?: true;
}

/** An argument of a helper that evaluates its arguments itself; `undefined` for a missing value where the parameter absorbs it. */
export type LazyArgument = (scope: TemplateScope) => Json | undefined;

/** A helper as it is written down; `defineHelper` adds what follows from it. */
export interface HelperDefinition {
  readonly name: string;
  /** One sentence for the guide. */
  readonly description: string;
  readonly parameters: readonly HelperParameter[];
  /** JSON Schema of what it yields, from those of its arguments (`{}` when unknown; a literal is `{const: value}`). */
  result(argumentShapes: readonly JsonObject[]): JsonObject;
  /** Works out the value; its arguments have the declared types. Missing optional ones are `undefined`. */
  run?(values: readonly (Json | undefined)[]): Json;
  /** Instead of `run`, for a helper that does not evaluate all its arguments. */
  compile?(values: readonly LazyArgument[]): CompiledTemplate;
}

/** One of the helpers of the language: pure, bounded, and known to the checker. */
export interface Helper extends HelperDefinition {
  readonly minimum: number;
  /** `Infinity` when the last parameter may be repeated. */
  readonly maximum: number;
}

/** Adds the numbers of arguments. */
export function defineHelper(definition: HelperDefinition): Helper {
  const { parameters } = definition;
  return {
    ...definition,
    minimum: parameters.filter((parameter) => parameter.optional !== true).length,
    maximum: parameters.at(-1)?.rest === true ? Infinity : parameters.length,
  };
}

/** The parameter that an argument fills; the last one when it may be repeated. */
export function parameterAt(helper: HelperDefinition, index: number): HelperParameter | undefined {
  return helper.parameters[index] ?? helper.parameters.at(-1);
}

/** How a helper is written: `default value fallback`, `slice list start [end]`, `and value value…`. */
export function usage(helper: HelperDefinition): string {
  const words = helper.parameters.map(({ name, optional, rest }) => {
    const word = rest === true ? `${name}…` : name;
    return optional === true ? `[${word}]` : word;
  });
  return [helper.name, ...words].join(" ");
}
