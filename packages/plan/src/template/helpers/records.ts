import type { Json, JsonObject } from "../../json.ts";
import { order } from "../compare.ts";
import { checkProduced, measure } from "../compact-text.ts";
import { equalBudget, jsonEqual } from "../json-equal.ts";
import { kindOf } from "../kind-of.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";
import { total } from "./numbers.ts";
import { fieldOf, itemsOf } from "./shapes.ts";

const list = { name: "list", types: ["array"] } as const;
const key = { name: "key", types: ["string"] } as const;
const optionalKey = { ...key, optional: true } as const;

/** Helpers on lists of objects. An item that is null, or has no such key, counts as null there. */
export const recordHelpers: readonly Helper[] = [
  defineHelper({
    name: "pluck",
    description: "One field of every item; null where an item is null or has no such field.",
    parameters: [list, key],
    result: ([items, name]) => {
      const field = fieldOf(itemsOf(items), name);
      return {
        type: "array",
        ...(Object.keys(field).length === 0 ? {} : { items: { anyOf: [field, { type: "null" }] } }),
      };
    },
    run: ([items, name]) => (items as readonly Json[]).map((item) => field("pluck", item, name as string)),
  }),
  defineHelper({
    name: "where",
    description: "The items whose field equals a value.",
    parameters: [list, key, { name: "value" }],
    result: ([items]) => items ?? {},
    run: ([items, name, value = null]) => {
      const budget = equalBudget();
      return (items as readonly Json[]).filter((item) =>
        jsonEqual(field("where", item, name as string), value, budget),
      );
    },
  }),
  defineHelper({
    name: "sort_by",
    description:
      "The items by a field (all numbers or all texts, null last); `order` is `asc` or `desc`; equal items keep their order.",
    parameters: [list, key, { name: "order", types: ["string"], optional: true }],
    result: ([items]) => items ?? {},
    run: ([items, name, direction]) => sortBy(items as readonly Json[], name as string, direction),
  }),
  defineHelper({
    name: "unique",
    description: "The items without repetitions, or the first item for each value of a field.",
    parameters: [list, optionalKey],
    result: ([items]) => items ?? {},
    run: ([items, name]) => unique(items as readonly Json[], name as string | undefined),
  }),
  defineHelper({
    name: "sum",
    description: "The sum of a list of numbers, or of a field of its items; 0 for an empty list.",
    parameters: [list, optionalKey],
    result: () => ({ type: "number" }),
    run: ([items, name]) => sum(items as readonly Json[], name as string | undefined),
  }),
];

function field(helper: string, item: Json, name: string): Json {
  if (item === null) {
    return null;
  }
  if (typeof item !== "object" || Array.isArray(item)) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `\`${helper}\` reads \`${name}\` of every item, and one of the items is ${kindOf(item)}.`,
    );
  }
  return Object.hasOwn(item, name) ? ((item as JsonObject)[name] ?? null) : null;
}

function sortBy(items: readonly Json[], name: string, direction: Json | undefined): readonly Json[] {
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    throw new TemplateError("input/invalid", "type", "The order of `sort_by` is `asc` or `desc`.");
  }
  const sign = direction === "desc" ? -1 : 1;
  const rows = items.map((item) => ({ item, value: field("sort_by", item, name) }));
  rows.sort((left, right) => {
    if (left.value === null || right.value === null) {
      return Number(left.value === null) - Number(right.value === null);
    }
    const result = order(left.value, right.value);
    if (result === undefined) {
      throw new TemplateError(
        "step/gate-types",
        "type",
        `\`sort_by\` orders numbers or texts; \`${name}\` is ${kindOf(left.value)} in one item and ${kindOf(right.value)} in another.`,
      );
    }
    return result * sign;
  });
  return rows.map((row) => row.item);
}

function unique(items: readonly Json[], name: string | undefined): readonly Json[] {
  const seen = new Set<string>();
  let characters = 0;
  return items.filter((item) => {
    const identity = identityOf(name === undefined ? item : field("unique", item, name));
    if (seen.has(identity)) {
      return false;
    }
    characters += identity.length;
    checkProduced(characters);
    seen.add(identity);
    return true;
  });
}

/** A text that is the same for equal values only: keys stand in one order at every level. */
function identityOf(value: Json): string {
  measure(value);
  return JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map(sorted);
  }
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  // The pairs stay a list: an object would put keys that look like numbers first, and lose `__proto__`.
  return { object: entries.map(([name, item]) => [name, sorted(item)]) };
}

function sum(items: readonly Json[], name: string | undefined): number {
  const values = name === undefined ? items : items.map((item) => field("sum", item, name));
  for (const value of values) {
    if (typeof value !== "number") {
      throw new TemplateError(
        "input/invalid",
        "type",
        `\`sum\` adds numbers, and one of the values is ${kindOf(value)}.`,
      );
    }
  }
  return total("sum", values);
}
