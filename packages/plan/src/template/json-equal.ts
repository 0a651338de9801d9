import type { Json, JsonObject } from "../json.ts";
import { TemplateError } from "./template-error.ts";

/** How many more pairs may be compared; shared by the comparisons of one helper. */
export interface EqualBudget {
  pairs: number;
}

/** A million pairs. */
export function equalBudget(): EqualBudget {
  return { pairs: 1_000_000 };
}

/**
 * Whether two values are equal, lists and objects by their content, keys in any order. Works without recursion, and gives up
 * with a `TemplateError` after a million pairs: two values that share parts many times would otherwise never end.
 */
export function jsonEqual(left: Json, right: Json, budget: EqualBudget = equalBudget()): boolean {
  if (left === right) {
    return true;
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return false;
  }
  const pending: (readonly [Json, Json])[] = [[left, right]];
  while (pending.length > 0) {
    const [one, other] = pending.pop() ?? [null, null];
    if (one === other) {
      continue;
    }
    budget.pairs -= 1;
    if (budget.pairs < 0) {
      throw new TemplateError(
        "input/invalid",
        "type",
        "The two values are too large to be compared. Compare a field of them.",
      );
    }
    if (
      typeof one !== "object" ||
      typeof other !== "object" ||
      one === null ||
      other === null ||
      !pushParts(one, other, pending)
    ) {
      return false;
    }
  }
  return true;
}

function pushParts(
  left: readonly Json[] | JsonObject,
  right: readonly Json[] | JsonObject,
  pending: (readonly [Json, Json])[],
): boolean {
  if (isList(left) || isList(right)) {
    if (!isList(left) || !isList(right) || left.length !== right.length) {
      return false;
    }
    for (const [index, item] of left.entries()) {
      pending.push([item, right[index] ?? null]);
    }
    return true;
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) {
    return false;
  }
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) {
      return false;
    }
    pending.push([left[key] ?? null, right[key] ?? null]);
  }
  return true;
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
