import { describe, expect, test } from "vitest";
import { only, told } from "../../../test-support/told.ts";

const schema =
  "output_schema: {type: object, required: [ok], additionalProperties: false, properties: {ok: {type: boolean}, n: {type: integer}, why: {enum: [cost, time]}}}";
const ask = (more: string): string =>
  `steps:\n  - {id: l, tool_name: fake__list}\n  - id: a\n    tool_name: ask\n    input:\n      prompt: q <<l.total>>\n      ${schema}\n${more
    .split("; ")
    .map((line) => `      ${line}\n`)
    .join("")}`;

describe("the answer when nobody gives one", () => {
  test.each([
    "when_unanswered: fail",
    "when_unanswered: suspend",
    "when_unanswered: default; default: {ok: false}",
    "when_unanswered: default; default: {ok: true, n: 3, why: time}",
    "when_unanswered: default; default: {ok: <<l.done>>, n: <<l.total>>}",
    "when_unanswered: default; default: <<l.items.0>>",
  ])("%s", (more) => {
    expect(told(ask(more))).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["when_unanswered: default", ["6:7 schema/missing-key prompt"]],
    ["default: {ok: true}", ["8:7 schema/keys-conflict default"]],
    ["when_unanswered: fail; default: {ok: true}", ["9:7 schema/keys-conflict default"]],
    ["when_unanswered: default; default: {n: 3}", ["9:16 input/invalid {n: 3}"]],
    ["when_unanswered: default; default: {ok: maybe, n: 1.5}", ["9:21 input/invalid maybe", "9:31 input/invalid 1.5"]],
    ["when_unanswered: default; default: {ok: true, why: money}", ["9:32 input/invalid money"]],
    ["when_unanswered: default; default: {ok: true, when: now}", ["9:27 input/invalid when"]],
    ["when_unanswered: default; default: yes", ["9:16 input/invalid yes", "9:16 warning yaml/yes-no yes"]],
    [
      "when_unanswered: default; default: {ok: <<l.total>>, n: <<l.items>>}",
      ["9:21 ref/wrong-type <<l.total>>", "9:37 ref/wrong-type <<l.items>>"],
    ],
    ["when_unanswered: default; default: <<l.total>>", ["9:16 ref/wrong-type <<l.total>>"]],
    ["when_unanswered: default; default: {ok: <<l.don>>}", ["9:21 ref/no-such-field <<l.don>>"]],
  ])("%s", (more, expected) => {
    expect(told(ask(more))).toEqual(expected);
  });

  test("what is said of it", () => {
    expect(only(ask("when_unanswered: default; default: {ok: maybe}")).message).toBe(
      "By `output_schema`, `ok` of `default` must be true or false, got a string.",
    );
    expect(only(ask("when_unanswered: default; default: {n: 1}")).message).toBe(
      "`output_schema` requires `ok`, which `default` does not have. Add it.",
    );
    expect(only(ask("when_unanswered: default; default: {ok: <<l.total>>}")).message).toBe(
      "By `output_schema`, `ok` of `default` must be true or false, and `<<l.total>>` is an integer.",
    );
    expect(only(ask("default: {ok: true}")).suggestions).toEqual([
      {
        title: "Write `when_unanswered: default`",
        patch: [{ op: "add", path: "/steps/1/input/when_unanswered", value: "default" }],
        verified: true,
      },
    ]);
  });
});

test.each<[string, string, string[]]>([
  [
    "ask",
    "{prompt: q, output_schema: {properties: {x: {type: string}}, not: {type: objekt}}}",
    ["4:39 schema/bad-value {properties: {x: {type: string}}, not: {type: objekt}}"],
  ],
  [
    "ask",
    "{prompt: q, output_schema: {properties: {x: {type: string}}, not: {type: objekt}}, when_unanswered: default, default: {x: 1}}",
    ["4:39 schema/bad-value {properties: {x: {type: string}}, not: {type: objekt}}"],
  ],
  [
    "ask",
    "{prompt: q, output_schema: {properties: {x: {type: string, pattern: '('}}}}",
    ["4:39 warning tool/schema-unchecked {properties: {x: {type: string, pattern: '('}}}"],
  ],
  ["agent", "{prompt: q, tools: [], output_schema: {type: objekt}}", ["4:50 schema/bad-value {type: objekt}"]],
  [
    "agent",
    "{prompt: q, tools: [], output_schema: {$schema: 'http://example.com/x'}}",
    ["4:50 warning tool/schema-unchecked {$schema: 'http://example.com/x'}"],
  ],
])("a schema of %s that cannot be used, or not in whole: %s", (tool, input, expected) => {
  expect(told(`steps:\n  - id: a\n    tool_name: ${tool}\n    input: ${input}\n`)).toEqual(expected);
});
