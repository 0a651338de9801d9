import type { ErrorClass } from "../../checked-plan.ts";
import { isObject } from "../../grammar/is-object.ts";
import type { JsonObject } from "../../json.ts";
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

/** Most steps that one warning names. */
const maximumNamed = 3;

/** Retries that will not happen, because the tool may have acted and nobody has said that it may act twice. */
export function retries(context: CheckContext, effects: StepEffects): void {
  for (const step of context.tree.all) {
    const retry = own(step.raw, "retry");
    const target = context.targets.get(step);
    if (!isObject(retry) || target?.kind === "unknown" || effects.attempt(step).repeatable) continue;
    // The plan of a ring is not known; the ring is what has to be told.
    if (target?.kind === "plan" && target.facts === undefined) continue;
    const lost = lostErrors(retry);
    if (lost.length === 0) continue;
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
  defaultRetries(context, effects);
}

/** One warning for all steps that `defaults.retry` does not hold for: the cause stands in one place. */
function defaultRetries(context: CheckContext, effects: StepEffects): void {
  const defaults = own(context.plan.data, "defaults");
  const retry = isObject(defaults) ? own(defaults, "retry") : undefined;
  const lost = isObject(retry) ? lostErrors(retry) : [];
  if (lost.length === 0) return;
  const names = context.tree.all
    .filter((step) => own(step.raw, "retry") === undefined && context.targets.get(step)?.kind === "call")
    .filter((step) => !effects.attempt(step).repeatable)
    .map(({ path }) => `\`${path}\``);
  if (names.length === 0) return;
  const more = names.length > maximumNamed ? ` and ${names.length - maximumNamed} more` : "";
  problem(
    context,
    "step/retry-not-applied",
    `After \`${lost.join("`, `")}\` ${names.slice(0, maximumNamed).join(", ")}${more} will not be tried again unless known not to have acted: nobody has declared the tool read-only or idempotent. Give such a step an \`idempotency_key\` where its tool has a place for one, or a \`retry\` of its own.`,
    "/defaults/retry",
    { key: true },
  );
}

/** The classes of errors that a `retry` names and that only a tool that may act twice is called again after. */
function lostErrors(retry: JsonObject): readonly ErrorClass[] {
  const { maxAttempts, errors } = retryPolicy(retry);
  return maxAttempts < 2 ? [] : errors.filter((name) => mayHaveActed.has(name));
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
