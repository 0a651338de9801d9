import { describe, expect, test } from "vitest";
import { check, toldByReader } from "../../test-support/told.ts";
import { parsePlan } from "../parse-plan.ts";

const head = "identifier: main\ndescription: One case.\n";
const inData = (rest: string): unknown => parsePlan(head + rest).data;

describe("camelCase and other older spellings load, each with a note", () => {
  test.each<[string, string, string[]]>([
    [
      "of a step",
      "steps:\n  - {id: a, toolName: fake__echo, onError: continue, reasoning: because}\n",
      ["2:13 note schema/old-spelling toolName", "2:35 note schema/old-spelling onError"],
    ],
    [
      "of a control step, before its name is known",
      "steps:\n  - {id: a, input: {do: [], maxIterations: 2}, tool_name: loop}\n",
      ["2:29 note schema/old-spelling maxIterations"],
    ],
    [
      "in the input of a control step",
      "steps:\n  - {id: a, toolName: map, input: {over: [1], batchSize: 2, onItemError: skip, do: {toolName: fake__echo}}}\n",
      [
        "2:13 note schema/old-spelling toolName",
        "2:47 note schema/old-spelling batchSize",
        "2:61 note schema/old-spelling onItemError",
        "2:85 note schema/old-spelling toolName",
      ],
    ],
    [
      "in maps with free names",
      "steps:\n  - id: a\n    tool_name: route\n    input:\n      choose:\n        question: Which?\n        options:\n          toolName: {do: {toolName: fake__echo}}\n          b: {do: [{id: x, toolName: fake__echo, outputSchema: {type: object}}]}\n",
      [
        "8:27 note schema/old-spelling toolName",
        "9:28 note schema/old-spelling toolName",
        "9:50 note schema/old-spelling outputSchema",
      ],
    ],
    [
      "in branches, cases, catch and finally",
      "steps:\n  - id: a\n    tool_name: parallel\n    input: {branches: {left: {toolName: fake__echo}}}\n    catch: [{do: {toolName: fake__echo}}]\n    finally: {toolName: fake__echo}\n  - {id: b, tool_name: route, input: {cases: [{if: <<a.x>>, do: {toolName: fake__echo}}]}}\n",
      [
        "4:31 note schema/old-spelling toolName",
        "5:19 note schema/old-spelling toolName",
        "6:15 note schema/old-spelling toolName",
        "7:66 note schema/old-spelling toolName",
      ],
    ],
    [
      "of an ask and an agent",
      "steps:\n  - {id: a, tool_name: ask, input: {prompt: x, outputSchema: {properties: {isOk: {type: boolean}}}, whenUnanswered: fail}}\n  - {id: b, tool_name: agent, input: {prompt: x, systemPrompt: x, maxIterations: 3}}\n",
      [
        "2:48 note schema/old-spelling outputSchema",
        "2:101 note schema/old-spelling whenUnanswered",
        "3:50 note schema/old-spelling systemPrompt",
        "3:67 note schema/old-spelling maxIterations",
      ],
    ],
    [
      "of a plan",
      "inputSchema: {type: object}\nrequiresServers: [srv]\ndefaults: {retry: {maxAttempts: 2}}\nlimits: {maxSteps: 5, maxOutputBytes: 9}\nsteps: []\nsolver: {queryToAnswer: x}\n",
      [
        "1:1 note schema/old-spelling inputSchema",
        "2:1 note schema/old-spelling requiresServers",
        "3:20 note schema/old-spelling maxAttempts",
        "4:10 note schema/old-spelling maxSteps",
        "4:23 note schema/old-spelling maxOutputBytes",
        "6:10 note schema/old-spelling queryToAnswer",
      ],
    ],
    [
      "the control step `decide`",
      "steps:\n  - {id: a, tool_name: decide, input: {if: <<input.x>>, then: {tool_name: decide, input: {if: <<input.x>>, then: []}}}}\n",
      ["2:24 note schema/old-spelling decide", "2:75 note schema/old-spelling decide"],
    ],
    [
      "finish",
      "steps: []\nfinish: {solver: {queryToAnswer: x, data: {}}}\n",
      ["2:10 note schema/old-spelling solver", "2:19 note schema/old-spelling queryToAnswer"],
    ],
  ])("%s", (_title, text, expected) => {
    expect(toldByReader(text)).toEqual(expected);
  });

  test("names of tools, of properties and of branches are nobody's to change", () => {
    const text =
      "steps:\n  - {id: a, tool_name: fake__echo, input: {toolName: 1, maxIterations: 2}, output_schema: {properties: {maxSteps: {}}}}\n  - {id: b, tool_name: parallel, input: {branches: {maxIterations: {tool_name: fake__echo}}}}\n";
    expect(toldByReader(text)).toEqual([]);
  });
});

