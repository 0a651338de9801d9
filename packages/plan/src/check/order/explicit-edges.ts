import type { Edge } from "../../checked-plan.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { meaningOf } from "../scope.ts";
import type { CheckContext } from "../check-context.ts";
import { own, type ListNode, type StepNode } from "../plan-tree.ts";

/** Why a step waits for another one by what the plan says: it reads it, or names it in `needs`. */
export interface ExplicitEdge extends Edge {
  readonly reason: "read" | "needs";
  readonly pointer: string;
  /** Of a tag. */
  readonly start?: number;
  readonly end?: number;
}

/** By list, by index of the waiting step: what it waits for, each once, reads before needs. */
export type ExplicitEdges = ReadonlyMap<ListNode, readonly (readonly ExplicitEdge[])[]>;

/**
 * What reads and `needs` say. A read inside a body counts for the step of the outer list it stands in. Reads of a step that stands
 * later, or of the step itself, are in it too: they are refused, and make the rings that are reported.
 */
export function explicitEdges(context: CheckContext): ExplicitEdges {
  const all = new Map<ListNode, Map<number, ExplicitEdge>[]>();
  const of = (step: StepNode): Map<number, ExplicitEdge> => {
    let list = all.get(step.list);
    if (list === undefined) {
      list = step.list.steps.map(() => new Map());
      all.set(step.list, list);
    }
    return list[step.index] as Map<number, ExplicitEdge>;
  };
  for (const read of context.reads) {
    const meaning = meaningOf(read.path.root, read, context);
    if (!("step" in meaning) || meaning.reader === undefined) continue;
    const edges = of(meaning.reader);
    const from = meaning.step.index;
    if (edges.has(from)) continue;
    const { tag, pointer, start, end } = read;
    edges.set(from, { from, reason: "read", tag, pointer, start, end });
  }
  for (const step of context.tree.all) {
    for (const { name, pointer } of needsOf(step)) {
      const needed = context.tree.byId.get(name);
      if (needed === undefined || needed.list !== step.list) continue;
      const edges = of(step);
      if (!edges.has(needed.index)) edges.set(needed.index, { from: needed.index, reason: "needs", pointer });
    }
  }
  return new Map([...all].map(([list, steps]) => [list, steps.map((edges) => [...edges.values()])]));
}

/** The names in a step's `needs`, with their places. */
export function needsOf(step: StepNode): readonly { readonly name: string; readonly pointer: string }[] {
  const needs = own(step.raw, "needs");
  if (!Array.isArray(needs)) return [];
  const at = `${step.pointer}/needs`;
  return needs.flatMap((name, index) => (typeof name === "string" ? [{ name, pointer: pointerTo(at, index) }] : []));
}

/** Whether a step says itself what it waits for. */
export function hasNeeds(step: StepNode): boolean {
  return Array.isArray(own(step.raw, "needs"));
}
