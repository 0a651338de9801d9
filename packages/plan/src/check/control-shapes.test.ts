import { describe, expect, test } from "vitest";
import { told } from "../../test-support/told.ts";

const list = "{id: l, tool_name: fake__list}";
const send = "{tool_name: fake__send, input: {to: x}}";
const listing = "{tool_name: fake__list}";

/** What is told of reads of the result of a step `s`, which may read the list `l`. */
function reads(step: string, ...paths: readonly string[]): string[] {
  const values = paths.map((path) => `<<s${path === "" ? "" : `.${path}`}>>`).join(", ");
  const text = `input_schema: {type: object}\nsteps:\n  - ${list}\n  - {id: s, ${step}}\n  - {id: w, tool_name: fake__write, input: {v: [<<l>>, ${values}]}}\n`;
  return told(text).map((line) => line.replace(/^\d+:\d+ /, ""));
}

type Row = readonly [title: string, step: string, right: readonly string[], wrong: readonly string[]];

// prettier-ignore
const rows: readonly Row[] = [
  ["exit", "tool_name: exit, input: {when: <<l.done>>}", ["passed"], ["exited", "passed.x", "status", "verdict", "reason"]],
  ["exit by a decision model", "tool_name: exit, input: {when: {not: {decide: q}}}", ["passed", "verdict"], ["reason", "verdict.x"]],
  ["exit by a chat model", "tool_name: exit, input: {infer: q}", ["passed", "verdict", "reason"], ["probability"]],
  ["route by a model in one of its cases", "tool_name: route, input: {cases: [{if: <<l.done>>, do: []}, {if: {all: [<<l.done>>, {infer: q}]}, do: []}]}", ["verdict", "reason"], ["probabilities"]],
  ["route by a gate", `tool_name: route, input: {if: <<l.done>>, then: ${listing}, else: ${send}}`, ["branch", "result.items.0.name", "result.id"], ["results", "result.nope", "branch.x", "result.items.0.nope", "verdict", "reason"]],
  ["route by cases", `tool_name: route, input: {cases: [{if: <<l.done>>, do: ${listing}}]}`, ["branch", "result.total"], ["result.id", "then", "probabilities"]],
  ["route by a choice", `tool_name: route, input: {choose: {question: q, options: {a b: {do: ${send}}}}}`, ["result.id", "branch", "probabilities.x"], ["result.total", "choice", "probabilities.x.y", "verdict"]],
  ["filter", "tool_name: filter, input: {over: <<l.items>>, where: {value: <<item.score>>, op: gt, to: 1}}", ["count", "items.0.name", "dropped.0.score", "dropped_count"], ["results", "items.0.id", "dropped.0.id"]],
  ["map", `tool_name: map, input: {over: <<l.items>>, on_item_error: collect, do: ${send}}`, ["count", "results.0.id", "failed.0.error.message", "failed.0.index"], ["items", "results.0.total", "failed.0.x"]],
  ["reduce", `tool_name: reduce, input: {over: <<l.items>>, initial: {sum: 0}, do: ${listing}}`, ["count", "result.total", "result.sum"], ["results", "result.id", "count.x"]],
  ["loop", `tool_name: loop, input: {max_iterations: 2, initial: {sum: 0}, do: ${listing}}`, ["count", "result.total", "done"], ["result.sum", "accumulator", "done.x"]],
  ["parallel", `tool_name: parallel, input: {branches: {a: ${listing}, b: [{id: x, tool_name: fake__list}, {id: z, tool_name: fake__send, input: {to: x, count: <<x.total>>}}]}}`, ["a.total", "b.id"], ["c", "a.id", "b.total", "result"]],
  ["parallel for the first", `tool_name: parallel, input: {wait: any, branches: {a: ${listing}, b: ${send}}}`, ["a.total", "b.id"], ["winner"]],
  ["ask", "tool_name: ask, input: {prompt: q, output_schema: {type: object, additionalProperties: false, properties: {ok: {type: boolean}}}}", ["answer.ok", "answered", "reason"], ["answer.no", "ok", "answered.x"]],
  ["ask with definitions", "tool_name: ask, input: {prompt: q, output_schema: {properties: {ok: {$ref: '#/$defs/flag', type: boolean}}, $defs: {flag: {type: boolean}}}}", ["answer.ok"], ["answer.ok.x"]],
  ["wait", "tool_name: wait, input: {signal: paid}", ["signal", "payload.anything", "timed_out"], ["result", "timed_out.x"]],
  ["agent with a schema", "tool_name: agent, input: {prompt: q, tools: [], output_schema: {type: object, additionalProperties: false, properties: {n: {$ref: '#/$defs/n'}}, $defs: {n: {type: object, additionalProperties: false, properties: {x: {}}}}}}", ["output.n.x", "iterations", "final", "tools_called.0.tool", "tools_called.0.ok"], ["output.m", "output.n.z", "answer", "tools_called.0.round"]],
  ["agent with a text", "tool_name: agent, input: {prompt: q, tools: []}", ["output", "output.length"], ["output.x"]],
  ["an empty body", "tool_name: route, input: {if: <<l.done>>, then: [], else: []}", ["result"], ["result.x"]],
  ["the item in what a body yields", "tool_name: map, input: {over: <<l.items>>, do: {tool_name: filter, input: {over: [<<item>>], where: {value: <<item.name>>, op: eq, to: x}}}}", ["results.0.items.0.score"], ["results.0.items.0.id"]],
  ["a call with catch", `tool_name: fake__list, catch: [{errors: [timeout], do: ${send}}, {do: [], result: {gone: <<error.class>>}}]`, ["total", "id", "gone"], ["gone.x", "lost"]],
  ["a control step with catch", `tool_name: map, input: {over: <<l.items>>, do: ${send}}, catch: [{do: ${listing}}]`, ["results.0.id", "total"], ["results.0.total", "id"]],
  ["a body that yields what its catch gives", "tool_name: route, input: {if: <<l.done>>, then: [{id: x, tool_name: fake__list, catch: [{do: [], result: {total: 0}}]}]}", ["result.total"], ["result.id"]],
  ["a schema of its own wins over catch", `tool_name: fake__list, output_schema: {type: object, additionalProperties: false, properties: {n: {}}}, catch: [{do: ${send}}]`, ["n"], ["id", "total"]],
  ["finally adds nothing", `tool_name: fake__list, finally: ${send}`, ["total"], ["id"]],
];

