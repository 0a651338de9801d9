import { parsePlan } from "@graph/plan";
import { expect, it } from "vitest";
import { planTool } from "./plan-tool.ts";

const steps = "steps:\n  - id: a\n    tool_name: user__x\n    input: {}\n";

it("describes a plan as a tool, exemplars included", () => {
  const text = `identifier: triage
name: Triage
description: Sorts new tickets.
exemplars: ["what came in?", "anything urgent?"]
input_schema: {type: object, properties: {team: {type: string}}}
output_schema: {type: object}
${steps}`;
  const tool = planTool(parsePlan(text));
  expect(tool).toMatchObject({
    name: "plan__triage",
    title: "Triage",
    description: "Sorts new tickets.\nFor example: what came in? · anything urgent?",
    inputSchema: { type: "object", properties: { team: { type: "string" } } },
    outputSchema: { type: "object" },
    owner: { kind: "plan", identifier: "triage" },
    readOnly: false,
    repeatable: false,
  });
  expect(tool.unusable).toBeUndefined();
  expect(tool.call).toBeUndefined();
});

it("takes an object for the input of a plan that declares none", () => {
  const tool = planTool(parsePlan(`identifier: x\ndescription: X\n${steps}`), {
    namespace: "builtin_plan",
    repeatable: true,
  });
  expect(tool).toMatchObject({ name: "builtin_plan__x", inputSchema: { type: "object" }, repeatable: true });
});

it("says why a broken plan cannot be used", () => {
  const tool = planTool(parsePlan(`identifier: x\ndescription: X\nnonsense: 1\n${steps}`));
  expect(tool.unusable).toMatch(/^the plan has errors, the first: .*nonsense/);
  expect(
    planTool(parsePlan(`identifier: x\ndescription: X\n${steps}`), { unusable: "a server is missing" }).unusable,
  ).toBe("a server is missing");
});