describe("what they are brought to", () => {
  test.each([
    [
      "steps:\n  - {id: a, toolName: decide, input: {infer: x, else: {toolName: fake__echo}}}\n",
      { steps: [{ id: "a", tool_name: "route", input: { infer: "x", else: { tool_name: "fake__echo" } } }] },
    ],
    ["steps: []\nfinish: {solver: {queryToAnswer: x}}\n", { steps: [], solver: { query_to_answer: "x" } }],
    [
      "steps:\n  - {id: a, tool_name: loop, input: {do: [], maxIterations: 2, until: {decide: x, minProbability: 0.7}}}\n",
      {
        steps: [
          {
            id: "a",
            tool_name: "loop",
            input: { do: [], max_iterations: 2, until: { decide: "x", min_probability: 0.7 } },
          },
        ],
      },
    ],
  ])("%s", (text, data) => {
    expect(inData(text)).toEqual({ identifier: "main", description: "One case.", ...data });
  });

  test("a plan in older spellings is checked like any other, and its problems stand where they are written", () => {
    const text =
      "steps:\n  - {id: a, toolName: decide, input: {if: <<a.x>>, then: {toolName: fake__nope}}}\nfinish: {solver: {queryToAnswer: <<zz>>}}\n";
    expect(check(text).diagnostics.map(({ code, line, column }) => `${(line ?? 0) - 2}:${column} ${code}`)).toEqual([
      "2:13 schema/old-spelling",
      "2:23 schema/old-spelling",
      "2:43 ref/self",
      "2:59 schema/old-spelling",
      "2:69 tool/unknown",
      "3:10 schema/old-spelling",
      "3:19 schema/old-spelling",
      "3:34 ref/unknown-step",
    ]);
  });
});

test.each<[string, string[]]>([
  [
    "steps:\n  - {id: a, tool_name: loop, input: {do: [], max_iterations: 1, maxIterations: 2}}\n",
    ["2:65 schema/keys-conflict maxIterations"],
  ],
  [
    "steps:\n  - {id: a, tool_name: loop, input: {do: [], maxIterations: 1, max_iterations: 2}}\n",
    ["2:64 schema/keys-conflict max_iterations"],
  ],
  [
    "steps: []\nsolver: {query_to_answer: x}\nfinish: {solver: {query_to_answer: x}}\n",
    ["3:1 schema/keys-conflict finish"],
  ],
  [
    "steps: []\nfinish: {solver: {query_to_answer: x}}\noutput: {}\n",
    ["2:10 note schema/old-spelling solver", "3:1 schema/keys-conflict output"],
  ],
])("both spellings at once: %s", (text, expected) => {
  expect(toldByReader(text)).toEqual(expected);
});

test("thousands of older spellings are read in reasonable time", () => {
  const steps = Array.from(
    { length: 2_000 },
    (_, index) => `  - {id: s${index}, toolName: fake__echo, onError: fail}\n`,
  );
  const started = process.cpuUsage();
  expect(parsePlan(`${head}steps:\n${steps.join("")}`).broken).toBe(false);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(3_000);
});
