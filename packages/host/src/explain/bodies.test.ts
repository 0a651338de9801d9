import { expect, test } from "vitest";
import { checkedSnapshot, everyBody } from "../../test-support/checked-snapshot.ts";
import { explainPlan, type ExplainedBody } from "./explain-plan.ts";
import { mermaid } from "./mermaid.ts";
import { worstCase } from "./worst-case.ts";

/** Every step as `key: path`, a body's steps behind their step. */
function paths(body: ExplainedBody, key = ""): readonly string[] {
  const list: string[] = [];
  for (const step of body.waves.flat()) {
    list.push(`${key}: ${step.path}`);
    for (const [inner, one] of step.bodies ?? []) list.push(...paths(one, inner));
  }
  return list;
}

test("bodies stand by their keys, and so does what is done at the end", () => {
  const explanation = explainPlan(checkedSnapshot(everyBody));
  expect(paths(explanation.body)).toEqual([
    ": r",
    "cases/0/do: r/@do",
    "else: r/@else",
    "catch/0/do: r/@catch",
    "catch/1/do: r/handler",
    "finally: r/@finally",
    ": chosen",
    "choose/options/a label/do: chosen/@do",
    "choose/options/other/do: chosen/@do",
    ": both",
    "branches/left: both/@branches.left",
    "branches/right: both/deep",
    "do: both/deep/@do",
    ": helper",
  ]);
  expect(explanation.finally === undefined ? [] : paths(explanation.finally)).toEqual([": end"]);
  expect(explanation.solver).toBe(true);
  expect(explanation.writes).toEqual(["r/handler", "r/@finally", "end"]);
});

test.each([
  ["ask", "{prompt: Go?, output_schema: {type: object, properties: {ok: {type: boolean}}}}", "ask a person"],
  ["wait", "{for: 1s}", "wait"],
  ["exit", "{when: <<input.on>>}", "end the plan"],
  ["map", "{over: [], do: {tool_name: wait, input: {for: 1s}}}", "wait"],
  ["user__write", "{}", "write"],
  ["user__read", "{}, finally: {tool_name: user__write, input: {}}", "write"],
  ["plan__asks", "{}", "wait or end itself"],
])("why %s %s keeps others at a distance", (tool, input, reason) => {
  const asks = "identifier: asks\ndescription: x\nsteps: [{id: w, tool_name: wait, input: {for: 1s}}]\n";
  const text = `input_schema: {type: object, properties: {on: {type: boolean}}}\nsteps: [{id: q, tool_name: ${tool}, input: ${input}}, {id: after, tool_name: user__read, input: {on: <<input.on>>}}]\n`;
  const explanation = explainPlan(checkedSnapshot(text, [asks]));
  expect(explanation.body.waves[1]?.[0]?.waitsFor.map(({ because }) => because)).toEqual([`q may ${reason}`]);
});

const call = "{tool_name: user__read, input: {}}";
const turn = "tool_name: user__read, input: {}";
const sub = `identifier: sub\ndescription: x\nsteps: [{id: g, tool_name: agent, input: {prompt: p, max_iterations: 4}}]\nfinally: ${call}\n`;

test.each<[string, string, number, readonly string[]]>([
  ["a loop", `steps: [{id: a, tool_name: loop, input: {max_iterations: 5, until: {decide: d}, do: ${call}}}]`, 10, []],
  ["a parallel", `steps: [{id: a, tool_name: parallel, input: {branches: {x: ${call}, y: ${call}}}}]`, 2, []],
  [
    "a route: its gates, and the longest branch",
    `steps: [{id: a, tool_name: route, input: {cases: [{if: {infer: q}, do: ${call}}, {if: {decide: q}, do: [{id: x, ${turn}}, {id: y, ${turn}}]}], else: ${call}}}]`,
    4,
    [],
  ],
  [
    "a choice",
    `steps: [{id: a, tool_name: route, input: {choose: {question: q, options: {x: {do: ${call}}}}}}]`,
    2,
    [],
  ],
  [
    "a filter that asks, of each item",
    "limits: {max_items: 7}\nsteps: [{id: a, tool_name: filter, input: {over: [1, 2, 3], infer: q}}]",
    3,
    [],
  ],
  [
    "a reduce",
    `limits: {max_items: 7}\ninput_schema: {type: object, properties: {l: {type: array}}}\nsteps: [{id: a, tool_name: reduce, input: {over: <<input.l>>, do: ${call}}}]`,
    7,
    [],
  ],
  ["a gate", `steps: [{id: a, if: {all: [{infer: q}, {decide: q}]}, ${turn}}]`, 3, []],
  [
    "one handler, and the clean-up",
    `steps: [{id: a, retry: {max_attempts: 3}, catch: [{errors: [denied], do: ${call}}, {do: [{id: x, ${turn}}, {id: y, ${turn}}]}], finally: ${call}, ${turn}}]`,
    3 + 2 + 1,
    [],
  ],
  ["an agent without tools", "steps: [{id: a, tool_name: agent, input: {prompt: p, tools: []}}]", 8, []],
  ["an agent with tools", "steps: [{id: a, tool_name: agent, input: {prompt: p, max_iterations: 3}}]", 3, ["a"]],
  [
    "an agent that has to answer at once",
    "steps: [{id: a, tool_name: agent, input: {prompt: p, max_iterations: 1}}]",
    1,
    [],
  ],
  [
    "the clean-up of a plan that is called, and its agents",
    "steps: [{id: a, retry: {max_attempts: 2}, tool_name: plan__sub, input: {}}]",
    2 * (4 + 1),
    ["plan__sub: g"],
  ],
  ["the end of the plan, and its solver", `steps: []\nsolver: {query_to_answer: q}\nfinally: ${call}`, 2, []],
  ["questions to people", "steps: [{id: a, tool_name: wait, input: {for: 1s}}]", 0, []],
])("the most calls of %s", (_what, text, calls, openAgents) => {
  expect(worstCase(checkedSnapshot(`${text}\n`, [sub]))).toEqual({ calls, openAgents, maxSteps: 10_000 });
});

test("a diagram has a frame for each body", () => {
  const text = `steps:
  - {id: r, tool_name: route, input: {if: {decide: d}, then: ${call}}}
  - {id: a, tool_name: user__write, input: {}, catch: [{do: {tool_name: user__read, input: {}}}]}
solver: {query_to_answer: q}
finally: ${call}
`;
  expect(mermaid(checkedSnapshot(text))).toBe(`flowchart TD
  subgraph s1["r: route"]
    subgraph s2["then"]
      s3["@then<br/>user__read"]
    end
  end
  subgraph s4["a: user__write"]
    s5["a<br/>user__write"]:::write
    subgraph s6["catch/0"]
      s7["@catch<br/>user__read"]
    end
  end
  s1 -.->|"fence"| s4
  s8["solver<br/>a chat model writes the result"]
  subgraph s9["finally"]
    s10["@finally<br/>user__read"]
  end
  classDef write stroke-width:3px
`);
});
