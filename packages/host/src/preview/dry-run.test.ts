import type { CheckedStep, Json, JsonObject, PlanSnapshot } from "@graph/plan";
import { expect, test } from "vitest";
import { checkedSnapshot, everyBody } from "../../test-support/checked-snapshot.ts";
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
    {
      path: "s0/s0",
      tool: "t__x",
      effect: "read",
      body: "do",
      number: "1.1",
      wave: 0,
      input: { v: "<<item>>" },
      known: false,
    },
  ]);
});

test("bodies are shown as the steps they are, by their keys, and not in the input of the step around them", () => {
  const steps = previewRun(checkedSnapshot(everyBody), {});
  expect(steps.map(({ number, path, body, input }) => [number, path, body, input])).toEqual([
    ["1", "r", undefined, { cases: [{ if: { decide: "Is it?" } }] }],
    ["1.1", "r/@do", "cases/0/do", { in: "case" }],
    ["1.1", "r/@else", "else", { in: "else" }],
    ["1.1", "r/@catch", "catch/0/do", { in: "catch" }],
    ["1.1", "r/handler", "catch/1/do", {}],
    ["1.1", "r/@finally", "finally", { in: "finally" }],
    [
      "2",
      "chosen",
      undefined,
      { choose: { question: "Which?", options: { "a label": { description: "The first." } } } },
    ],
    ["2.1", "chosen/@do", "choose/options/a label/do", { in: "option" }],
    ["2.1", "chosen/@do", "choose/options/other/do", { in: "other" }],
    ["2", "both", undefined, {}],
    ["2.1", "both/@branches.left", "branches/left", { in: "left" }],
    ["2.1", "both/deep", "branches/right", { max_iterations: 5, until: { infer: "Done?" } }],
    ["2.1.1", "both/deep/@do", "do", {}],
    ["2", "helper", undefined, { prompt: "Help.", tools: ["user__read"], max_iterations: 3 }],
    ["3", "@solver", undefined, { instruction: "What came out?", state: "<<both.left>>" }],
    ["finally.1", "end", "finally", { in: "end" }],
  ]);
  expect(steps.find(({ path }) => path === "@solver")).toMatchObject({ tool: "builtin__infer", wave: 2, known: false });
});
