import type { CheckedPlan, CheckedStep, PlanSnapshot } from "@graph/plan";
import { expect, test } from "vitest";
import { explainPlan } from "./explain-plan.ts";
import { mermaid } from "./mermaid.ts";
import { waves } from "./waves.ts";

function step(id: string, edges: CheckedStep["edges"], more: Partial<CheckedStep> = {}): CheckedStep {
  return {
    id,
    tool: `t__${id}`,
    kind: "call",
    pointer: `/steps/${id}`,
    input: {},
    onError: "fail",
    effect: "read",
    repeatable: true,
    fence: false,
    edges,
    ...more,
  };
}

function plan(identifier: string, steps: readonly CheckedStep[], limits: CheckedPlan["limits"] = {}): CheckedPlan {
  return {
    identifier,
    name: identifier,
    description: "",
    digest: "",
    limits,
    execution: "dataflow",
    effect: "write",
    repeatable: false,
    body: { pointer: "/steps", single: false, steps },
    calls: [],
  };
}

const inner = step("send", [], {
  effect: "write",
  fence: true,
  retry: { maxAttempts: 3, delayMs: 0, backoff: "fixed", maxDelayMs: 0, jitter: "none", errors: [] },
});
const snapshot: PlanSnapshot = {
  main: plan(
    "main",
    [
      step("a", []),
      step("b", []),
      step("each", [{ from: 0, reason: "read", tag: "<<a.list>>" }], {
        tool: "map",
        kind: "control",
        effect: "write",
        fence: true,
        bodies: { do: { pointer: "/x", single: false, steps: [inner] } },
      }),
      step(
        "sub",
        [
          { from: 2, reason: "fence" },
          { from: 1, reason: "needs" },
        ],
        { tool: "plan__other", kind: "plan" },
      ),
    ],
    { maxItems: 10 },
  ),
  plans: { plan__other: plan("other", [step("x", []), step("y", [])]) },
};

test("waves", () => {
  expect(waves(snapshot.main.body)).toEqual([[0, 1], [2], [3]]);
});

test("a later step that is needed comes first", () => {
  expect(
    waves({ pointer: "", single: false, steps: [step("a", [{ from: 1, reason: "needs" }]), step("b", [])] }),
  ).toEqual([[1], [0]]);
});

test("reasons, writers and the most calls", () => {
  const explanation = explainPlan(snapshot);
  expect(explanation.body.waves[1]?.[0]?.waitsFor).toEqual([
    { from: "a", reason: "read", because: "it reads <<a.list>>" },
  ]);
  expect(explanation.body.waves[2]?.[0]?.waitsFor.map((edge) => edge.because)).toEqual([
    "each may write",
    "`needs` names it",
  ]);
  expect(explanation.writes).toEqual(["each/send"]);
  // a, b, ten items of three attempts, the two of the plan it calls
  expect(explanation.worstCase).toEqual({ calls: 2 + 10 * 3 + 2, openAgents: [], maxSteps: 10_000 });
  expect(explanation.subPlans).toEqual(["plan__other"]);
});

test("a diagram, in which no text can end a label", () => {
  expect(mermaid(snapshot)).toBe(`flowchart TD
  s1["a<br/>t__a"]
  s2["b<br/>t__b"]
  subgraph s3["each: map"]
    s4["send<br/>t__send"]:::write
  end
  s5["sub<br/>plan__other"]
  s1 -->|"#60;#60;a.list#62;#62;"| s3
  s3 -.->|"fence"| s5
  s2 -->|"needs"| s5
  classDef write stroke-width:3px
`);
});

test("an inner step and a step beside it, whose names meet, are two boxes", () => {
  const body = (inner: string): NonNullable<CheckedStep["bodies"]> => ({
    do: { pointer: "/x", single: false, steps: [step(inner, [])] },
  });
  const steps = [
    step("a", [], { kind: "control", tool: "map", bodies: body("b") }),
    step("a_b", [{ from: 0, reason: "read" }]),
    step("at_do", [], { kind: "control", tool: "map", bodies: body("@do") }),
  ];
  const drawn = mermaid({ main: plan("main", steps), plans: {} });
  expect([...drawn.matchAll(/(?<node>\w+)\["/gu)].map((match) => match.groups?.["node"])).toEqual([
    "s1",
    "s2",
    "s3",
    "s4",
    "s5",
  ]);
  expect(drawn).toContain("s1 -->|");
});
