import { compare, type Ordering } from "../compare.ts";
import { contains } from "../contains.ts";
import { jsonEqual } from "../json-equal.ts";
import { kindOf } from "../kind-of.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";

const boolean = (): { readonly type: "boolean" } => ({ type: "boolean" });
const pair = [{ name: "left" }, { name: "right" }] as const;

/** Helpers that yield true or false. Nothing else counts as a condition: there is no truthiness. */
export const conditionHelpers: readonly Helper[] = [
  defineHelper({
    name: "eq",
    description:
      "Whether two values are equal, lists and objects by their content; values of different types never are.",
    parameters: pair,
    result: boolean,
    run: ([left = null, right = null]) => jsonEqual(left, right),
  }),
  defineHelper({
    name: "ne",
    description: "Whether two values are not equal.",
    parameters: pair,
    result: boolean,
    run: ([left = null, right = null]) => !jsonEqual(left, right),
  }),
  ordering("gt", "Whether the first is greater. Two numbers or two texts; texts by code unit."),
  ordering("gte", "Whether the first is greater or the same."),
  ordering("lt", "Whether the first is less."),
  ordering("lte", "Whether the first is less or the same."),
  logic("and", "Whether all are true; stops at the first that is not.", false),
  logic("or", "Whether one is true; stops at the first that is.", true),
  defineHelper({
    name: "not",
    description: "True for false, false for true.",
    parameters: [{ name: "value", types: ["boolean"] }],
    result: boolean,
    run: ([value]) => value === false,
  }),
  defineHelper({
    name: "contains",
    description: "Whether a list has such an item, a text such a part, an object such a key.",
    parameters: [{ name: "whole", types: ["array", "string", "object"] }, { name: "part" }],
    result: boolean,
    run: ([whole = null, part = null]) => contains(whole, part),
  }),
];

function ordering(name: Ordering, description: string): Helper {
  return defineHelper({
    name,
    description,
    parameters: pair,
    result: boolean,
    run: ([left = null, right = null]) => compare(name, left, right),
  });
}

function logic(name: "and" | "or", description: string, decisive: boolean): Helper {
  return defineHelper({
    name,
    description,
    parameters: [
      { name: "value", types: ["boolean"] },
      { name: "more", types: ["boolean"], rest: true },
    ],
    result: boolean,
    compile: (values) => (scope) => {
      for (const value of values) {
        const part = value(scope);
        if (typeof part !== "boolean") {
          throw new TemplateError(
            "input/invalid",
            "type",
            `\`${name}\` needs true or false, and got ${kindOf(part)}.${name === "or" ? " For a fallback value use `default` or `coalesce`." : " Compare it first, as in `(ne value null)`."}`,
          );
        }
        if (part === decisive) {
          return decisive;
        }
      }
      return !decisive;
    },
  });
}
