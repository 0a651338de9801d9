import { expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { check } from "../../../test-support/told.ts";
import type { Ceilings } from "../../catalog.ts";

const low = { max_steps: 50, max_items: 5, max_depth: 3, max_concurrency: 2 };
const limitsOf = (limits: string, ceilings: Partial<Ceilings>): unknown =>
  check(`${limits}steps:\n  - {id: a, tool_name: fake__write}\n`, { ...smallCatalog(), ceilings }).snapshot?.main
    .limits;

test.each<[string, string, Partial<Ceilings>, unknown]>([
  ["below the defaults", "", low, { maxSteps: 50, maxItems: 5, depth: 3, concurrency: 2 }],
  [
    "beside a lower limit of the plan",
    "limits: {max_steps: 7, timeout: 1s}\n",
    low,
    { timeoutMs: 1000, maxSteps: 7, maxItems: 5, depth: 3, concurrency: 2 },
  ],
  ["as high as the defaults", "", { max_steps: 10_000, max_items: 1000, max_depth: 16, max_concurrency: 64 }, {}],
  ["above the defaults", "", { max_steps: 20_000, max_concurrency: 100 }, {}],
  ["one alone", "", { max_items: 999 }, { maxItems: 999 }],
  ["none", "", {}, {}],
])("a ceiling of the operator, %s", (_title, limits, ceilings, expected) => {
  expect(limitsOf(limits, ceilings)).toEqual(expected);
});

test("a ceiling binds a called plan that states nothing", () => {
  const child = "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: fake__write}\n";
  const catalog = { ...smallCatalog({ plans: [child] }), ceilings: { max_steps: 50 } };
  const { snapshot } = check("steps:\n  - {id: a, tool_name: plan__child}\n", catalog);
  expect(snapshot?.plans["plan__child"]?.limits).toEqual({ maxSteps: 50 });
});
