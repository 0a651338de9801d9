import type { Json } from "../json.ts";
import { equalBudget, jsonEqual } from "./json-equal.ts";
import { kindOf } from "./kind-of.ts";
import { TemplateError } from "./template-error.ts";

/** Whether a list has an equal item, a text that part, an object that key. Throws for wholes and parts of other types. */
export function contains(whole: Json, part: Json): boolean {
  if (Array.isArray(whole)) {
    const budget = equalBudget();
    return (whole as readonly Json[]).some((item) => jsonEqual(item, part, budget));
  }
  if (typeof part === "string") {
    if (typeof whole === "string") {
      return whole.includes(part);
    }
    if (typeof whole === "object" && whole !== null) {
      return Object.hasOwn(whole, part);
    }
  }
  throw new TemplateError(
    "step/gate-types",
    "type",
    `A list contains items, a text contains text, an object contains keys; here ${kindOf(part)} is looked for in ${kindOf(whole)}.`,
  );
}
