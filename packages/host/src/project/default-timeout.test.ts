import type { CheckedBody, CheckedPlan } from "@graph/plan";
import { expect, test } from "vitest";
import { checkedSnapshot, everyBody } from "../../test-support/checked-snapshot.ts";
import { withDefaultTimeout } from "./default-timeout.ts";

/** The timeout of each step by its tool and the place of its body. */
function timeouts(plan: CheckedPlan): readonly string[] {
  const list: string[] = [];
  const walk = (body: CheckedBody, key: string): void => {
    for (const step of body.steps) {
      list.push(`${key} ${step.tool} ${step.timeoutMs}`);
      for (const [inner, one] of Object.entries(step.bodies ?? {})) walk(one, inner);
    }
  };
  walk(plan.body, "steps");
  if (plan.finally !== undefined) walk(plan.finally, "plan finally");
  return list;
}

test("calls in every body get it, control steps and steps with a timeout of their own do not", () => {
  expect(timeouts(withDefaultTimeout(checkedSnapshot(everyBody), 700).main)).toEqual([
    "steps route undefined",
    "cases/0/do user__read 700",
    "else user__read 700",
    "catch/0/do user__read 700",
    "catch/1/do user__write 700",
    "finally user__write 700",
    "steps route undefined",
    "choose/options/a label/do user__read 700",
    "choose/options/other/do user__read 700",
    "steps parallel undefined",
    "branches/left user__read 700",
    "branches/right loop undefined",
    "do user__read 700",
    "steps agent undefined",
    "plan finally user__write 700",
  ]);
  const own = checkedSnapshot("steps: [{id: a, timeout: 1s, tool_name: user__read, input: {}}]\n");
  expect(timeouts(withDefaultTimeout(own, 700).main)).toEqual(["steps user__read 1000"]);
});

test("what else stands in a snapshot stays there", () => {
  const snapshot = { ...checkedSnapshot("steps: []\n"), env: { REGION: "eu" } };
  expect(withDefaultTimeout(snapshot, 700).env).toEqual({ REGION: "eu" });
});
