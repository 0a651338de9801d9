import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../test-support/small-catalog.ts";
import { check, told } from "../../test-support/told.ts";

const read = "{tool_name: fake__echo}";
const write = "{tool_name: fake__write}";
const question = "prompt: q, output_schema: {properties: {ok: {type: boolean}}}";

/** What a step is found to do: its effect, whether an attempt may be made again, and whether it is a fence. */
function effectOf(step: string): string {
  const { snapshot, diagnostics } = check(`steps:\n  - {id: a, ${step}}\n`);
  const found = snapshot?.main.body.steps[0];
  if (found === undefined) throw new Error(diagnostics.map(({ message }) => message).join(" "));
  return `${found.effect}${found.repeatable ? " repeatable" : ""}${found.fence ? " fence" : ""}`;
}

describe("the effect of a step", () => {
  test.each([
    ["tool_name: fake__echo", "read repeatable"],
    ["tool_name: fake__write", "write fence"],
    ["tool_name: srv__find", "read"],
    ["tool_name: fake__send, input: {to: x}, idempotency_key: k", "write repeatable fence"],
    ["tool_name: exit", "read repeatable fence"],
    [`tool_name: ask, input: {${question}}`, "read repeatable fence"],
    ["tool_name: wait, input: {for: 1s}", "read repeatable fence"],
    [`tool_name: route, input: {if: {value: 1, op: eq, to: 1}, then: ${read}, else: ${read}}`, "read repeatable"],
    [`tool_name: route, input: {if: {value: 1, op: eq, to: 1}, then: ${read}, else: ${write}}`, "write fence"],
    [
      `tool_name: route, input: {choose: {question: q, options: {x: {do: ${read}}, z: {do: [{id: b, tool_name: wait, input: {for: 1s}}]}}}}`,
      "read repeatable fence",
    ],
    ["tool_name: route, input: {infer: q, then: []}", "read repeatable"],
    [`tool_name: reduce, input: {over: [1], do: ${write}}`, "write fence"],
    [
      `tool_name: loop, input: {max_iterations: 2, do: {tool_name: ask, input: {${question}}}}`,
      "read repeatable fence",
    ],
    [`tool_name: parallel, input: {branches: {x: ${read}, z: {tool_name: srv__find}}}`, "read"],
    [
      `tool_name: parallel, input: {branches: {x: ${read}, z: {tool_name: map, input: {over: [1], do: ${write}}}}}`,
      "write fence",
    ],
    // An agent does whatever its tools may do.
    ["tool_name: agent, input: {prompt: q, tools: []}", "read repeatable"],
    ["tool_name: agent, input: {prompt: q, tools: [fake__echo, fake__list]}", "read repeatable"],
    ["tool_name: agent, input: {prompt: q, tools: ['srv__f*']}", "read"],
    ["tool_name: agent, input: {prompt: q, tools: [fake__echo, 'srv__*']}", "write fence"],
    ["tool_name: agent, input: {prompt: q}", "write fence"],
    // What is done about a failure, and at the end, is no part of an attempt; for the order it counts.
    [`tool_name: fake__echo, catch: [{do: ${read}}], finally: ${read}`, "read repeatable"],
    [`tool_name: fake__echo, catch: [{do: []}, {do: ${write}}]`, "read repeatable fence"],
    [`tool_name: fake__echo, finally: ${write}`, "read repeatable fence"],
    ["tool_name: fake__echo, finally: {tool_name: wait, input: {for: 1s}}", "read repeatable fence"],
    [`tool_name: fake__write, catch: [{do: ${read}}]`, "write fence"],
  ])("%s: %s", (step, effect) => {
    expect(effectOf(step)).toBe(effect);
  });
});

