import { describe, expect, test } from "vitest";
import { check, only, told, toldByReader } from "../../test-support/told.ts";

const open = "input_schema: {type: object}\n";
/** One call of a tool that takes anything, with these tags. */
const call = (...tags: readonly string[]): string =>
  `{tool_name: fake__echo, input: {v: [${tags.map((tag) => `<<${tag}>>`).join(", ")}]}}`;
const named = (id: string, ...tags: readonly string[]): string => call(...tags).replace("{", `{id: ${id}, `);
/** A plan of these steps, one a line from line 2; what is told of the code and the tag it is told of. */
const toldOf = (...steps: readonly string[]): string[] =>
  told(`${open}steps:\n${steps.map((step) => `  - ${step}\n`).join("")}`).map((line) => line.replace(/^\d+:\d+ /, ""));

type Row = readonly [title: string, steps: readonly string[], expected: readonly string[]];

// prettier-ignore
const scopes: readonly Row[] = [
  ["what reduce knows", [`{id: r, tool_name: reduce, input: {over: <<input.l>>, initial: <<accumulator>>, do: ${call("accumulator.n", "item.x", "index")}}}`], ["ref/unknown-step <<accumulator>>"]],
  ["what loop knows", [`{id: l, tool_name: loop, input: {max_iterations: 2, initial: <<index>>, until: {value: <<index>>, op: eq, to: <<accumulator.n>>}, do: ${call("accumulator.n", "index", "item")}}}`], ["ref/unknown-step <<index>>", "ref/unknown-step <<item>>"]],
  ["what map and filter know", [`{id: m, tool_name: map, input: {over: <<input.l>>, do: ${call("item", "index", "accumulator")}}}`, "{id: f, tool_name: filter, input: {over: <<input.l>>, where: {value: <<accumulator>>, op: eq, to: <<item>>}}}"], ["ref/unknown-step <<accumulator>>", "ref/unknown-step <<accumulator>>"]],
  ["a renamed item", [`{id: r, tool_name: reduce, input: {over: <<input.l>>, as: one, do: ${call("one", "item")}}}`], ["ref/unknown-step <<item>>"]],
  ["a question of a filter", ["{id: f, tool_name: filter, input: {over: <<input.l>>, decide: 'Is <<item>> the <<index>>?', state: <<item.x>>, model: <<item.role>>}}"], []],
  ["names of the maps around", [`{id: m, tool_name: map, input: {over: <<input.l>>, as: outer, do: {tool_name: reduce, input: {over: <<outer.l>>, as: inner, do: {tool_name: loop, input: {max_iterations: 2, until: <<accumulator.ok>>, do: ${call("outer", "inner", "accumulator", "index")}}}}}}}`], []],
  ["what route, parallel, ask, wait and agent add: nothing", [`{id: r, tool_name: route, input: {if: <<item.x>>, then: ${call("accumulator", "index")}}}`], ["ref/unknown-step <<item.x>>", "ref/unknown-step <<accumulator>>", "ref/unknown-step <<index>>"]],
  ["error in catch and finally alone", [`{id: a, tool_name: fake__echo, if: <<error.x>>, catch: [{do: ${call("error.class")}, result: {a: <<error.message>>, b: <<error.attempt>>}}], finally: ${call("error", "error.step", "error.code")}}`, named("b", "error")], ["ref/unknown-step <<error.x>>", "ref/unknown-step <<error>>"]],
  ["error in what a handler contains", [`{id: a, tool_name: fake__echo, catch: [{do: {tool_name: map, input: {over: <<input.l>>, do: ${call("error.message", "item")}}}}]}`], []],
  ["a field that error does not have", [`{id: a, tool_name: fake__echo, catch: [{do: [], result: <<error.kind>>}]}`], ["ref/no-such-field <<error.kind>>"]],
  ["the item of the map around, in a handler", [`{id: m, tool_name: map, input: {over: <<input.l>>, do: [{id: a, tool_name: fake__echo, catch: [{do: ${call("item", "index", "error")}, result: <<item>>}], finally: ${call("item")}}]}}`], []],
];

