import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parsePlan } from "./parse-plan.ts";
import { planJsonSchema } from "./plan-json-schema.ts";

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }).compile(
  planJsonSchema(),
);

const search = `
version: 1
identifier: search_tools
name: Search tools
description: Finds the tools that fit a task.
exemplars: ["which tool reads a file?"]
input_schema:
  type: object
  required: [query]
  properties:
    query: {type: string}
    limit: {type: integer, default: 10, minimum: 0}
    schemas: {type: boolean, default: true}
limits: {timeout: 10m, concurrency: 8, max_steps: 100}
steps:
  - id: catalog
    tool_name: builtin__catalog_tools
    input: {}
  - id: picked
    tool_name: builtin__score_candidates
    input: {query: <<input.query>>, candidates: <<catalog.tools>>, limit: <<input.limit>>}
    retry: {max_attempts: 3, delay: 500ms, backoff: exponential, max_delay: 20s, jitter: full, errors: [timeout]}
    timeout: PT1M
    on_error: continue
  - id: kept
    tool_name: filter
    if: {any: [{value: <<picked.count>>, op: gt, to: 0}, {not: <<input.schemas>>}]}
    input: {over: <<picked.selected>>, where: {value: <<item.score>>, op: not_empty}}
  - id: each
    tool_name: map
    needs: [kept]
    input:
      over: <<kept.items>>
      as: tool
      on_item_error: collect
      do:
        - {id: one, tool_name: builtin__describe_tools, input: {tools: [<<tool>>]}}
        - {id: stop, tool_name: exit, input: {when: <<one.missing>>, status: error, message: gone}}
  - id: simple
    tool_name: map
    input: {over: [1, 2], do: {tool_name: plan__other, input: {n: <<item>>}}}
output:
  tools: <<each.results>>
`;

test("plans that load are valid", () => {
  for (const text of [search, "{identifier: a, description: b, steps: []}"]) {
    const { data, diagnostics } = parsePlan(text);
    expect(diagnostics).toEqual([]);
    validate(data);
    expect(validate.errors ?? []).toEqual([]);
  }
});

describe("what the checker refuses by shape is refused by the schema", () => {
  const step = { id: "a", tool_name: "x__y" };
  const base = { identifier: "a", description: "b", steps: [step] };
  test.each<[string, object]>([
    ["an unknown key", { ...base, servers: {} }],
    ["no steps", { identifier: "a", description: "b" }],
    ["a bad identifier", { ...base, identifier: "a b" }],
    ["a step without a tool", { ...base, steps: [{ id: "a" }] }],
    ["an unknown key of a step", { ...base, steps: [{ ...step, cache: {} }] }],
    ["a map without a list", { ...base, steps: [{ id: "a", tool_name: "map", input: { do: [] } }] }],
    ["a map without input", { ...base, steps: [{ id: "a", tool_name: "map" }] }],
    ["an unknown operator", { ...base, steps: [{ ...step, if: { value: 1, op: "like", to: 2 } }] }],
    ["two forms of a gate", { ...base, steps: [{ ...step, if: { all: [], not: true } }] }],
    ["a number as a timeout", { ...base, steps: [{ ...step, timeout: 30 }] }],
    [
      "a key beside a single call",
      { ...base, steps: [{ id: "a", tool_name: "map", input: { over: [], do: { ...step } } }] },
    ],
    ["a limit of zero", { ...base, limits: { concurrency: 0 } }],
  ])("%s", (_name, plan) => {
    expect(validate(plan)).toBe(false);
    expect(parsePlan(plan as never).broken).toBe(true);
  });
});
