import type { ErrorClass } from "../../checked-plan.ts";
import { isObject } from "../../grammar/is-object.ts";
import { problem, type CheckContext } from "../check-context.ts";
import type { StepEffects } from "../effects.ts";
import { retryPolicy } from "../policy.ts";
import { own, type StepNode } from "../plan-tree.ts";

/** Classes of errors after which a tool may have acted all the same. */
const mayHaveActed: ReadonlySet<ErrorClass> = new Set([
  "timeout",
  "unavailable",
  "tool_error",
  "cancelled",
  "unknown_outcome",
]);

/** Retries that will not happen, because the tool may have acted and nobody has said that it may act twice. */
export function retries(context: CheckContext, effects: StepEffects): void {
  for (const step of context.tree.all) {
    const retry = own(step.raw, "retry");
    const target = context.targets.get(step);
    if (!isObject(retry) || target?.kind === "unknown" || effects.attempt(step).repeatable) continue;
    // The plan of a ring is not known; the ring is what has to be told.
    if (target?.kind === "plan" && target.facts === undefined) continue;
    const { maxAttempts, errors } = retryPolicy(retry);
    const lost = errors.filter((name) => mayHaveActed.has(name));
    if (maxAttempts < 2 || lost.length === 0) continue;
    const after = `After \`${lost.join("`, `")}\``;
    problem(
      context,
      "step/retry-not-applied",
      `${after} this step is not tried again unless it is known not to have acted: ${reason(step, context)}`,
      `${step.pointer}/retry`,
      {
        key: true,
        step: step.path,
      },
    );
  }
}

function reason(step: StepNode, context: CheckContext): string {
  const target = context.targets.get(step);
  if (step.tool === "agent") return "not each of its tools may be called twice.";
  if (target?.kind !== "call") return "not each of its steps may be done twice.";
  const { entry } = target;
  const says = entry.readOnly ? "only the tool's own definition says that it reads" : "the tool may write";
  const key =
    entry.idempotencyArgument === undefined
      ? ""
      : " Give the step an `idempotency_key`, which this tool has a place for.";
  return `${says}, and nobody has declared it idempotent.${key}`;
}
