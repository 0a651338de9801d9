import type { Json } from "../../json.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper, type LazyArgument } from "./helper.ts";

/** The helpers that absorb a missing value: a step without a result, a path that is not there, data that ran out. */
export const missingHelpers: readonly Helper[] = [
  defineHelper({
    name: "default",
    description: "The value, or the fallback when the value is missing or null.",
    parameters: [{ name: "value", absorbs: true }, { name: "fallback" }],
    result: ([value, fallback]) => either(value ?? {}, fallback ?? {}),
    compile: ([value, fallback]) => {
      const read = present(value);
      return (scope) => read(scope) ?? fallback?.(scope) ?? null;
    },
  }),
  defineHelper({
    name: "coalesce",
    description: "The first value that is neither missing nor null; null when there is none.",
    parameters: [
      { name: "value", absorbs: true },
      { name: "more", optional: true, rest: true, absorbs: true },
    ],
    result: (shapes) => shapes.reduce(either),
    compile: (values) => {
      const reads = values.map(present);
      return (scope) => {
        for (const read of reads) {
          const value = read(scope);
          if (value !== undefined && value !== null) {
            return value;
          }
        }
        return null;
      };
    },
  }),
  defineHelper({
    name: "exists",
    description: "Whether there is a value; null is one.",
    parameters: [{ name: "value", absorbs: true }],
    result: () => ({ type: "boolean" }),
    compile: ([value]) => {
      const read = present(value);
      return (scope) => read(scope) !== undefined;
    },
  }),
];

/** Whether an error says that a value is missing, as opposed to being of the wrong type. */
export function isMissing(error: unknown): error is TemplateError {
  return error instanceof TemplateError && error.class !== "type";
}

function present(value: LazyArgument | undefined): LazyArgument {
  return (scope) => {
    try {
      return value?.(scope);
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  };
}

function either<Shape extends { readonly [key: string]: Json }>(
  left: Shape,
  right: Shape,
): Shape | { anyOf: Shape[] } | Record<string, never> {
  return Object.keys(left).length === 0 || Object.keys(right).length === 0 ? {} : { anyOf: [left, right] };
}
