import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { parsePlan } from "./parse-plan.ts";

const good = `version: 1
identifier: main
description: One case.
input_schema: {type: object, properties: {q: {type: string}}}
steps:
  - id: a
    tool_name: fake__echo
    if: {value: <<input.q>>, op: ne, to: ""}
    input: {plain: text, one: <<input.q>>, mixed: ["x <<input.q>>", {deep: "{{input.q}}"}], escaped: '\\<<no>>'}
  - id: b
    tool_name: map
    input:
      over: <<a.list>>
      do: [{id: c, tool_name: fake__echo, input: {v: <<item>>}}]
output:
  v: <<b.results>>
`;

test("a good plan: data, templates by pointer, no diagnostics", () => {
  const plan = parsePlan(good, { file: ".graph/plans/main.yaml" });
  expect(plan.diagnostics).toEqual([]);
  expect(plan.broken).toBe(false);
  expect(plan.identifier).toBe("main");
  expect(plan.file).toBe(".graph/plans/main.yaml");
  expect(plan.text).toBe(good);
  expect(plan.damaged).toEqual([]);
  expect(plan.hidden).toBe(0);
  expect([...plan.templates.keys()].sort()).toEqual([
    "/output/v",
    "/steps/0/if/value",
    "/steps/0/input/mixed/0",
    "/steps/0/input/mixed/1/deep",
    "/steps/0/input/one",
    "/steps/1/input/do/0/input/v",
    "/steps/1/input/over",
  ]);
  expect(plan.templates.get("/steps/0/input/one")).toMatchObject({ text: "<<input.q>>", sole: true });
});

test("the digest is the SHA-256 of the text, or of the data", () => {
  expect(parsePlan("").digest).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const data = { identifier: "a", description: "b", steps: [] };
  expect(parsePlan(data).digest).toBe(parsePlan(JSON.stringify(data)).digest);
});

test("JSON is accepted", () => {
  const text = JSON.stringify(
    { identifier: "main", description: "x", steps: [{ id: "a", tool_name: "x__y", input: { v: "<<run.id>>" } }] },
    null,
    2,
  );
  const plan = parsePlan(text);
  expect(plan.diagnostics).toEqual([]);
  expect(plan.templates.has("/steps/0/input/v")).toBe(true);
  expect(plan.locator.at("/steps/0/input/v", { tagStart: 0, tagEnd: 10 })).toMatchObject({ line: 9, column: 15 });
});

