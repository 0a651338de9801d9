import type { Edge } from "../../checked-plan.ts";
import { documentOrder } from "./document-order.ts";
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

/** One after another: each step waits for the one before it, in the order that fences would leave. */
function sequenceEdges(steps: readonly OrderedStep[], forward: boolean): number[][] {
  const fences = forward ? fenceEdgesAround(steps) : [];
  const order = documentOrder(steps.map(({ explicit }, index) => [...explicit, ...(fences[index] ?? [])]));
  const edges: number[][] = steps.map(() => []);
  for (const [position, index] of order.entries()) {
    const before = order[position - 1];
    if (before !== undefined) edges[index]?.push(before);
  }
  return edges;
}
