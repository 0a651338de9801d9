import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../diagnostic.ts";
import { parsePlan } from "../parse-plan.ts";

const head = "identifier: main\ndescription: x\n";

function listed(text: string, file = "main.yaml"): string[] {
  return parsePlan(text, { file }).diagnostics.map(
    ({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`,
  );
}

function only(text: string, file = "main.yaml"): Diagnostic {
  const [diagnostic, ...others] = parsePlan(text, { file }).diagnostics;
  if (diagnostic === undefined || others.length > 0) throw new Error(`not one: ${listed(text, file).join(", ")}`);
  return diagnostic;
}

describe("keys of a plan", () => {
  test("a plan cannot bring its own server, or pull in files", () => {
    expect(
      only(`identifier: main\nname: Main\ndescription: x\nservers:\n  x: {command: sh}\nsteps: []\n`),
    ).toMatchObject({ code: "schema/unknown-key", line: 4, column: 1 });
    expect(only(`import: ["/etc/passwd"]\n${head}steps: []\n`)).toMatchObject({
      code: "schema/unknown-key",
      line: 1,
      column: 1,
    });
  });

  test("all problems at once, each where it stands", () => {
    expect(
      listed(`identifier: 1 x
description: [x]
name: 5
exemplars: x
limits: {concurency: 2, max_steps: 0, timeout: 30}
execution: paralel
steps: {}
output: <<a.b>>
version: one
`),
    ).toEqual([
      "1:13 error name/bad-name",
      "2:14 error schema/bad-value",
      "3:7 error schema/bad-value",
      "4:12 error schema/bad-value",
      "5:10 error schema/unknown-key",
      "5:36 error schema/bad-value",
      "5:48 error schema/bad-duration",
      "6:12 error schema/bad-value",
      "7:8 error schema/bad-value",
      "8:9 error schema/bad-value",
      "9:10 error schema/bad-value",
    ]);
  });

  test("a misspelt key that must be there is one problem, with its repair", () => {
    const diagnostic = only("identifer: main\ndescription: x\nsteps: []\n");
    expect(diagnostic).toMatchObject({
      code: "schema/unknown-key",
      line: 1,
      column: 1,
      endColumn: 10,
      path: "/identifer",
      message: "`identifer` is no key of a plan. Did you mean `identifier`?",
      suggestions: [
        { title: "Rename it to `identifier`", patch: [{ op: "move", from: "/identifer", path: "/identifier" }] },
      ],
      follows: [{ code: "schema/missing-key" }],
    });
  });

  test("missing keys stand at the first key of the map that lacks them", () => {
    expect(listed("name: x\nsteps: [{input: {}}]\n")).toEqual([
      "1:1 error schema/missing-key",
      "1:1 error schema/missing-key",
      "2:10 error schema/missing-key",
      "2:10 error schema/missing-key",
    ]);
  });

  test("a newer version is refused by name, and nothing else is said", () => {
    expect(only("version: 2\nnew_key: 1\n")).toMatchObject({ code: "schema/newer-version", line: 1, column: 10 });
  });

  test("the file may be called anything, with a note", () => {
    expect(only(`${head}steps: []\n`, "plans/other.yaml")).toMatchObject({
      code: "plan/file-name",
      severity: "note",
      line: 1,
      column: 13,
    });
    expect(listed("identifier: con\ndescription: x\nsteps: []\n", "con.yaml")).toEqual(["1:13 error name/bad-name"]);
  });

  test.each<[string, string[]]>([
    ["defaults: {timeout: 5s, retry: {max_attempts: 3}}", []],
    [
      "defaults: {timeout: 5, retry: {delay: 1s}, cache: {ttl: 1h}}",
      ["4:21 error schema/bad-duration", "4:32 error schema/missing-key", "4:44 error schema/unknown-key"],
    ],
    ["defaults: 5s", ["4:11 error schema/bad-value"]],
    ["solver: {query_to_answer: 'What is <<input.x>>?', system_prompt: Be brief., data: {x: [<<input.x>>]}}", []],
    ["solver: {data: {}, query: x}", ["4:20 error schema/unknown-key"]],
    ["solver: {data: {}}", ["4:10 error schema/missing-key"]],
    [
      "solver: {query_to_answer: '', system_prompt: [x]}",
      ["4:27 error schema/bad-value", "4:46 error schema/bad-value"],
    ],
    ["solver: <<input.x>>", ["4:9 error template/not-here"]],
    ["limits: {max_output_bytes: 5}", []],
    ["limits: {max_output_bytes: 1MB}", ["4:28 error schema/bad-value"]],
    ["finally: []", []],
    ["finally: {tool_name: x__y, input: {v: <<error.class>>}}", []],
    ["finally: {tool_name: x__y, id: a}", ["4:28 error schema/unknown-key"]],
    ["finally: later", ["4:10 error schema/bad-value"]],
    ["finally:\n  - {id: a}", ["5:6 error schema/missing-key"]],
  ])("%s", (line, expected) => {
    expect(listed(`${head}steps: []\n${line}\n`)).toEqual(expected);
  });

  test("a plan has one finish: the later one is told, in whichever order", () => {
    const [output, solver] = ["output: {x: 1}\n", "solver: {query_to_answer: x}\n"];
    expect(listed(`${head}steps: []\n${output}${solver}`)).toEqual(["5:1 error schema/keys-conflict"]);
    expect(only(`${head}${solver}steps: []\n${output}`)).toMatchObject({
      code: "schema/keys-conflict",
      line: 5,
      column: 1,
      message: "`solver` and `output` exclude each other: keep one.",
      related: [{ path: "/solver", line: 3, column: 1 }],
    });
  });

  test("keys of a step at the top, and a finish that is neither of the two", () => {
    const message = (line: string): string => only(`${head}steps: []\n${line}\n`).message;
    expect(message("catch: []")).toBe("`catch` belongs into a step, under `steps`.");
    expect(message("retry: {max_attempts: 2}")).toBe(
      "`retry` belongs into a step, under `steps`. For all steps that call a tool it can stand under `defaults`.",
    );
    expect(message("finish: silent")).toBe("A plan without `output` and `solver` ends silently: leave `finish` out.");
    expect(message("finish: {output: {}, solver: {}}")).toMatch(
      /^`finish` is the old spelling of `output` and `solver`/,
    );
  });
});

describe("schemas", () => {
  test("a misspelt keyword", () => {
    const text = `identifier: main\nname: Main\ndescription: One case.\ninput_schema:\n  type: object\n  properties:\n    age: {type: integer, min: 1}\nsteps: []\n`;
    expect(only(text)).toMatchObject({ code: "schema/unknown-keyword", line: 7, column: 26, expected: ["minimum"] });
  });

  test("names of properties are no keywords, at any depth", () => {
    const schema =
      "{type: object, properties: {min: {}, properties: {properties: {requird: {}}}}, $defs: {foo: {items: {tipe: string}}}, anyOf: [{reqired: [a]}], x-note: 1, default: {min: 1}, if: {const: 1}, additionalProperties: false, items: 5}";
    expect(listed(`${head}steps: []\noutput_schema: ${schema}\n`)).toEqual([
      "4:117 error schema/unknown-keyword",
      "4:143 error schema/unknown-keyword",
      "4:241 error schema/bad-value",
    ]);
  });

  test("a schema is a map, also a step's", () => {
    expect(
      listed(`${head}input_schema: true\nsteps:\n  - {id: a, tool_name: x__y, output_schema: {typ: object}}\n`),
    ).toEqual(["3:15 error schema/bad-value", "5:46 error schema/unknown-keyword"]);
  });
});

describe("steps", () => {
  test("ids", () => {
    const found = parsePlan(`${head}steps:
  - {id: same, tool_name: x__y}
  - {id: same, tool_name: x__y}
  - {id: a-b, tool_name: x__y}
  - {id: input, tool_name: x__y}
  - {id: __a, tool_name: x__y}
  - {id: map, tool_name: x__y}
  - {id: constructor, tool_name: x__y}
  - {id: 5, tool_name: x__y}
  - {id: "<<a>>", tool_name: x__y}
  - {id: ${"a".repeat(65)}, tool_name: x__y}
  - id: outer
    tool_name: map
    input: {over: [], do: [{id: same, tool_name: x__y}]}
`).diagnostics;
    expect(found.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      "5:10 step/duplicate-id",
      "6:10 step/bad-id",
      "7:10 step/reserved-id",
      "8:10 step/reserved-id",
      "9:10 step/reserved-id",
      "10:10 step/reserved-id",
      "11:10 schema/bad-value",
      "12:11 template/not-here",
      "13:10 step/bad-id",
      "16:33 step/duplicate-id",
    ]);
    expect(found[0]?.related).toEqual([{ message: "it is used here first", path: "/steps/0/id", line: 4, column: 10 }]);
    expect(found.at(-1)?.step).toBe("outer/same");
  });

  test("a tag in the name of a tool is refused at the tag, and nothing else is said of it", () => {
    const text = `identifier: main\nname: Main\ndescription: One case.\nsteps:\n  - id: a\n    tool_name: map\n    input:\n      over: ["01", "02"]\n      do:\n        tool_name: plan__job_<<item>>\n        input: {}\n`;
    const plan = parsePlan(text);
    expect(plan.diagnostics).toMatchObject([
      { code: "template/not-here", line: 10, column: 30, template: "<<item>>", step: "a/@do" },
    ]);
    expect(plan.damaged).toEqual(["/steps/0/input/do/tool_name"]);
  });

  test("a name of a tool that breaks the rule, but not one that is only too long", () => {
    expect(only(`${head}steps:\n  - id: a\n    tool_name: plan__../../secret\n`)).toMatchObject({
      code: "name/bad-name",
      line: 5,
      column: 16,
    });
    expect(listed(`${head}steps:\n  - id: a\n    tool_name: ${"x".repeat(70)}\n`)).toEqual([]);
  });

  test("modifiers", () => {
    expect(
      listed(`${head}steps:
  - id: a
    tool_name: x__y
    needs: b
    timeout: "10"
    retry: {max_attempts: <<input.n>>, delay: -5s, backoff: expo, errors: [timeouts, timeout]}
    on_error: ignore
    idempotency_key: k-<<run.id>>
    if: true
  - id: b
    tool_name: x__y
    needs: [a, "<<c>>", 5]
    timeout: 0s
    input: <<a>>
    catches: []
    retries: 3
`),
    ).toEqual([
      "6:12 error schema/bad-value",
      "7:14 error schema/bad-duration",
      "8:27 error template/not-here",
      "8:47 error schema/bad-duration",
      "8:61 error schema/bad-value",
      "8:76 error schema/bad-value",
      "9:15 error schema/bad-value",
      "11:9 warning step/gate-constant",
      "14:17 error template/not-here",
      "14:25 error schema/bad-value",
      "15:14 error schema/bad-duration",
      "16:12 error schema/bad-value",
      "17:5 error schema/unknown-key",
      "18:5 error schema/unknown-key",
    ]);
  });

  test.each(["10", "-5s", "NaN", "ten days"])("a duration of %s", (value) => {
    expect(only(`${head}steps:\n  - id: a\n    tool_name: x__y\n    timeout: ${value}\n`)).toMatchObject({
      code: "schema/bad-duration",
      line: 6,
      column: 14,
    });
  });

  test("more steps than a plan may have, bodies included", () => {
    const steps = (count: number): string =>
      Array.from({ length: count }, (_, index) => `  - {id: s${index}, tool_name: x__y}\n`).join("");
    expect(listed(`${head}limits: {max_plan_steps: 3}\nsteps:\n${steps(3)}`)).toEqual([]);
    expect(listed(`${head}limits: {max_plan_steps: 3}\nsteps:\n${steps(5)}`)).toEqual(["8:5 error limit/plan-steps"]);
    const body = "  - {id: m, tool_name: map, input: {over: [], do: {tool_name: x__y}}}\n";
    expect(listed(`${head}limits: {max_plan_steps: 4}\nsteps:\n${steps(3)}${body}`)).toEqual([
      "8:51 error limit/plan-steps",
    ]);
    expect(parsePlan(`${head}steps:\n${steps(2000)}`).diagnostics).toEqual([]);
  });
});

describe("templates", () => {
  test("their problems stand at the tag", () => {
    const text = `identifier: main\nname: Main\ndescription: One case.\ninput_schema: {type: object}\nsteps:\n  - id: a\n    tool_name: fake__echo\n    input: {v: 1}\n  - id: b\n    tool_name: fake__echo\n    input:\n      v: <<input.constructor.constructor>>\n      w: <<a.__proto__>>\n      x: "<<(()=>process.env)()>>"\n`;
    expect(listed(text)).toEqual([
      "12:10 error ref/forbidden-name",
      "13:10 error ref/forbidden-name",
      "14:11 error template/syntax",
    ]);
    expect(parsePlan(text).damaged).toEqual(["/steps/1/input/v", "/steps/1/input/w", "/steps/1/input/x"]);
  });

  test("a repair that is known is suggested for the whole text", () => {
    const diagnostic = only(`${head}steps: []\noutput: {v: "a <<input.x | upper>> b"}\n`);
    expect(diagnostic).toMatchObject({
      code: "template/refused",
      line: 4,
      column: 16,
      suggestions: [
        {
          title: "Write `<<upper input.x>>`",
          patch: [{ op: "replace", path: "/output/v", value: "a <<upper input.x>> b" }],
        },
      ],
    });
  });

  test("descriptions are free text", () => {
    expect(
      listed(
        `identifier: main\ndescription: writes <<this>> and {{that}}\nsteps:\n  - {id: a, tool_name: x__y, description: "says <<hello>>"}\n`,
      ),
    ).toEqual([]);
  });
});
