import type { Effect } from "../checked-plan.ts";
import type { CheckContext } from "./check-context.ts";
import { own, type StepNode } from "./plan-tree.ts";

/** What a step may do to the world, and what that means for its order. */
export interface StepEffect {
  readonly effect: Effect;
  readonly repeatable: boolean;
  readonly fence: boolean;
}

const harmless: StepEffect = { effect: "read", repeatable: true, fence: false };
/** Of a tool that is not known nothing good is assumed. */
const unknown: StepEffect = { effect: "write", repeatable: false, fence: true };

/** The effects of all steps of a plan. */
export function stepEffects(context: CheckContext): ReadonlyMap<StepNode, StepEffect> {
  const effects = new Map<StepNode, StepEffect>();
  // Document order names a control step before its bodies, so that the way back meets the bodies first.
  for (const step of context.tree.all.toReversed()) effects.set(step, effectOf(step, context, effects));
  return effects;
}

function effectOf(step: StepNode, context: CheckContext, effects: ReadonlyMap<StepNode, StepEffect>): StepEffect {
  const target = context.targets.get(step);
  if (step.control !== undefined) {
    const inner = together(
      [...step.bodies.values()].flatMap(({ steps }) => steps.map((other) => effects.get(other) ?? unknown)),
    );
    return step.control.fence ? { ...inner, fence: true } : inner;
  }
  if (target?.kind === "plan") {
    if (target.facts === undefined) return unknown;
    // Only these: the facts hold the whole called plan, and what is returned here becomes a part of the checked step.
    const { effect, repeatable, fence } = target.facts;
    return { effect, repeatable, fence };
  }
  if (target?.kind !== "call") return unknown;
  const { entry } = target;
  const keyed = own(step.raw, "idempotency_key") !== undefined && entry.idempotencyArgument !== undefined;
  return { effect: entry.readOnly ? "read" : "write", repeatable: entry.repeatable || keyed, fence: !entry.readOnly };
}

/** What several steps together may do. */
export function together(effects: readonly StepEffect[]): StepEffect {
  return effects.reduce(
    (sum, one) => ({
      effect: sum.effect === "write" ? "write" : one.effect,
      repeatable: sum.repeatable && one.repeatable,
      fence: sum.fence || one.fence,
    }),
    harmless,
  );
}
