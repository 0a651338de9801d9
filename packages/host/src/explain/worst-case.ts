import type { CheckedBody, CheckedPlan, CheckedStep, PlanSnapshot } from "@graph/plan";

/** How many calls a plan makes at the most. */
export interface WorstCase {
  /** Calls of tools, every retry and the most items counted; `Infinity` beyond what numbers tell. */
  readonly calls: number;
  /** What the run's budget of step starts allows; it ends the run before `calls` when it is lower. */
  readonly maxSteps: number;
}

const defaultMaxSteps = 10_000;
const defaultMaxItems = 1_000;

/** Counts a plan's calls as if every gate opened, every list were as long as it may be and every call were retried to the end. */
export function worstCase(snapshot: PlanSnapshot): WorstCase {
  const known = new Map<string, number>();
  const countPlan = (plan: CheckedPlan): number => countBody(plan.body, plan);
  const countBody = (body: CheckedBody, plan: CheckedPlan): number =>
    body.steps.reduce((sum, step) => sum + countStep(step, plan), 0);

  function countStep(step: CheckedStep, plan: CheckedPlan): number {
    const attempts = step.retry?.maxAttempts ?? 1;
    if (step.kind === "call") return attempts;
    if (step.kind === "plan") return attempts * countSubPlan(step.tool);
    const items = Object.keys(step.bodies ?? {}).length > 0 ? itemsOf(step, plan) : 0;
    const bodies = Object.values(step.bodies ?? {});
    return attempts * items * bodies.reduce((sum, body) => sum + countBody(body, plan), 0);
  }

  function countSubPlan(name: string): number {
    const before = known.get(name);
    if (before !== undefined) return before;
    const plan = Object.hasOwn(snapshot.plans, name) ? snapshot.plans[name] : undefined;
    // A snapshot holds no ring of plans: the checker has refused those.
    const count = plan === undefined ? 0 : countPlan(plan);
    known.set(name, count);
    return count;
  }

  return { calls: countPlan(snapshot.main), maxSteps: snapshot.main.limits.maxSteps ?? defaultMaxSteps };
}

function itemsOf(step: CheckedStep, plan: CheckedPlan): number {
  if (step.tool !== "map" && step.tool !== "filter") return 1;
  const over = step.input["over"];
  const most = Array.isArray(over) ? over.length : (plan.limits.maxItems ?? defaultMaxItems);
  const batch = step.input["batch_size"];
  return typeof batch === "number" && batch > 1 ? Math.ceil(most / batch) : most;
}
