import type { Json } from "../json.ts";
import { kindOf } from "./kind-of.ts";
import { TemplateError } from "./template-error.ts";

export type Ordering = "gt" | "gte" | "lt" | "lte";

/** An ordering of two numbers or two texts (by code unit). Anything else has no order: that is an error, never false. */
export function compare(ordering: Ordering, left: Json, right: Json): boolean {
  const sign = order(left, right);
  if (sign === undefined) {
    throw new TemplateError(
      "step/gate-types",
      "type",
      `\`${ordering}\` compares two numbers or two texts, and got ${kindOf(left)} and ${kindOf(right)}.${hasText(left, right) ? " Turn text into a number with `number`." : ""}`,
    );
  }
  switch (ordering) {
    case "gt":
      return sign > 0;
    case "gte":
      return sign >= 0;
    case "lt":
      return sign < 0;
    default:
      return sign <= 0;
  }
}

/** Negative, zero or positive; `undefined` when the two cannot be ordered. */
export function order(left: Json, right: Json): number | undefined {
  if (
    (typeof left === "number" && typeof right === "number") ||
    (typeof left === "string" && typeof right === "string")
  ) {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return undefined;
}

function hasText(left: Json, right: Json): boolean {
  return (
    (typeof left === "string" && typeof right === "number") || (typeof left === "number" && typeof right === "string")
  );
}