// prettier-ignore
const reads: readonly Row[] = [
  ["of an earlier step, from every kind of body", [named("a"), `{id: r, tool_name: route, input: {cases: [{if: <<a.x>>, do: ${call("a.x")}}], else: ${call("a.x")}}}`, `{id: c, tool_name: route, input: {choose: {question: "<<a.x>>", state: <<a.x>>, options: {x: {description: "<<a.x>>", do: ${call("a.x", "r.branch")}}}}}}`, `{id: p, tool_name: parallel, input: {branches: {x: ${call("a.x", "c.result")}}}}`, `{id: e, tool_name: fake__echo, catch: [{do: ${call("a.x")}, result: <<p.x>>}], finally: ${call("a.x")}}`], []],
  ["inside one body, in its order", [`{id: p, tool_name: parallel, input: {branches: {x: [${named("a")}, ${named("b", "a.x", "c.x")}, ${named("c", "b.x")}]}}}`], ["graph/cycle <<c.x>>"]],
  ["between the cases of a route", [`{id: r, tool_name: route, input: {cases: [{if: <<input.x>>, do: [${named("a")}]}, {if: <<a.x>>, do: [${named("b", "a.x")}]}], else: ${call("b.x")}}}`], ["ref/inside-body <<a.x>>", "ref/other-branch <<a.x>>", "ref/other-branch <<b.x>>"]],
  ["between the options of a choice", [`{id: r, tool_name: route, input: {choose: {question: q, options: {x: {do: [${named("a")}]}, z: {description: "<<a.x>>", do: ${call("a.x")}}}}}}`], ["ref/inside-body <<a.x>>", "ref/other-branch <<a.x>>"]],
  ["between branches, deep inside too", [`{id: p, tool_name: parallel, input: {branches: {x: [{id: m, tool_name: map, input: {over: <<input.l>>, do: [${named("a")}]}}], z: {tool_name: map, input: {over: <<m.results>>, do: ${call("a.x")}}}}}}`], ["ref/other-branch <<m.results>>", "ref/other-branch <<a.x>>"]],
  ["between handlers, and of a handler by finally", [`{id: e, tool_name: fake__echo, catch: [{do: [${named("a")}], result: <<a.x>>}, {do: ${call("a.x")}}], finally: ${call("a.x")}}`], ["ref/inside-body <<a.x>>", "ref/other-branch <<a.x>>", "ref/other-branch <<a.x>>"]],
  ["of a step's own result", [`{id: e, tool_name: fake__echo, catch: [{do: ${call("e.x")}, result: <<e.x>>}], finally: ${call("e.x")}}`, `{id: l, tool_name: loop, input: {max_iterations: 2, until: <<l.done>>, do: ${call("l.result")}}}`], ["ref/self <<e.x>>", "ref/self <<e.x>>", "ref/self <<e.x>>", "ref/self <<l.done>>", "ref/self <<l.result>>"]],
  ["of ids of bodies, outside", [`{id: r, tool_name: route, input: {if: <<input.x>>, then: [${named("a")}]}}`, `{id: e, tool_name: fake__echo, finally: [${named("b")}]}`, named("c", "a.x", "b.x")], ["ref/inside-body <<a.x>>", "ref/inside-body <<b.x>>"]],
  ["of a later step, from a body", [`{id: r, tool_name: route, input: {if: <<input.x>>, then: ${call("z.x")}}}`, named("z")], ["ref/forward <<z.x>>"]],
];

describe.each([
  ["names that are known in bodies", scopes],
  ["reads", reads],
] as const)("%s", (_name, rows) => {
  test.each(rows)("%s", (_title, steps, expected) => {
    expect(toldOf(...steps)).toEqual(expected);
  });
});

describe("finally of a plan", () => {
  test("reads what its steps have done, in whatever order; its own steps in theirs", () => {
    const text = `steps:\n  - ${named("a")}\n  - ${named("b", "a.x")}\nfinally:\n  - ${named("f", "b.x", "a.x", "error.message")}\n  - ${named("g", "f.x", "h.x")}\n  - ${named("h", "i.x")}\n  - {id: i, tool_name: map, input: {over: [1], do: ${call("a.x", "f.x", "item", "error")}}}\n`;
    expect(told(text)).toEqual(["6:57 ref/forward <<h.x>>", "7:48 ref/forward <<i.x>>"]);
  });

  test("is not read by its plan, nor by its output", () => {
    const text = `steps:\n  - ${named("a", "f.x")}\nfinally:\n  - ${named("f")}\noutput: {v: <<f.x>>}\n`;
    expect(told(text)).toEqual([
      "2:10 warning plan/unused-step a",
      "2:48 ref/inside-body <<f.x>>",
      "5:13 ref/inside-body <<f.x>>",
    ]);
  });

  test("makes no order among the steps of the plan", () => {
    const text = `steps:\n  - ${named("a")}\n  - ${named("b")}\nfinally: ${call("b.x", "a.x")}\n`;
    const { snapshot } = check(text);
    expect(snapshot?.main.body.steps.map(({ edges }) => edges)).toEqual([[], []]);
    expect(snapshot?.main.finally?.steps.map(({ edges }) => edges)).toEqual([[]]);
  });
});

