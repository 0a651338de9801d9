import { describe, expect, test } from "vitest";
import { told, toldByReader } from "../../test-support/told.ts";

const gate = (value: string): string => `steps:\n  - id: a\n    tool_name: fake__echo\n    if: ${value}\n`;

describe("the form of a gate", () => {
  test.each([
    "<<input.ok>>",
    "{value: <<a.b>>, op: eq, to: null}",
    "{value: <<a.b>>, op: empty}",
    "{all: [<<input.ok>>, {any: [{not: <<input.no>>}]}]}",
    "{decide: 'Is it urgent?'}",
    "{decide: 'Is <<input.x>> urgent?', state: {a: [<<input.x>>]}, model: <<input.role>>, min_probability: 0.8}",
    "{infer: 'Is it urgent?', model: default}",
    "{not: {any: [{infer: x}, {decide: z, state: null, min_probability: 1}]}}",
  ])("%s", (value) => {
    expect(toldByReader(gate(value))).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["true", ["4:9 warning step/gate-constant true"]],
    ["false", ["4:9 warning step/gate-constant false"]],
    ["yes please", ["4:9 step/gate-not-boolean yes please"]],
    ["x <<input.ok>>", ["4:9 step/gate-not-boolean x <<input.ok>>"]],
    ["5", ["4:9 step/gate-not-boolean 5"]],
    ["[]", ["4:9 step/gate-not-boolean []"]],
    ["", ["4:5 step/gate-not-boolean if"]],
    ["{}", ["4:9 schema/missing-key {}"]],
    ["{value: 1, op: eq}", ["4:10 schema/missing-key value"]],
    ["{value: 1, op: empty, to: 1}", ["4:31 schema/keys-conflict to"]],
    ["{value: 1, op: '>', to: 1}", ["4:24 schema/bad-value '>'"]],
    ["{value: 1, op: <<x>>, to: 1}", ["4:24 template/not-here <<x>>"]],
    ["{value: 1, op: eq, to: 1, not: <<x>>}", ["4:35 schema/keys-conflict not"]],
    ["{all: <<x>>}", ["4:15 schema/bad-value <<x>>"]],
    ["{any: [false, {al: []}]}", ["4:16 warning step/gate-constant false", "4:24 schema/unknown-key al"]],
    ["<<upper>", ["4:9 template/syntax <<upper>"]],
    ["{decide: }", ["4:10 schema/bad-value decide"]],
    ["{decide: '  '}", ["4:18 schema/bad-value '  '"]],
    ["{decide: [is it]}", ["4:18 schema/bad-value [is it]"]],
    ["{decide: {question: x}}", ["4:18 schema/bad-value {question: x}"]],
    ["{infer: x, state: z}", ["4:20 schema/keys-conflict state"]],
    ["{infer: x, min_probability: 1}", ["4:20 schema/keys-conflict min_probability"]],
    ["{infer: x, decide: z}", ["4:20 schema/keys-conflict decide"]],
    ["{decide: x, op: eq}", ["4:21 schema/keys-conflict op"]],
    ["{all: [], state: z}", ["4:19 schema/keys-conflict state"]],
    ["{state: z}", ["4:10 schema/missing-key state"]],
    ["{decide: x, min_probability: 1.5}", ["4:38 schema/bad-value 1.5"]],
    ["{decide: x, min_probability: <<input.p>>}", ["4:38 template/not-here <<input.p>>"]],
    ["{decide: x, model: 5}", ["4:28 schema/bad-value 5"]],
    ["{decide: x, threshold: 0.5}", ["4:21 schema/unknown-key threshold"]],
  ])("%s", (value, expected) => {
    expect(toldByReader(gate(value))).toEqual(expected);
  });

  test("spelt in the other way", () => {
    expect(toldByReader(gate("{all: [{decide: x, minProbability: 0.9}]}"))).toEqual([
      "4:28 note schema/old-spelling minProbability",
    ]);
  });
});

describe("where gates stand", () => {
  const list = "  - {id: l, tool_name: fake__list}\n";
  const echo = "{tool_name: fake__echo}";

  test.each<[string, string, string[]]>([
    [
      "a tag that yields a number",
      `route, input: {cases: [{if: <<l.done>>, do: ${echo}}, {if: <<l.total>>, do: ${echo}}]}`,
      ["3:99 step/gate-not-boolean <<l.total>>"],
    ],
    [
      "inside `all`",
      `exit, input: {when: {all: [<<l.done>>, <<l.items>>]}}`,
      ["3:63 step/gate-not-boolean <<l.items>>"],
    ],
    [
      "of a loop, over what its body yields",
      `loop, input: {max_iterations: 2, until: <<accumulator>>, do: {tool_name: fake__list}}`,
      [],
    ],
    [
      "a field that a case's tag cannot read",
      `route, input: {cases: [{if: <<l.don>>, do: ${echo}}]}`,
      ["3:52 ref/no-such-field <<l.don>>"],
    ],
    ["a step that comes later", `route, input: {if: <<m.done>>, then: ${echo}}`, ["3:43 ref/forward <<m.done>>"]],
    [
      "item where there is none",
      `route, input: {if: <<item.ok>>, then: ${echo}}`,
      ["3:43 ref/unknown-step <<item.ok>>"],
    ],
    [
      "a gate that never changes",
      `route, input: {cases: [{if: true, do: ${echo}}]}`,
      ["3:52 warning step/gate-constant true"],
    ],
    [
      "an operator of a case",
      `route, input: {cases: [{if: {value: 1, op: is, to: 1}, do: ${echo}}]}`,
      ["3:67 schema/bad-value is"],
    ],
  ])("%s", (_title, step, expected) => {
    expect(told(`steps:\n${list}  - {id: s, tool_name: ${step}}\n  - {id: m, tool_name: fake__list}\n`)).toEqual(
      expected,
    );
  });
});
