import type { CheckedStep, Json } from "@graph/plan";
import { compileValue } from "@graph/plan";
import { type Failure, asTemplateError, failure, readsSkipped, templateFailure } from "../interpreter/failure.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { InnerOutcome } from "./control-step.ts";

/** The compiled `over` of `map` and `filter`. */
export function linkOver(step: CheckedStep): Evaluate {
  return compileValue(step.input["over"] ?? null);
}

/** The list that `over` yields, or how the step ends without one. */
export function readOver(step: StepFrame, over: Evaluate): readonly Json[] | InnerOutcome {
  const base = `${step.linked.step.pointer}/input/over`;
  let value: Json;
  try {
    value = over(step.list);
  } catch (thrown) {
    return templateOutcome(thrown, step, base);
  }
  if (!Array.isArray(value)) return { kind: "failed", failure: notAList(step, base, value) };
  const list: readonly Json[] = value;
  const { maxItems } = step.list.plan.limits;
  if (list.length > maxItems) {
    const { tool } = step.linked.step;
    const message = `\`${tool}\` was given ${list.length} items; its limit is ${maxItems}. Raise \`limits.max_items\` if so many are meant.`;
    const details = { class: "limit", code: "limit/map-items", message, step: step.path, tool } as const;
    return { kind: "failed", failure: failure(details, { plan: step.list.plan.plan, pointer: base }) };
  }
  return list;
}

/** How a step ends whose template could not be evaluated. */
export function templateOutcome(thrown: unknown, step: StepFrame, base: string): InnerOutcome {
  const error = asTemplateError(thrown);
  if (error.skippedBy !== undefined) return { kind: "skipped", reason: readsSkipped(error), cause: error.message };
  const at = { step: step.path, tool: step.linked.step.tool };
  return { kind: "failed", failure: templateFailure(error, step.list.plan.plan, base, at) };
}

function notAList(step: StepFrame, pointer: string, value: Json): Failure {
  const kind = value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
  const { tool } = step.linked.step;
  const message = `\`${tool}\` needs a list in \`over\`, got ${kind}.`;
  const details = { class: "type", code: "step/not-a-list", message, step: step.path, tool } as const;
  const tag = step.linked.step.input["over"];
  const atTag =
    typeof tag === "string" ? { tagStart: tag.length - tag.trimStart().length, tagEnd: tag.trimEnd().length } : {};
  return failure(details, { plan: step.list.plan.plan, pointer, ...atTag });
}

/** Whether there is a list. */
export function isList(over: readonly Json[] | InnerOutcome): over is readonly Json[] {
  return Array.isArray(over);
}
