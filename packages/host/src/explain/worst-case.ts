import {
  defaultPlanLimits,
  type CheckedBody,
  type CheckedPlan,
  type CheckedStep,
  type PlanSnapshot,
} from "@graph/plan";
import { gateQuestions, inputQuestions } from "../plans/model-questions.ts";

/** How many calls a plan makes at the most. */
export interface WorstCase {
  /** Calls of tools and questions to models, every retry and the most items and rounds counted; `Infinity` beyond what numbers tell. */
  readonly calls: number;
  /**
   * Agents that have tools, by path (`plan__x: path` in a plan that is called). The turns of their models are in `calls`; the tools are
   * called as often as the model wants, and each such call is one of `maxSteps`.
   */
  readonly openAgents: readonly string[];
  /** What the run's budget of step starts allows; it ends the run before `calls` when it is lower. */
  readonly maxSteps: number;
}

const defaultIterations = 8;

/**
 * Counts a plan's calls as if every gate opened, every list were as long as it may be, every branch taken were the longest, and every call
 * were retried to the end and then caught.
 */
export function worstCase(snapshot: PlanSnapshot): WorstCase {
  const known = new Map<string, number>();
  const openAgents = new Set<string>();

  function countPlan(plan: CheckedPlan, prefix: string): number {
    const final = plan.finally === undefined ? 0 : countBody(plan.finally, plan, prefix);
    return countBody(plan.body, plan, prefix) + final + (plan.solver === undefined ? 0 : 1);
  }

  function countBody(body: CheckedBody, plan: CheckedPlan, prefix: string): number {
    return body.steps.reduce((sum, step) => sum + countStep(step, plan, prefix), 0);
  }

  function countStep(step: CheckedStep, plan: CheckedPlan, prefix: string): number {
    const path = `${prefix}${step.id}`;
    const inside: number[] = [];
    const handlers: number[] = [];
    let final = 0;
    for (const [key, body] of Object.entries(step.bodies ?? {})) {
      const count = countBody(body, plan, `${path}/`);
      if (key === "finally") final = count;
      else (key.startsWith("catch/") ? handlers : inside).push(count);
    }
    const attempts = step.retry?.maxAttempts ?? 1;
    const own =
      step.kind === "call" ? 1 : step.kind === "plan" ? countSubPlan(step.tool) : countControl(step, plan, inside);
    // In its last turn a model has no tools.
    if (step.tool === "agent" && (step.tools ?? []).length > 0 && turns(step) > 1) openAgents.add(path);
    return gateQuestions(step.if).length + attempts * own + most(handlers) + final;
  }

  function countSubPlan(name: string): number {
    const before = known.get(name);
    if (before !== undefined) return before;
    const plan = Object.hasOwn(snapshot.plans, name) ? snapshot.plans[name] : undefined;
    // A snapshot holds no ring of plans: the checker has refused those.
    const count = plan === undefined ? 0 : countPlan(plan, `${name}: `);
    known.set(name, count);
    return count;
  }

  const calls = countPlan(snapshot.main, "");
  return { calls, openAgents: [...openAgents], maxSteps: snapshot.main.limits.maxSteps ?? defaultPlanLimits.maxSteps };
}

/** One attempt of a control step whose bodies take so many calls each. */
function countControl(step: CheckedStep, plan: CheckedPlan, bodies: readonly number[]): number {
  const questions = inputQuestions(step).length;
  switch (step.tool) {
    case "route":
      return questions + most(bodies);
    case "loop":
      return rounds(step) * (questions + sum(bodies));
    case "map":
    case "filter":
    case "reduce":
      return itemsOf(step, plan) * (questions + sum(bodies));
    case "agent":
      return turns(step);
    default:
      return questions + sum(bodies);
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const most = (counts: readonly number[]): number => Math.max(0, ...counts);

const rounds = ({ input }: CheckedStep): number => numberIn(input["max_iterations"]) ?? Number.POSITIVE_INFINITY;

const turns = ({ input }: CheckedStep): number => numberIn(input["max_iterations"]) ?? defaultIterations;

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function itemsOf(step: CheckedStep, plan: CheckedPlan): number {
  const over = step.input["over"];
  const items = Array.isArray(over) ? over.length : (plan.limits.maxItems ?? defaultPlanLimits.maxItems);
  const batch = numberIn(step.input["batch_size"]) ?? 1;
  return batch > 1 ? Math.ceil(items / batch) : items;
}