describe("the shape of what a step yields", () => {
  test.each(rows)("%s", (_title, step, right, wrong) => {
    expect(reads(step, ...right)).toEqual([]);
    expect(reads(step, ...wrong)).toEqual(wrong.map((path) => `ref/no-such-field <<s.${path}>>`));
  });
});

describe("types", () => {
  test.each([
    ["string", []],
    ["integer", ["ref/wrong-type <<item.role>>"]],
  ])("a model named by the item of its own filter is typed by that item: %s", (role, expected) => {
    const item = (type: string, more = ""): string => `{type: object, properties: {role: {type: ${type}}${more}}}`;
    const people = `, people: {type: array, items: ${item(role)}}`;
    const teams = `{type: object, required: [teams], properties: {teams: {type: array, items: ${item(role === "string" ? "integer" : "string", people)}}}}`;
    const filter = `{tool_name: filter, input: {over: <<item.people>>, decide: "Is <<item>> in?", model: <<item.role>>}}`;
    const steps = `steps:\n  - {id: m, tool_name: map, input: {over: <<input.teams>>, do: ${filter}}}\noutput: {v: <<m>>}\n`;
    expect(told(`input_schema: ${teams}\n${steps}`).map((line) => line.replace(/^\d+:\d+ /, ""))).toEqual(expected);
  });

  const takes = (value: string, step: string): string[] =>
    told(
      `steps:\n  - ${list}\n  - {id: s, ${step}}\n  - {id: w, tool_name: fake__send, input: {to: x, count: <<s.${value}>>}}\n  - {id: v, tool_name: fake__write, input: {v: <<l>>}}\n`,
    );

  test.each<[string, string, string[]]>([
    ["count", "tool_name: loop, input: {max_iterations: 1, do: []}", []],
    ["done", "tool_name: loop, input: {max_iterations: 1, do: []}", ["4:58 ref/wrong-type <<s.done>>"]],
    ["iterations", "tool_name: agent, input: {prompt: q, tools: []}", []],
    ["tools_called", "tool_name: agent, input: {prompt: q, tools: []}", ["4:58 ref/wrong-type <<s.tools_called>>"]],
    ["answer.n", "tool_name: ask, input: {prompt: q, output_schema: {properties: {n: {type: integer}}}}", []],
    [
      "answer.n",
      "tool_name: ask, input: {prompt: q, output_schema: {properties: {n: {type: string}}}}",
      ["4:58 ref/wrong-type <<s.answer.n>>"],
    ],
    [
      "result",
      "tool_name: reduce, input: {over: <<l.items>>, initial: text, do: []}",
      ["4:58 ref/wrong-type <<s.result>>"],
    ],
    ["branch", "tool_name: route, input: {if: <<l.done>>, then: []}", ["4:58 ref/wrong-type <<s.branch>>"]],
  ])("%s of %s", (value, step, expected) => {
    expect(takes(value, step)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ["wait, input: {for: <<l.total>>}", ["3:43 ref/wrong-type <<l.total>>"]],
    ["wait, input: {until: <<l.done>>}", ["3:45 ref/wrong-type <<l.done>>"]],
    [
      "wait, input: {signal: <<l.items>>, timeout: <<l.total>>}",
      ["3:46 ref/wrong-type <<l.items>>", "3:68 ref/wrong-type <<l.total>>"],
    ],
    ["agent, input: {prompt: <<l.total>>, model: <<l.total>>, tools: []}", ["3:67 ref/wrong-type <<l.total>>"]],
    ["map, input: {over: <<l.total>>, do: []}", ["3:43 step/not-a-list <<l.total>>"]],
    ["reduce, input: {over: <<l.done>>, do: []}", ["3:46 step/not-a-list <<l.done>>"]],
  ])("that a control step cannot take: %s", (step, expected) => {
    expect(told(`steps:\n  - ${list}\n  - {id: s, tool_name: ${step}}\n`)).toEqual(expected);
  });
});