describe("the effect of a plan", () => {
  test.each([
    [`steps:\n  - {id: a, tool_name: fake__echo}\n`, "read true"],
    [`steps:\n  - {id: a, tool_name: fake__echo, catch: [{do: ${write}}]}\n`, "write false"],
    [`steps:\n  - {id: a, tool_name: fake__echo, finally: ${write}}\n`, "write false"],
    [`steps:\n  - {id: a, tool_name: fake__echo}\nfinally: ${write}\n`, "write false"],
    [
      `steps:\n  - {id: a, tool_name: fake__echo}\nfinally: ${read}\nsolver: {query_to_answer: q, data: <<a>>}\n`,
      "read true",
    ],
  ])("%s", (text, expected) => {
    const { snapshot } = check(text);
    expect(`${snapshot?.main.effect} ${snapshot?.main.repeatable}`).toBe(expected);
  });

  test("its caller has it too", () => {
    const child = `identifier: child\ndescription: C.\nsteps:\n  - {id: a, tool_name: fake__echo, finally: ${write}}\n`;
    const { snapshot } = check("steps:\n  - {id: a, tool_name: plan__child}\n", smallCatalog({ plans: [child] }));
    expect(snapshot?.main.body.steps[0]).toMatchObject({ effect: "write", repeatable: false, fence: true });
  });
});

test("steps wait for each other around a step that writes when it fails, that asks, or whose agent writes", () => {
  const steps = [
    `{id: a, tool_name: fake__echo}`,
    `{id: b, tool_name: fake__echo, catch: [{do: ${write}}]}`,
    `{id: c, tool_name: fake__echo}`,
    `{id: d, tool_name: fake__list}`,
    `{id: e, tool_name: loop, input: {max_iterations: 1, do: {tool_name: ask, input: {${question}}}}}`,
    `{id: f, tool_name: agent, input: {prompt: q, tools: [fake__echo]}}`,
    `{id: g, tool_name: agent, input: {prompt: q, tools: [fake__write]}}`,
  ];
  const { snapshot } = check(`steps:\n${steps.map((step) => `  - ${step}\n`).join("")}`);
  const edges = snapshot?.main.body.steps.map((step) => step.edges.map(({ from, reason }) => `${reason} ${from}`));
  expect(edges).toEqual([[], ["fence 0"], ["fence 1"], ["fence 1"], ["fence 2", "fence 3"], ["fence 4"], ["fence 5"]]);
});

test("branches of a parallel have no order among each other; the steps of one do", () => {
  const { snapshot } = check(
    `steps:\n  - {id: p, tool_name: parallel, input: {branches: {x: [{id: a, tool_name: fake__write}, {id: b, tool_name: fake__echo}], z: ${write}}}}\n`,
  );
  const bodies = snapshot?.main.body.steps[0]?.bodies ?? {};
  expect(Object.entries(bodies).map(([key, { steps }]) => [key, steps.map(({ edges }) => edges)])).toEqual([
    ["branches/x", [[], [{ from: 0, reason: "fence" }]]],
    ["branches/z", [[]]],
  ]);
});

describe("retries", () => {
  const retry = "retry: {max_attempts: 2}";
  test.each<[string, string[]]>([
    [`tool_name: fake__echo, ${retry}, catch: [{do: ${write}}], finally: ${write}`, []],
    [`tool_name: fake__write, ${retry}`, ["2:37 warning step/retry-not-applied retry"]],
    [`tool_name: parallel, ${retry}, input: {branches: {x: ${write}}}`, ["2:34 warning step/retry-not-applied retry"]],
    [`tool_name: agent, ${retry}, input: {prompt: q, tools: [fake__echo]}`, []],
    [
      `tool_name: agent, ${retry}, input: {prompt: q, tools: ['fake__*']}`,
      ["2:31 warning step/retry-not-applied retry"],
    ],
    [
      `tool_name: route, ${retry}, input: {if: <<input.x>>, then: {tool_name: fake__send, input: {to: x}}}`,
      ["2:31 warning step/retry-not-applied retry"],
    ],
  ])("%s", (step, expected) => {
    expect(told(`steps:\n  - {id: a, ${step}}\ninput_schema: {type: object}\n`)).toEqual(expected);
  });

  test("of the defaults are not warned of: they are meant for the steps that they fit", () => {
    expect(
      told(
        "defaults: {retry: {max_attempts: 3, errors: [rate_limited]}}\nsteps:\n  - {id: a, tool_name: fake__write}\n",
      ),
    ).toEqual([]);
  });
});
