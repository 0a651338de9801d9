import type { CatalogEntry } from "../catalog.ts";
import type { Effect } from "../checked-plan.ts";
import { agentTools } from "./agent-tools.ts";
import type { CheckContext } from "./check-context.ts";
import { isAround, own, type StepNode } from "./plan-tree.ts";

/** What a step may do to the world, and what that means for its order. */
export interface StepEffect {
  readonly effect: Effect;
  readonly repeatable: boolean;
  readonly fence: boolean;
}

/** What the steps of a plan may do. */
export interface StepEffects {
  /** With everything that stands in a step: for its order, and for whoever contains it. */
  whole(step: StepNode): StepEffect;
  /** Of one attempt, without what `catch` and `finally` do after the last one: for retries, and for what a failure may have done. */
  attempt(step: StepNode): StepEffect;
}

const harmless: StepEffect = { effect: "read", repeatable: true, fence: false };
/** Of a tool that is not known nothing good is assumed. */
const unknown: StepEffect = { effect: "write", repeatable: false, fence: true };

/** The effects of all steps of a plan. */
export function stepEffects(context: CheckContext): StepEffects {
  const wholes = new Map<StepNode, StepEffect>();
  const attempts = new Map<StepNode, StepEffect>();
  const whole = (step: StepNode): StepEffect => wholes.get(step) ?? unknown;
  // Document order names a control step before its bodies, so that the way back meets the bodies first.
  for (const step of context.tree.all.toReversed()) {
    const bodies = (around: boolean): StepEffect[] =>
      [...step.bodies].flatMap(([key, { steps }]) => (isAround(key) === around ? steps.map(whole) : []));
    const all = together([callEffect(step, context), ...bodies(false)]);
    const attempt = step.control?.fence === true ? { ...all, fence: true } : all;
    attempts.set(step, attempt);
    wholes.set(step, together([attempt, ...bodies(true)]));
  }
  return { whole, attempt: (step) => attempts.get(step) ?? unknown };
}

/** What a step does itself, without its bodies. */
function callEffect(step: StepNode, context: CheckContext): StepEffect {
  const target = context.targets.get(step);
  if (step.tool === "agent") return together(agentTools(step, context.catalog).map(entryEffect));
  if (step.control !== undefined) return harmless;
  if (target?.kind === "plan") {
    if (target.facts === undefined) return unknown;
    // Only these: the facts hold the whole called plan, and what is returned here becomes a part of the checked step.
    const { effect, repeatable, fence } = target.facts;
    return { effect, repeatable, fence };
  }
  if (target?.kind !== "call") return unknown;
  // Only a text is handed on; the grammar refuses everything else, and until then nothing good follows from it.
  const keyed = typeof own(step.raw, "idempotency_key") === "string" && target.entry.idempotencyArgument !== undefined;
  const effect = entryEffect(target.entry);
  return keyed ? { ...effect, repeatable: true } : effect;
}

/** What one call of a tool may do. */
export function entryEffect({ readOnly, repeatable }: CatalogEntry): StepEffect {
  return { effect: readOnly ? "read" : "write", repeatable, fence: !readOnly };
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
