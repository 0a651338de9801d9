import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edge } from "../../checked-plan.ts";
import type { ExplicitEdge } from "./explicit-edges.ts";
import { listEdges } from "./list-edges.ts";

interface Step {
  readonly fence: boolean;
  readonly needs: boolean;
}

const read = (from: number): ExplicitEdge => ({ from, reason: "read", pointer: `/${from}`, tag: "<<x>>" });
const need = (from: number): ExplicitEdge => ({ from, reason: "needs", pointer: `/${from}` });
const write: Step = { fence: true, needs: false };
const look: Step = { fence: false, needs: false };
const froms = (edges: readonly (readonly Edge[])[]): number[][] => edges.map((step) => step.map(({ from }) => from));

/** Which steps come before each step. */
const before = (edges: readonly (readonly Edge[])[]): Set<number>[] => {
  const sets = edges.map(() => new Set<number>());
  for (let round = 0; round < edges.length; round += 1) {
    for (const [index, step] of edges.entries()) {
      for (const { from } of step) {
        sets[index]?.add(from);
        for (const other of sets[from] ?? []) sets[index]?.add(other);
      }
    }
  }
  return sets;
};

describe("listEdges", () => {
  it.each([
    ["reads run side by side", [look, look, look], [[], [], []], [[], [], []]],
    [
      "a write waits for all before it, and all after it wait",
      [look, look, write, look, look],
      [],
      [[], [], [0, 1], [2], [2]],
    ],
    ["writes stand in a row", [write, write, write], [], [[], [0], [1]]],
    [
      "needs replaces the fences, later steps still wait",
      [write, { fence: true, needs: true }, look, write],
      [],
      [[], [], [0, 1], [2]],
    ],
    ["a read that waited counts for what it waited for", [write, look, write], [], [[], [0], [1]]],
  ] as const)("%s", (_title, steps, explicit, expected) => {
    expect(froms(listEdges([...steps], [...explicit], false))).toEqual(expected);
  });

  it("keeps the stronger reason", () => {
    expect(listEdges([write, look], [[], [read(0)]], false)[1]).toEqual([
      { from: 0, reason: "read", tag: "<<x>>", pointer: "/0" },
    ]);
    expect(listEdges([write, { fence: false, needs: true }], [[], [need(0)]], false)[1]).toEqual([
      { from: 0, reason: "needs" },
    ]);
  });

  it("drops the fence edge that contradicts a forward need", () => {
    const edges = listEdges([{ fence: true, needs: true }, look, write], [[need(2)]], false);
    expect(froms(edges)).toEqual([[2], [], [1]]);
  });

  it.each([false, true])(
    "leaves two writes in their order when a step names the later one (sequential: %s)",
    (sequential) => {
      const edges = listEdges([{ fence: false, needs: true }, write, write], [[need(2)]], sequential);
      expect(froms(edges)).toEqual([[2], [], [1]]);
    },
  );

  it("puts a step behind the later one it names, one after another", () => {
    const edges = listEdges([{ fence: false, needs: true }, look, look, look], [[need(2)]], true);
    expect(froms(edges)).toEqual([[2], [], [1], [0]]);
    expect(edges[2]?.[0]?.reason).toBe("sequence");
  });

  const steps = fc.array(
    fc.record({ fence: fc.boolean(), needs: fc.constant(false), reads: fc.array(fc.nat(), { maxLength: 3 }) }),
    { minLength: 1, maxLength: 40 },
  );

  it("orders any two steps of which one may write, and never makes a ring", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const explicit = list.map(({ reads }, index) =>
          index === 0 ? [] : [...new Set(reads.map((one) => one % index))].map(read),
        );
        const edges = listEdges(list, explicit, false);
        const earlier = before(edges);
        for (const [index, step] of list.entries()) {
          expect(earlier[index]?.has(index)).toBe(false);
          const ordered = list.slice(0, index).flatMap((other, from) => (step.fence || other.fence ? [from] : []));
          expect(ordered.filter((from) => !earlier[index]?.has(from))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps what needs say in any direction, makes no ring, and orders the rest as far as it can", () => {
    const random = fc.array(
      fc.record({
        fence: fc.boolean(),
        needs: fc.option(fc.array(fc.nat(), { maxLength: 3 }), { nil: undefined }),
        rank: fc.nat(),
      }),
      { minLength: 2, maxLength: 16 },
    );
    fc.assert(
      fc.property(random, (list) => {
        // Needs point down a random ranking: no ring among them.
        const below = (index: number, other: number): boolean => (list[other]?.rank ?? 0) < (list[index]?.rank ?? 0);
        const explicit = list.map(({ needs = [] }, index) =>
          [...new Set(needs.map((one) => one % list.length))].filter((other) => below(index, other)).map(need),
        );
        const edges = listEdges(
          list.map(({ fence, needs }) => ({ fence, needs: needs !== undefined })),
          explicit,
          false,
        );
        const earlier = before(edges);
        for (const [index, step] of list.entries()) {
          expect(earlier[index]?.has(index)).toBe(false);
          for (const { from } of explicit[index] ?? []) expect(earlier[index]?.has(from)).toBe(true);
          if (step.needs !== undefined) continue;
          const ordered = list.slice(0, index).flatMap((other, from) => (step.fence || other.fence ? [from] : []));
          // One way or, where what the plan says of a step with `needs` asks for it, the other.
          expect(ordered.filter((from) => !earlier[index]?.has(from) && !earlier[from]?.has(index))).toEqual([]);
          const plain = ordered.filter((from) => list[from]?.needs === undefined);
          expect(plain.filter((from) => !earlier[index]?.has(from))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("closes no ring through a step that waits for one that waits for a later one", () => {
    const list = [
      { fence: false, needs: true },
      { fence: true, needs: false },
      { fence: false, needs: true },
      { fence: true, needs: false },
      { fence: false, needs: false },
    ];
    const earlier = before(listEdges(list, [[need(3)], [], [need(4)], [], []], false));
    expect(list.filter((_step, index) => earlier[index]?.has(index))).toEqual([]);
  });

  it("has a linear number of edges", () => {
    const count = (list: readonly Step[]): number =>
      listEdges(list, [], false).reduce((sum, one) => sum + one.length, 0);
    const writes = Array.from({ length: 1_000 }, (): Step => ({ fence: true, needs: true }));
    expect(count(Array.from({ length: 3_000 }, (_one, index) => (index % 3 === 0 ? write : look)))).toBeLessThan(6_000);
    expect(count([...writes, ...Array.from({ length: 1_000 }, () => look), write])).toBeLessThan(70_000);
  });
});
