import type { CheckedStep } from "@graph/plan";
import type { Ordering } from "./linked-plan.ts";

/** The order that the plan's edges ask for. */
export function dataflowOrdering(steps: readonly CheckedStep[]): Ordering {
  const waitsFor = steps.map((step) => step.edges.length);
  const dependents: number[][] = steps.map(() => []);
  for (const [index, step] of steps.entries()) for (const edge of step.edges) dependents[edge.from]?.push(index);
  return { waitsFor, dependents };
}

/**
 * One step after another: document order, except that a step whose `needs` names a later one waits for it.
 * Always takes the first step of the list whose edges are met.
 */
export function sequentialOrdering(steps: readonly CheckedStep[]): Ordering {
  const chain = documentChain(steps);
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

function documentChain(steps: readonly CheckedStep[]): number[] {
  const inOrder = steps.every((step, index) => step.edges.every((edge) => edge.from < index));
  if (inOrder) return steps.map((_, index) => index);
  const done = new Set<number>();
  const chain: number[] = [];
  while (chain.length < steps.length) {
    const next = steps.findIndex((step, index) => !done.has(index) && step.edges.every((edge) => done.has(edge.from)));
    if (next < 0) break;
    done.add(next);
    chain.push(next);
  }
  return chain;
}
