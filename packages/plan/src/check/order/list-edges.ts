import type { Edge } from "../../checked-plan.ts";
import type { ExplicitEdge } from "./explicit-edges.ts";
import { fenceEdges, fenceEdgesAround, type OrderedStep } from "./fence-edges.ts";

/** The edges of each step of a list, without rings in what the plan says itself. */
export function listEdges(
  steps: readonly Omit<OrderedStep, "explicit">[],
  explicit: readonly (readonly ExplicitEdge[])[],
  sequential: boolean,
): Edge[][] {
  const ordered = steps.map((step, index) => ({
    ...step,
    explicit: new Set((explicit[index] ?? []).map(({ from }) => from)),
  }));
  const forward = ordered.some((step, index) => [...step.explicit].some((from) => from > index));
  const added = sequential
    ? sequenceEdges(ordered, forward)
    : forward
      ? fenceEdgesAround(ordered)
      : fenceEdges(ordered);
  const reason = sequential ? "sequence" : "fence";
  return steps.map((_step, index) => {
    const edges: Edge[] = (explicit[index] ?? []).map(({ from, reason: why, tag = "", pointer }) =>
      why === "read" ? { from, reason: why, tag, pointer } : { from, reason: why },
    );
    const known = new Set(edges.map(({ from }) => from));
    for (const from of added[index] ?? []) if (!known.has(from)) edges.push({ from, reason });
    return edges.sort((left, right) => left.from - right.from);
  });
}

/** One after another, in the order of the file; a step that names a later one comes right after it. */
function sequenceEdges(steps: readonly OrderedStep[], forward: boolean): number[][] {
  const order = forward ? stableOrder(steps) : steps.map((_step, index) => index);
  const edges: number[][] = steps.map(() => []);
  for (const [position, index] of order.entries()) {
    const before = order[position - 1];
    if (before !== undefined) edges[index]?.push(before);
  }
  return edges;
}

/** Always the first step of the file that waits for nothing any more. */
function stableOrder(steps: readonly OrderedStep[]): number[] {
  const order: number[] = [];
  const placed = new Set<number>();
  const waiting = new Map<number, number[]>();
  const place = (first: number): void => {
    // Placing one may free earlier ones; those come first, before the walk goes on.
    const free = [first];
    for (let index = free.pop(); index !== undefined; index = free.pop()) {
      const missing = [...(steps[index]?.explicit ?? [])].find((from) => !placed.has(from));
      if (missing !== undefined) {
        waiting.set(missing, [...(waiting.get(missing) ?? []), index]);
        continue;
      }
      placed.add(index);
      order.push(index);
      free.push(...(waiting.get(index) ?? []).sort((left, right) => right - left));
      waiting.delete(index);
    }
  };
  for (const index of steps.keys()) place(index);
  return order;
}
