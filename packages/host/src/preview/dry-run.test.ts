import type { CheckedStep, Json, JsonObject, PlanSnapshot } from "@graph/plan";
import { expect, test } from "vitest";
import { previewRun } from "./dry-run.ts";

function snapshotOf(inputs: readonly JsonObject[], more: Partial<CheckedStep> = {}): PlanSnapshot {
  const steps = inputs.map<CheckedStep>((input, index) => ({
    id: `s${index}`,
    tool: "t__x",
    kind: "call",
    pointer: `/steps/${index}`,
    input,
    onError: "fail",
    effect: "read",
    repeatable: true,
    fence: false,
    edges: index === 0 ? [] : [{ from: index - 1, reason: "read" }],
    ...more,
  }));
  return {
    main: {
      identifier: "p",
      name: "p",
      description: "",
      digest: "",
      inputSchema: { type: "object", properties: { max: { type: "integer", default: 20 } } },
      limits: {},
      execution: "dataflow",
      effect: "read",
      repeatable: true,
      body: { pointer: "/steps", single: false, steps },
      calls: [],
    },
    plans: {},
  };
}

test.each<[string, Json, Json, boolean]>([
  ["a tag of the input", "<<input.q>>", { a: 1 }, true],
  ["text with a tag", "limit <<input.max>>", "limit 20", true],
  ["a result", "<<s9.x>>", "<<s9.x>>", false],
  ["a result under default", '<<default s9.x "none">>', '<<default s9.x "none">>', false],
  ["an input that is not there", "<<input.other>>", "<<input.other>>", false],
  ["neighbours", ["<<input.max>>", "<<s9>>", 3], [20, "<<s9>>", 3], false],
  ["a value that looks like a tag", "<<input.raw>>", "<<input.q>>", true],
])("%s", (_, template, expected, known) => {
  const [step] = previewRun(snapshotOf([{ v: template }]), { q: { a: 1 }, raw: "<<input.q>>" });
  expect(step).toMatchObject({ path: "s0", wave: 0, known, input: { v: expected } });
});

test("waves, gates and bodies", () => {
  const inner = snapshotOf([{ v: "<<item>>" }]).main.body;
  const steps = previewRun(
    snapshotOf([{ over: [1], do: { tool_name: "t__x", input: {} } }], {
      tool: "map",
      kind: "control",
      bodies: { do: inner },
      if: "<<input.on>>",
    }),
    {},
  );
  expect(steps).toEqual([
    {
      path: "s0",
      tool: "map",
      effect: "read",
      number: "1",
      wave: 0,
      input: { over: [1] },
      known: true,
      if: "<<input.on>>",
    },
    { path: "s0/s0", tool: "t__x", effect: "read", number: "1.1", wave: 0, input: { v: "<<item>>" }, known: false },
  ]);
});
