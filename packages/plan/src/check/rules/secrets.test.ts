import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { only, told } from "../../../test-support/told.ts";

const open = "input_schema: {type: object}\n";
/** A plan of one step, whose line begins in column 3 of line 3. */
const step = (rest: string): string => `${open}steps:\n  - {id: a, ${rest}}\n`;
const echo = (input: string): string => step(`tool_name: fake__echo, input: ${input}`);

describe("where a secret may stand", () => {
  test.each([
    ["alone", echo("{v: <<secrets.TOKEN>>}")],
    ["alone, with blanks around it", echo("{v: ' <<secrets.TOKEN>> '}")],
    ["in text", echo("{v: 'Bearer <<secrets.TOKEN>>'}")],
    ["in text with another tag", echo("{v: '<<input.x>>:<<secrets.TOKEN>>'}")],
    ["deep in the input", echo("{v: [{w: [<<secrets.TOKEN>>]}]}")],
    [
      "in a body",
      step("tool_name: map, input: {over: [1], do: {tool_name: fake__echo, input: {v: <<secrets.TOKEN>>}}}"),
    ],
    [
      "in a branch",
      step(
        "tool_name: parallel, input: {branches: {x: [{id: b, tool_name: fake__echo, input: {v: <<secrets.TOKEN>>}}]}}",
      ),
    ],
    [
      "in catch and finally",
      step(
        "tool_name: fake__echo, catch: [{do: {tool_name: fake__echo, input: {v: <<secrets.TOKEN>>}}}], finally: {tool_name: fake__echo, input: {v: <<secrets.TOKEN>>}}",
      ),
    ],
    ["in a plan's finally", `steps: []\nfinally: {tool_name: fake__echo, input: {v: <<secrets.TOKEN>>}}\n`],
  ])("%s", (_title, text) => {
    expect(told(text)).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ["under a helper", echo("{v: <<upper secrets.TOKEN>>}"), ["3:47 <<upper secrets.TOKEN>>"]],
    ["under default", echo("{v: <<default secrets.TOKEN 1>>}"), ["3:47 <<default secrets.TOKEN 1>>"]],
    ["in a sub-expression", echo("{v: 'x <<join (keys secrets.TOKEN)>>'}"), ["3:50 <<join (keys secrets.TOKEN)>>"]],
    ["what a block asks", echo("{v: '<<#if secrets.TOKEN>>x<</if>>'}"), ["3:48 <<#if secrets.TOKEN>>"]],
    ["what a section asks", echo("{v: '<<#secrets.TOKEN>>x<</secrets.TOKEN>>'}"), ["3:48 <<#secrets.TOKEN>>"]],
    ["inside a block", echo("{v: '<<#if input.x>><<secrets.TOKEN>><</if>>'}"), ["3:63 <<secrets.TOKEN>>"]],
    ["beside a block", echo("{v: '<<#if input.x>>x<</if>> <<secrets.TOKEN>>'}"), ["3:72 <<secrets.TOKEN>>"]],
    [
      "in a gate",
      step("tool_name: fake__echo, if: {value: <<secrets.TOKEN>>, op: not_empty}"),
      ["3:48 <<secrets.TOKEN>>"],
    ],
    [
      "in a question of a gate",
      step("tool_name: fake__echo, if: {infer: 'Is it <<secrets.TOKEN>>?'}"),
      ["3:55 <<secrets.TOKEN>>"],
    ],
    [
      "as an idempotency key",
      step("tool_name: fake__send, input: {to: x}, idempotency_key: <<secrets.TOKEN>>"),
      ["3:69 <<secrets.TOKEN>>"],
    ],
    [
      "as a key of a cache",
      step("tool_name: fake__echo, cache: {ttl: 1h, key: <<secrets.TOKEN>>}"),
      ["3:58 <<secrets.TOKEN>>"],
    ],
    [
      "in what a handler gives",
      step("tool_name: fake__echo, catch: [{do: [], result: <<secrets.TOKEN>>}]"),
      ["3:61 <<secrets.TOKEN>>"],
    ],
    [
      "in the input of a control step",
      step("tool_name: map, input: {over: [<<secrets.TOKEN>>], do: []}"),
      ["3:44 <<secrets.TOKEN>>"],
    ],
    [
      "in a gate of a control step",
      step("tool_name: exit, input: {when: {value: <<secrets.TOKEN>>, op: empty}, message: <<secrets.TOKEN>>}"),
      ["3:52 <<secrets.TOKEN>>", "3:92 <<secrets.TOKEN>>"],
    ],
    [
      "in a question for a person",
      step("tool_name: ask, input: {prompt: <<secrets.TOKEN>>, output_schema: {properties: {x: {type: string}}}}"),
      ["3:45 <<secrets.TOKEN>>"],
    ],
    [
      "in the task of an agent",
      step("tool_name: agent, input: {tools: [], prompt: <<secrets.TOKEN>>}"),
      ["3:58 <<secrets.TOKEN>>"],
    ],
    ["in the output", "steps: []\noutput: {v: <<secrets.TOKEN>>}\n", ["2:13 <<secrets.TOKEN>>"]],
    [
      "in what a solver is told",
      "steps: []\nsolver: {query_to_answer: <<secrets.TOKEN>>, data: [<<secrets.TOKEN>>]}\n",
      ["2:27 <<secrets.TOKEN>>", "2:53 <<secrets.TOKEN>>"],
    ],
    ["all of them", echo("{v: <<secrets>>}"), ["3:47 <<secrets>>"]],
    [
      "a part of one",
      echo("{v: <<secrets.TOKEN.x>>, w: <<secrets.TOKEN.length>>}"),
      ["3:47 <<secrets.TOKEN.x>>", "3:71 <<secrets.TOKEN.length>>"],
    ],
  ])("not %s", (_title, text, expected) => {
    expect(told(text)).toEqual(expected.map((line) => line.replace(" ", " secret/outside-input ")));
  });

  test("nor in the input of a called plan", () => {
    const child =
      "identifier: child\ndescription: C.\ninput_schema: {type: object}\nsteps:\n  - {id: c, tool_name: fake__echo, input: {v: <<input.v>>}}\n";
    const found = only(step("tool_name: plan__child, input: {v: <<secrets.TOKEN>>}"), smallCatalog({ plans: [child] }));
    expect([found.code, found.column, found.message]).toEqual([
      "secret/outside-input",
      48,
      "A secret may stand in the input of a tool only, alone or in plain text: `plan__child` is a plan. Read the secret in that plan, in the step that needs it.",
    ]);
  });
});

