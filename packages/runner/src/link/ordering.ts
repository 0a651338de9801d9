import { type CheckedStep, documentOrder } from "@graph/plan";
import type { Ordering } from "./linked-plan.ts";

/** The order that the plan's edges ask for. */
export function dataflowOrdering(steps: readonly CheckedStep[]): Ordering {
  const waitsFor = steps.map((step) => step.edges.length);
  const dependents: number[][] = steps.map(() => []);
  for (const [index, step] of steps.entries()) for (const edge of step.edges) dependents[edge.from]?.push(index);
  return { waitsFor, dependents };
}

/** One step after another: document order, except that a step whose `needs` names a later one waits for it. */
export function sequentialOrdering(steps: readonly CheckedStep[]): Ordering {
  const chain = documentOrder(steps.map(({ edges }) => edges.map(({ from }) => from)));
  const waitsFor = steps.map(() => 0);
  const dependents: number[][] = steps.map(() => []);
  for (let position = 1; position < chain.length; position++) {
    const previous = chain[position - 1];
    const current = chain[position];
    if (previous === undefined || current === undefined) continue;
    waitsFor[current] = 1;
    dependents[previous]?.push(current);
  }
  return { waitsFor, dependents };
}
