import { expect, it } from "vitest";
import { type Scored, select } from "./select.ts";

const scored = (scores: Record<string, number>): Scored[] =>
  Object.entries(scores).map(([name, score]) => ({ candidate: { name, description: "", given: {} }, score }));
const names = (list: readonly Scored[]): string => list.map(({ candidate }) => candidate.name).join("");

it.each<[string, Record<string, number>, number, number, number | undefined, string, string]>([
  ["best first", { a: 0.2, b: 0.9, c: 0.5 }, 0.1, 0, undefined, "bca", ""],
  ["ties by name", { b: 0.5, a: 0.5, B: 0.5 }, 0.1, 0, undefined, "Bab", ""],
  ["the threshold itself counts", { a: 0.1, b: 0.0999 }, 0.1, 0, undefined, "a", "b"],
  ["nothing reaches it", { a: 0.01, b: 0, c: 0.02, d: 0.03, e: 0.04 }, 0.1, 0, 10, "", "edc"],
  ["filled up to the floor", { a: 0.9, b: 0.01, c: 0.02 }, 0.1, 2, undefined, "ac", "b"],
  ["cut at the limit", { a: 0.9, b: 0.8, c: 0.7 }, 0.1, 0, 2, "ab", "c"],
  ["the limit beats the floor", { a: 0.9, b: 0.8 }, 0.1, 5, 1, "a", "b"],
  ["limit 0 is none", { a: 0.9 }, 0.1, 0, 0, "", "a"],
  ["threshold 0 is all", { a: 0, b: 0 }, 0, 0, undefined, "ab", ""],
  ["no candidates", {}, 0.1, 3, 10, "", ""],
])("%s", (_name, scores, threshold, floor, limit, selected, near) => {
  const selection = select(scored(scores), { threshold, floor, limit });
  expect([names(selection.selected), names(selection.near)]).toEqual([selected, near]);
});
