import { isObject } from "../grammar/is-object.ts";
import type { JsonObject } from "../json.ts";
import type { StepNode } from "./plan-tree.ts";
import { own } from "./plan-tree.ts";
import type { PlanView } from "./plan-view.ts";

/** The schema that a step's input must fit; `undefined` when there is none to check. */
export function inputSchemaOf(step: StepNode, view: PlanView): JsonObject | undefined {
  const target = view.targets.get(step);
  if (target?.kind === "plan") {
    const schema = own(target.plan.data, "input_schema");
    return isObject(schema) ? schema : undefined;
  }
  if (target?.kind !== "call" || target.entry.unusable !== undefined) return undefined;
  return target.entry.inputSchema;
}