describe("ids", () => {
  test("are unique in the whole plan, whatever body they stand in", () => {
    const text = `steps:
  - {id: a, tool_name: fake__echo, catch: [{do: [{id: b, tool_name: x__y}]}], finally: [{id: a, tool_name: x__y}]}
  - {id: r, tool_name: route, input: {cases: [{if: <<input.x>>, do: [{id: b, tool_name: x__y}]}], else: [{id: c, tool_name: x__y}]}}
  - {id: p, tool_name: parallel, input: {branches: {x: [{id: c, tool_name: x__y}], c: [{id: d, tool_name: x__y}]}}}
  - {id: s, tool_name: route, input: {choose: {question: q, options: {d: {do: [{id: d, tool_name: x__y}]}}}}}
finally: [{id: p, tool_name: x__y}]
`;
    expect(toldByReader(text)).toEqual([
      "2:94 step/duplicate-id a",
      "3:75 step/duplicate-id b",
      "4:62 step/duplicate-id c",
      "5:85 step/duplicate-id d",
      "6:16 step/duplicate-id p",
    ]);
  });

  test("are reserved for the words of the language", () => {
    const words = [
      "route",
      "reduce",
      "loop",
      "parallel",
      "ask",
      "wait",
      "agent",
      "error",
      "env",
      "secrets",
      "accumulator",
    ];
    expect(toldByReader(`steps:\n${words.map((id) => `  - {id: ${id}, tool_name: x__y}\n`).join("")}`)).toEqual(
      words.map((id, index) => `${index + 2}:10 step/reserved-id ${id}`),
    );
  });

  test("an item's name is none of them", () => {
    const text = `steps:\n  - {id: r, tool_name: reduce, input: {over: [1], as: b, do: [{id: b, tool_name: fake__echo}]}}\n`;
    expect(only(text)).toMatchObject({ code: "step/duplicate-id", line: 4, column: 55, step: "r" });
  });
});

describe("where problems of bodies are told to be", () => {
  const nope = "{tool_name: fake__nope}";
  test.each<[string, string]>([
    [`{id: a, tool_name: route, input: {if: <<input.x>>, then: ${nope}}}`, "a/@then"],
    [`{id: a, tool_name: route, input: {if: <<input.x>>, then: [], else: ${nope}}}`, "a/@else"],
    [`{id: a, tool_name: route, input: {cases: [{if: <<input.x>>, do: ${nope}}]}}`, "a/@do"],
    [`{id: a, tool_name: route, input: {choose: {question: q, options: {"x z": {do: ${nope}}}}}}`, "a/@do"],
    [`{id: a, tool_name: parallel, input: {branches: {left: ${nope}}}}`, "a/@branches.left"],
    [`{id: a, tool_name: parallel, input: {branches: {left: [{id: b, tool_name: fake__nope}]}}}`, "a/b"],
    [
      `{id: a, tool_name: loop, input: {max_iterations: 1, do: {tool_name: reduce, input: {over: [1], do: ${nope}}}}}`,
      "a/@do/@do",
    ],
  ])("%s", (step, path) => {
    expect(only(`${open}steps:\n  - ${step}\n`)).toMatchObject({ code: "tool/unknown", step: path });
  });
});

test("the keys of bodies in a checked plan", () => {
  const text = `${open}steps:
  - {id: r, tool_name: route, input: {cases: [{if: <<input.x>>, do: []}, {if: <<input.z>>, do: ${call()}}], else: ${call()}}}
  - {id: c, tool_name: route, input: {choose: {question: q, options: {"a/b ~": {do: ${call()}}}}}}
  - {id: p, tool_name: parallel, input: {branches: {left: ${call()}, finally: ${call()}}}}
`;
  const steps = check(text).snapshot?.main.body.steps ?? [];
  const bodies = steps.map((step) =>
    Object.entries(step.bodies ?? {}).map(([key, { pointer, steps }]) => [key, pointer, steps.map(({ id }) => id)]),
  );
  expect(bodies).toEqual([
    [
      ["cases/0/do", "/steps/0/input/cases/0/do", []],
      ["cases/1/do", "/steps/0/input/cases/1/do", ["@do"]],
      ["else", "/steps/0/input/else", ["@else"]],
    ],
    [["choose/options/a/b ~/do", "/steps/1/input/choose/options/a~1b ~0/do", ["@do"]]],
    [
      ["branches/left", "/steps/2/input/branches/left", ["@branches.left"]],
      ["branches/finally", "/steps/2/input/branches/finally", ["@branches.finally"]],
    ],
  ]);
});
