import type { Json } from "../json.ts";
import { compare } from "../template/compare.ts";
import { contains } from "../template/contains.ts";
import { jsonEqual } from "../template/json-equal.ts";
import { kindOf } from "../template/kind-of.ts";
import { TemplateError } from "../template/template-error.ts";
import { matchesGlob } from "./glob.ts";

/** An operator of a gate. */
export interface GateOperator {
  readonly name: string;
  /** Whether it compares `value` with `to`; the others look at `value` alone. */
  readonly comparesTo: boolean;
  readonly description: string;
  holds(value: Json, to: Json): boolean;
}

const operators: readonly GateOperator[] = [
  {
    name: "eq",
    comparesTo: true,
    description: "equal, lists and objects by their content; different types never are",
    holds: (value, to) => jsonEqual(value, to),
  },
  { name: "ne", comparesTo: true, description: "not equal", holds: (value, to) => !jsonEqual(value, to) },
  {
    name: "gt",
    comparesTo: true,
    description: "greater; two numbers or two texts",
    holds: (value, to) => compare("gt", value, to),
  },
  {
    name: "gte",
    comparesTo: true,
    description: "greater or the same",
    holds: (value, to) => compare("gte", value, to),
  },
  { name: "lt", comparesTo: true, description: "less", holds: (value, to) => compare("lt", value, to) },
  { name: "lte", comparesTo: true, description: "less or the same", holds: (value, to) => compare("lte", value, to) },
  {
    name: "empty",
    comparesTo: false,
    description: "null, or a text, list or object with nothing in it",
    holds: (value) => isEmpty("empty", value),
  },
  {
    name: "not_empty",
    comparesTo: false,
    description: "a text, list or object with something in it",
    holds: (value) => !isEmpty("not_empty", value),
  },
  {
    name: "contains",
    comparesTo: true,
    description: "the value is a list with such an item, a text with such a part, or an object with such a key",
    holds: (value, to) => contains(value, to),
  },
  {
    name: "in",
    comparesTo: true,
    description: "`contains` the other way round",
    holds: (value, to) => contains(to, value),
  },
  {
    name: "matches_glob",
    comparesTo: true,
    description: "the text fits a pattern in whole: `*` is any characters, `?` is one",
    holds: (value, to) => {
      if (typeof value !== "string" || typeof to !== "string") {
        throw new TemplateError(
          "step/gate-types",
          "type",
          `\`matches_glob\` compares a text with a pattern, and got ${kindOf(value)} and ${kindOf(to)}.`,
        );
      }
      return matchesGlob(value, to);
    },
  },
];

/** The operators of a gate `{value, op, to}`, by name. */
export const gateOperators: ReadonlyMap<string, GateOperator> = new Map(
  operators.map((operator) => [operator.name, operator]),
);

function isEmpty(name: string, value: Json): boolean {
  if (value === null) {
    return true;
  }
  if (typeof value === "string" || Array.isArray(value)) {
    return value.length === 0;
  }
  if (typeof value === "object") {
    return Object.keys(value).length === 0;
  }
  throw new TemplateError(
    "step/gate-types",
    "type",
    `\`${name}\` looks at a text, a list or an object, and got ${kindOf(value)}.`,
  );
}
