import type { Json } from "../json.ts";
import { bindArguments } from "./bind-arguments.ts";
import { compileSoftPath } from "./compile-path.ts";
import { type Helper, type HelperParameter, type JsonType, type LazyArgument, parameterAt } from "./helpers/helper.ts";
import { helpers } from "./helpers/index.ts";
import { kindOf } from "./kind-of.ts";
import type { CallExpression, CompiledTemplate, Expression, TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

/** A helper call as a closure: arguments from left to right, their types checked, then the helper. */
export function compileCall(
  call: CallExpression,
  compile: (expression: Expression) => CompiledTemplate,
): CompiledTemplate {
  const helper = helpers.get(call.helper);
  if (helper === undefined) {
    return () => {
      throw new TemplateError("input/invalid", "type", `There is no helper \`${call.helper}\`.`);
    };
  }
  const given = bindArguments(call, helper);
  if (helper.compile !== undefined) {
    const lazy = given.map((argument, index) => compileLazy(argument, parameterAt(helper, index), compile));
    return helper.compile(lazy);
  }
  const bound = given.map((argument) => (argument === undefined ? undefined : compile(argument)));
  const checks = bound.map((_, index) => parameterAt(helper, index));
  return (scope: TemplateScope): Json => {
    const values: (Json | undefined)[] = [];
    for (let index = 0; index < bound.length; index += 1) {
      const value = bound[index]?.(scope);
      const parameter = checks[index];
      if (
        value !== undefined &&
        parameter?.types !== undefined &&
        !parameter.types.some((type) => isOfType(value, type))
      ) {
        throw wrongType(helper, parameter, value);
      }
      values.push(value);
    }
    return run(helper, values);
  };
}

function run(helper: Helper, values: readonly (Json | undefined)[]): Json {
  try {
    return helper.run?.(values) ?? null;
  } catch (error) {
    // What is left are the bounds of the machine: texts and lists that do not fit into memory.
    throw error instanceof TemplateError
      ? error
      : new TemplateError("input/invalid", "type", `\`${helper.name}\` was given too much to work on.`);
  }
}

function compileLazy(
  argument: Expression | undefined,
  parameter: HelperParameter | undefined,
  compile: (expression: Expression) => CompiledTemplate,
): LazyArgument {
  if (argument === undefined) {
    return () => undefined;
  }
  // No error is built only to be caught: a fallback is the common case of a missing value.
  return argument.type === "path" && parameter?.absorbs === true ? compileSoftPath(argument) : compile(argument);
}

function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const typeWords: { readonly [type in JsonType]: string } = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function wrongType(helper: Helper, parameter: HelperParameter, value: Json): TemplateError {
  const expected = (parameter.types ?? []).map((type) => typeWords[type]).join(" or ");
  return new TemplateError(
    "input/invalid",
    "type",
    `\`${helper.name}\` needs ${expected} as \`${parameter.name}\`, and got ${kindOf(value)}.`,
    { expected: parameter.types ?? [] },
  );
}