describe("whether a secret is there", () => {
  test.each<[string, string, string]>([
    [
      "<<secrets.PIN>>",
      "secret/too-short",
      "The secret `PIN` is shorter than 6 characters: it could not be kept out of what is shown. Use a longer one.",
    ],
    [
      "<<secrets.EMPTY>>",
      "secret/missing",
      "The secret `EMPTY` is configured, and has no value here. Set it where the config takes it from.",
    ],
    [
      "<<secrets.TOKN>>",
      "secret/missing",
      "There is no secret `TOKN`. Did you mean `TOKEN`? Configured are: TOKEN, EMPTY, PIN. The config lists them under `[secrets]`.",
    ],
  ])("%s", (tag, code, message) => {
    expect(only(echo(`{v: ${tag}}`))).toMatchObject({ code, message, line: 5, column: 47, step: "a", template: tag });
  });

  test("the nearest one is suggested, in whatever text it stands", () => {
    expect(only(echo("{v: 'Bearer <<secrets.TOKN>>'}")).suggestions).toEqual([
      {
        title: "Read `secrets.TOKEN`",
        patch: [{ op: "replace", path: "/steps/0/input/v", value: "Bearer <<secrets.TOKEN>>" }],
        verified: true,
      },
    ]);
  });

  test("where none is configured", () => {
    const found = only(echo("{v: <<secrets.TOKEN>>}"), smallCatalog({ secrets: new Map() }));
    expect(found.message).toBe(
      "There is no secret `TOKEN`. None is configured. The config lists them under `[secrets]`.",
    );
  });

  test("a secret is a text: an argument that takes none is told so", () => {
    expect(told(step("tool_name: fake__send, input: {to: <<secrets.TOKEN>>, count: <<secrets.TOKEN>>}"))).toEqual([
      "3:74 ref/wrong-type <<secrets.TOKEN>>",
    ]);
  });
});

test("a secret as `over` is told once, as a secret", () => {
  expect(
    told(
      "steps:\n  - {id: m, tool_name: map, input: {over: <<secrets.TOKEN>>, do: {tool_name: fake__echo, input: {v: <<item>>}}}}\n",
    ),
  ).toEqual(["2:43 secret/outside-input <<secrets.TOKEN>>"]);
});
