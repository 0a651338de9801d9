import { expect, test } from "vitest";
import { parsePlan } from "../parse-plan.ts";

const head = "identifier: a\ndescription: b\n";

test("remarks never push out the error that refuses a plan", () => {
  const old = Array.from({ length: 210 }, (_, index) => `  - {id: s${index}, toolName: t__t}\n`).join("");
  const plan = parsePlan(`${head}steps:\n${old}  - {id: last, tool_name: t__t, retry: 7, wrong: 1}\n`);
  expect(plan.broken).toBe(true);
  expect(plan.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([
    "schema/bad-value",
    "schema/unknown-key",
  ]);
});

test("more aliases than are looked at are refused all the same", () => {
  for (const count of [1, 1000, 1001, 5000]) {
    const plan = parsePlan(`${head}steps: [${Array.from({ length: count }, () => "*x").join(", ")}]\n`);
    expect([count, plan.broken, plan.diagnostics[0]?.code]).toEqual([count, true, "yaml/alias"]);
  }
});

test("data with a ring, or with shared parts in numbers, is refused in no time", () => {
  const ring: Record<string, unknown> = {};
  ring["x"] = ring;
  ring["y"] = ring;
  expect(parsePlan({ identifier: "a", description: "b", steps: [], output: ring } as never).broken).toBe(true);
  let shared: unknown = 1;
  for (let level = 0; level < 60; level++) shared = [shared, shared];
  expect(parsePlan({ identifier: "a", description: "b", steps: [], output: { shared } } as never).broken).toBe(true);
});
