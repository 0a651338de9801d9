import type { CheckedPlan, JsonObject } from "@graph/plan";
import { expect, test } from "vitest";
import { inputProblems } from "./input-problems.ts";

const plan = {
  identifier: "p",
  inputSchema: {
    type: "object",
    required: ["a", "b"],
    properties: { a: { type: "integer" }, b: { type: "integer", default: 2 }, c: { enum: ["x", "y"] } },
  },
} as unknown as CheckedPlan;

test.each<[string, JsonObject, unknown]>([
  ["fits with its defaults", { a: 1 }, []],
  ["lacks something", {}, [{ code: "input/missing", at: "/a", message: "The input of plan `p` lacks `a`." }]],
  ["is of the wrong type", { a: "1" }, [{ code: "input/invalid", at: "/a" }]],
  ["is none of those allowed", { a: 1, c: "z" }, [{ code: "input/invalid", at: "/c", expected: ["x", "y"] }]],
])("an input that %s", (_, input, expected) => {
  const found = inputProblems(plan, input);
  expect(found).toMatchObject(expected as object[]);
  expect(found).toHaveLength((expected as unknown[]).length);
});
