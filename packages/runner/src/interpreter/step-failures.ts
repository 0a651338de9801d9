import type { Json } from "@graph/plan";
import { walkResult } from "../invoker/walk-result.ts";
import { type Failure, failure, type FailureDetails } from "./failure.ts";
import type { StepFrame } from "./step-frame.ts";

/**
 * A step whose attempt, or whose attempts together, took too long. `idle`: nothing was in flight, in the pause after a failure (`before`)
 * or while a call waited for its slot.
 */
export function timeoutFailure(
  step: StepFrame,
  altogether: boolean,
  idle?: { readonly before: Failure | undefined },
): Failure {
  const { tool, effect, pointer, timeoutMs, deadlineMs } = step.linked.step;
  const acting = effect === "write" && idle === undefined ? "maybe" : "none";
  const limit = altogether ? `its deadline of ${deadlineMs} ms, all attempts together` : `its limit of ${timeoutMs} ms`;
  const details: FailureDetails = {
    class: "timeout",
    code: "tool/timeout",
    message: `\`${tool}\` took longer than ${limit}.`,
    step: step.path,
    tool,
    attempt: step.attempt,
    effect: idle?.before?.error.effect ?? acting,
  };
  const acted = idle === undefined ? "maybe" : (idle.before?.acted ?? "none");
  return failure(details, { plan: step.list.plan.plan, pointer: `${pointer}/tool_name` }, { acted });
}

/** Why a result cannot be the step's; `undefined` when it can, and then it counts toward the live outputs of the run. */
export function resultMisfit(
  step: StepFrame,
  value: Json,
  made: "rendered" | "returned" = "returned",
): Failure | undefined {
  const { linked, run } = step;
  // What a tool returned was walked when it came.
  if ((linked.kind !== "call" || made === "rendered") && walkResult(value).fault !== undefined) {
    const message = "The result is nested more than 100 levels deep.";
    return resultFailure(step, "limit", "limit/output-depth", message, "/tool_name");
  }
  const problem = linked.outputValidator?.validate(value).problems[0];
  if (problem !== undefined) {
    const place = problem.pointer === "" ? "" : ` at ${problem.pointer}`;
    const message = `The result does not fit the step's \`output_schema\`: the value${place} ${problem.message}.`;
    return resultFailure(step, "type", "tool/output-mismatch", message, "/output_schema");
  }
  return run.keepOutput(value) ? undefined : tooMuch(step);
}

/** What a run holds is too much. */
export function tooMuch(step: StepFrame): Failure {
  const message =
    "The results of this run are larger than 64 MB together. Return less, or split the work into several runs.";
  return resultFailure(step, "limit", "limit/live-bytes", message, "/tool_name");
}

function resultFailure(
  step: StepFrame,
  errorClass: "type" | "limit",
  code: string,
  message: string,
  key: string,
): Failure {
  const { tool, effect, pointer } = step.linked.step;
  const details: FailureDetails = {
    class: errorClass,
    code,
    message,
    step: step.path,
    tool,
    attempt: step.attempt,
    effect: effect === "write" ? "maybe" : "none",
  };
  const origin = { plan: step.list.plan.plan, pointer: pointer + key };
  return failure(details, origin, { fatal: code === "limit/live-bytes" });
}

/** What a clean-up is told of a step that was stopped. */
export function cancelledFailure(step: StepFrame): Failure {
  const { tool, pointer } = step.linked.step;
  const details: FailureDetails = {
    class: "cancelled",
    code: "tool/failed",
    message: "The step was stopped before it had ended.",
    step: step.path,
    tool,
    attempt: Math.max(1, step.attempt),
  };
  return failure(details, { plan: step.list.plan.plan, pointer });
}
