import type { Diagnostic } from "../../diagnostic.ts";
import { problem, type CheckContext } from "../check-context.ts";
import type { ExplicitEdge, ExplicitEdges } from "../order/explicit-edges.ts";
import type { ListNode } from "../plan-tree.ts";

/** A ring: each step waits for the next one, the last for the first, by these edges. */
type Ring = readonly { readonly index: number; readonly edge: ExplicitEdge }[];

/**
 * Steps that wait for each other, by what they read and name. One diagnostic a ring; that one of its reads goes forward follows from
 * it. Reading oneself is no ring but a mistake of its own.
 */
export function cycles(context: CheckContext, explicit: ExplicitEdges): void {
  for (const [list, edges] of explicit) {
    for (const ring of ringsOf(edges)) reportRing(ring, list, context);
  }
}

function reportRing(ring: Ring, list: ListNode, context: CheckContext): void {
  const { locator } = context.plan;
  const places = ring.map(({ index, edge }) => ({
    index,
    edge,
    offset: locator.at(edge.pointer, tagOf(edge))?.offset ?? 0,
  }));
  const first = places.reduce((best, place) => (place.offset < best.offset ? place : best));
  const begin = places.indexOf(first);
  const turned = [...places.slice(begin), ...places.slice(0, begin)];
  const names = [...turned, first].map(({ index }) => `\`${list.steps[index]?.id}\``);
  const message = `These steps wait for each other: ${names.join(" → ")}. ${ring.length === 1 ? "A step cannot wait for itself." : "Remove one of these reads or needs."}`;
  const diagnostic = problem(context, "graph/cycle", message, first.edge.pointer, {
    ...tagOf(first.edge),
    ...(first.edge.tag !== undefined && { template: first.edge.tag }),
    ...(list.steps[first.index] !== undefined && { step: list.steps[first.index]?.path as string }),
    related: turned.slice(1).map(({ index, edge }) => {
      const message = `\`${list.steps[index]?.id}\` waits for \`${list.steps[edge.from]?.id}\``;
      return Object.assign({ message, pointer: edge.pointer }, tagOf(edge));
    }),
  });
  foldForwardReads(diagnostic, ring, context);
}

function tagOf(edge: ExplicitEdge): { readonly tagStart?: number; readonly tagEnd?: number } {
  return edge.start === undefined || edge.end === undefined ? {} : { tagStart: edge.start, tagEnd: edge.end };
}

function foldForwardReads(cycle: Diagnostic, ring: Ring, context: CheckContext): void {
  const { diagnostics } = context;
  const position = diagnostics.indexOf(cycle);
  if (position === -1) return;
  const inRing = new Set(ring.map(({ edge }) => `${edge.pointer} ${edge.tag ?? ""}`));
  const folded = diagnostics.filter(
    (other) => other.code === "ref/forward" && inRing.has(`${other.path ?? ""} ${other.template ?? ""}`),
  );
  if (folded.length === 0) return;
  const follows = folded.map(({ code, line, column, message }) => ({
    code,
    message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }));
  diagnostics[position] = { ...cycle, follows };
  const kept = diagnostics.filter((other) => !folded.includes(other));
  diagnostics.splice(0, diagnostics.length, ...kept);
}

/** One ring of each group of steps that wait for each other; a shortest one, from its first step. */
function ringsOf(edges: readonly (readonly ExplicitEdge[])[]): Ring[] {
  return groupsOf(edges).map((group) => shortestRing(group, edges));
}

/** Strongly connected groups (Tarjan 1972, without recursion); a single step only when it names itself in `needs`. */
function groupsOf(edges: readonly (readonly ExplicitEdge[])[]): ReadonlySet<number>[] {
  const groups: ReadonlySet<number>[] = [];
  const numbers = new Map<number, number>();
  const lowest = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  for (const start of edges.keys()) {
    if (numbers.has(start)) continue;
    const path: { readonly index: number; next: number }[] = [{ index: start, next: 0 }];
    for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
      const { index } = level;
      if (level.next === 0) {
        numbers.set(index, numbers.size);
        lowest.set(index, numbers.size - 1);
        stack.push(index);
        onStack.add(index);
      }
      const edge = edges[index]?.[level.next];
      level.next += 1;
      if (edge !== undefined) {
        if (!numbers.has(edge.from)) path.push({ index: edge.from, next: 0 });
        else if (onStack.has(edge.from)) lower(lowest, index, numbers.get(edge.from));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(lowest, parent.index, lowest.get(index));
      if (lowest.get(index) !== numbers.get(index)) continue;
      const group = new Set(stack.splice(stack.indexOf(index)));
      for (const member of group) onStack.delete(member);
      const alone = edges[index]?.some(({ from, reason }) => from === index && reason === "needs") === true;
      if (group.size > 1 || alone) groups.push(group);
    }
  }
  return groups;
}

function lower(lowest: Map<number, number>, index: number, value: number | undefined): void {
  lowest.set(index, Math.min(lowest.get(index) ?? Infinity, value ?? Infinity));
}

function shortestRing(group: ReadonlySet<number>, edges: readonly (readonly ExplicitEdge[])[]): Ring {
  const start = Math.min(...group);
  const cameBy = new Map<number, { readonly index: number; readonly edge: ExplicitEdge }>();
  const queue = [start];
  for (const index of queue) {
    for (const edge of edges[index] ?? []) {
      if (!group.has(edge.from) || (group.size > 1 && edge.from === index)) continue;
      if (edge.from === start) {
        const ring = [{ index, edge }];
        for (let at = index; at !== start; at = ring[0]?.index as number) ring.unshift(cameBy.get(at) as Ring[number]);
        return ring;
      }
      if (cameBy.has(edge.from)) continue;
      cameBy.set(edge.from, { index, edge });
      queue.push(edge.from);
    }
  }
  return [];
}
