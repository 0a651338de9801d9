import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { only, told } from "../../../test-support/told.ts";

const list = "  - {id: l, tool_name: fake__list}\n";

describe("a solver", () => {
  test.each<[string, string, string[]]>([
    [
      "reads steps like an output",
      `steps:\n${list}solver: {query_to_answer: "Sum <<l.total>>", data: {all: <<l.items>>}}\n`,
      [],
    ],
    [
      "reads what is not there",
      `steps:\n${list}solver: {query_to_answer: "<<m.x>>", system_prompt: "<<l.nope>>", data: [<<item>>]}\n`,
      ["3:28 ref/unknown-step <<m.x>>", "3:54 ref/no-such-field <<l.nope>>", "3:74 ref/unknown-step <<item>>"],
    ],
    [
      "makes steps that nothing reads useless",
      `steps:\n${list}solver: {query_to_answer: q}\n`,
      ["2:10 warning plan/unused-step l"],
    ],
    [
      "reads a step that may be skipped",
      "steps:\n  - {id: l, tool_name: fake__list, on_error: continue}\nsolver: {query_to_answer: q, data: <<l.total>>}\n",
      ["3:36 warning ref/missing-step <<l.total>>"],
    ],
    [
      "and an output",
      `steps:\n${list}output: {v: <<l.total>>}\nsolver: {query_to_answer: q}\n`,
      ["4:1 schema/keys-conflict solver"],
    ],
    [
      "with a schema that allows a text",
      "output_schema: {type: [string, 'null']}\nsteps: []\nsolver: {query_to_answer: q}\n",
      [],
    ],
    [
      "with a schema that says nothing of types",
      "output_schema: {description: x}\nsteps: []\nsolver: {query_to_answer: q}\n",
      [],
    ],
    [
      "with a schema that allows none",
      "output_schema: {type: object}\nsteps: []\nsolver: {query_to_answer: q}\n",
      ["1:16 tool/output-mismatch {type: object}"],
    ],
  ])("%s", (_title, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test("what is said of it", () => {
    expect(only("output_schema: {type: object}\nsteps: []\nsolver: {query_to_answer: q}\n").message).toMatch(
      /^`solver` writes a text, which `output_schema` does not allow\./,
    );
    const skipped =
      "steps:\n  - {id: l, tool_name: fake__list, on_error: continue}\nsolver: {query_to_answer: q, data: <<l.total>>}\n";
    expect(only(skipped).message).toBe(
      "`l` may have no result, because its `on_error` is `continue`; `solver` fails then. Give a fallback: `default l.total null`.",
    );
  });
});

describe("what a called plan returns", () => {
  const child = (rest: string): string => `identifier: child\ndescription: C.\n${rest}`;
  const reads = (rest: string, path: string): string[] =>
    told(
      `steps:\n  - {id: c, tool_name: plan__child}\noutput: {v: <<c${path}>>}\n`,
      smallCatalog({ plans: [child(rest)] }),
    );
  const exit = "  - {id: e, tool_name: exit, input: {when: {value: 1, op: eq, to: 1}, output: {why: x}}}\n";

  test.each<[string, string, string, string[]]>([
    ["a solver's text", "steps: []\nsolver: {query_to_answer: q}\n", "", []],
    [
      "a field of a text",
      "steps: []\nsolver: {query_to_answer: q}\n",
      ".answer",
      ["3:13 ref/no-such-field <<c.answer>>"],
    ],
    ["an exit may give something else", `steps:\n${exit}solver: {query_to_answer: q}\n`, ".why", []],
    ["an output", `steps:\n${list}output: {n: <<l.total>>}\n`, ".m", ["3:13 ref/no-such-field <<c.m>>"]],
    [
      "what it declares",
      `output_schema: {type: object, additionalProperties: false, properties: {n: {}}}\nsteps: []\noutput: {n: 1}\n`,
      ".m",
      ["3:13 ref/no-such-field <<c.m>>"],
    ],
  ])("%s", (_title, rest, path, expected) => {
    expect(reads(rest, path)).toEqual(expected);
  });
});