describe("texts that are no plan", () => {
  test.each<[string, string[]]>([
    ["", ["1:1 schema/bad-value"]],
    ["# nothing but a comment\n", ["1:1 schema/bad-value"]],
    ["- a\n", ["1:1 schema/bad-value"]],
    ["just text", ["1:1 schema/bad-value"]],
    ["{}", ["1:1 schema/missing-key", "1:1 schema/missing-key", "1:1 schema/missing-key"]],
    ["\uFEFFidentifier: a\ndescription: b\nsteps: []\n", []],
    ["identifier: a\r\ndescription: b\r\nsteps: []\r\n", []],
  ])("%j", (text, expected) => {
    const { diagnostics } = parsePlan(text);
    expect(diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(expected);
  });
});

test("the identifier of a broken file comes from its name", () => {
  expect(parsePlan("steps: [", { file: "/x/y/triage.yaml" }).identifier).toBe("triage");
  expect(parsePlan("identifier: other\nsteps: [", { file: "C:\\plans\\triage.yml" }).identifier).toBe("other");
});

describe("data that a host built", () => {
  const base = {
    identifier: "main",
    description: "x",
    steps: [{ id: "a", tool_name: "x__y", input: { v: "<<run.id>>" } }],
  };

  test("has no text and no places", () => {
    const plan = parsePlan(base);
    expect(plan.diagnostics).toEqual([]);
    expect("text" in plan).toBe(false);
    expect(plan.locator.at("")).toBeUndefined();
    expect(plan.templates.has("/steps/0/input/v")).toBe(true);
  });

  test("is copied, undefined keys are left out", () => {
    const mine = { ...base, name: undefined, output: { v: "x" } };
    const plan = parsePlan(mine as unknown as JsonObject);
    mine.output.v = "changed";
    expect(plan.data["output"]).toEqual({ v: "x" });
    expect(Object.keys(plan.data)).not.toContain("name");
  });

  test("what is no JSON is refused at its pointer", () => {
    const ring: unknown[] = [];
    ring.push(ring);
    const plan = parsePlan({
      ...base,
      output: { a: () => 1, b: Number.NaN, c: new Date(0), d: 1n, e: ring },
    } as unknown as JsonObject);
    const found = plan.diagnostics.map(({ code, path }) => `${code} ${path?.slice(0, 12)}`);
    expect(found).toEqual([
      "schema/bad-value /output/a",
      "schema/bad-value /output/b",
      "schema/bad-value /output/c",
      "schema/bad-value /output/d",
      "yaml/too-deep /output/e/0",
    ]);
    expect(plan.broken).toBe(true);
  });

  test.each([null, 5, "", [], undefined])("%j never throws", (value) => {
    expect(parsePlan(value as unknown as JsonObject).broken).toBe(true);
  });
});

describe("old spellings", () => {
  const old = `identifier: main
description: x
inputSchema: {type: object}
finish: {output: {v: <<a.v>>}}
steps:
  - id: a
    toolName: map
    reasoning: because
    onError: continue
    retry: {maxAttempts: 2}
    input: {over: [1], onItemError: skip, do: {toolName: x__y, input: {camelCase: 1}}}
`;
  test("load with a note and stand under their new names", () => {
    const plan = parsePlan(old);
    expect(plan.diagnostics.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`)).toEqual(
      [
        "3:1 note schema/old-spelling",
        "4:10 note schema/old-spelling",
        "7:5 note schema/old-spelling",
        "9:5 note schema/old-spelling",
        "10:13 note schema/old-spelling",
        "11:24 note schema/old-spelling",
        "11:48 note schema/old-spelling",
      ],
    );
    expect(plan.broken).toBe(false);
    expect(plan.data).toEqual({
      identifier: "main",
      description: "x",
      input_schema: { type: "object" },
      output: { v: "<<a.v>>" },
      steps: [
        {
          id: "a",
          tool_name: "map",
          description: "because",
          on_error: "continue",
          retry: { max_attempts: 2 },
          input: { over: [1], on_item_error: "skip", do: { tool_name: "x__y", input: { camelCase: 1 } } },
        },
      ],
    });
    expect(plan.templates.has("/output/v")).toBe(true);
    expect(plan.locator.at("/output/v", { tagStart: 0, tagEnd: 7 })).toMatchObject({ line: 4, column: 22 });
    expect(plan.locator.at("/steps/0/input/do/input/camelCase", { key: true })).toMatchObject({ line: 11, column: 72 });
  });

  test("both spellings of one key exclude each other", () => {
    const text =
      "identifier: a\ndescription: b\nsteps:\n  - id: a\n    toolName: x__y\n    tool_name: x__z\nfinish: {output: {}}\noutput: {}\n";
    const found = parsePlan(text).diagnostics;
    expect(found.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      "6:5 schema/keys-conflict",
      "8:1 schema/keys-conflict",
    ]);
    expect(found[0]?.related).toEqual([{ message: "the other one", path: "/steps/0/toolName", line: 5, column: 5 }]);
  });
});

// Changes of a good text as slips make them.
const change = fc.record({
  at: fc.nat(good.length),
  cut: fc.nat(12),
  put: fc.oneof(
    fc.constantFrom(
      "<<",
      ">>",
      "{{",
      "}}",
      ": ",
      "- ",
      "\n",
      "\n  ",
      "[",
      "]",
      "{",
      "}",
      '"',
      "'",
      "#",
      "&a ",
      "*a",
      "!t ",
      "|",
      "\t",
      "\\",
      "%",
    ),
    fc.string({ maxLength: 5, unit: "binary" }),
  ),
});

test("mutated plans never throw, have their problems inside the file, and raise no warning of the process", () => {
  const warnings: unknown[] = [];
  const listener = (warning: unknown): void => void warnings.push(warning);
  process.on("warning", listener);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = good;
      for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
      const plan = parsePlan(text, { file: "main.yaml" });
      const lines = text.split("\n");
      for (const { line, column, endLine, endColumn, offset, file, message } of plan.diagnostics) {
        expect(file).toBe("main.yaml");
        expect(lines[line! - 1]).toBeDefined();
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(lines[line! - 1]?.length || 1);
        expect(endLine! > line! || endColumn! >= column!).toBe(true);
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(message).not.toMatch(/undefined|\[object|Cannot read|is not a function/);
      }
      expect(plan.broken).toBe(plan.diagnostics.some(({ severity }) => severity === "error"));
    }),
    { numRuns: 300 },
  );
  process.off("warning", listener);
  expect(warnings).toEqual([]);
});
