// oxlint-disable unicorn/no-thenable -- `then` is a key of the language
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { parsePlan } from "./parse-plan.ts";
import { planJsonSchema } from "./plan-json-schema.ts";
import { createValidator } from "./schema-validation/create-validator.ts";
import { inspectSchema } from "./schema-validation/inspect-schema.ts";

const schema = planJsonSchema();
const strict = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }).compile(
  schema,
);
const validator = createValidator(schema);
/** Both validators must be of one mind. */
const accepts = (plan: Json): boolean => {
  const accepted = validator.accepts(plan);
  expect(strict(plan)).toBe(accepted);
  return accepted;
};

const call = { tool_name: "x__y" };
const step = { id: "a", ...call };
const base = { identifier: "a", description: "b", steps: [step] };
const control = (tool: string, input: JsonObject): JsonObject => ({
  ...base,
  steps: [{ id: "a", tool_name: tool, input }],
});
/** In a body, a branch, a handler and a plan's `finally` the rules are the same. */
const everywhere = (inner: JsonObject): JsonObject[] => {
  const { id: _id, ...single } = inner;
  return [
    { ...base, steps: [inner] },
    control("map", { over: [], do: [inner] }),
    control("map", { over: [], do: single }),
    control("parallel", { branches: { x: [inner], z: single } }),
    control("route", { choose: { question: "q", options: { x: { do: single } } } }),
    { ...base, steps: [{ ...step, catch: [{ do: [inner] }], finally: single }] },
    { ...base, steps: [], finally: [inner] },
  ];
};

test("it is a schema that is checked in whole", () => {
  expect(inspectSchema(schema)).toEqual({});
});

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
limits: {timeout: 10m, concurrency: 8, max_steps: 100, max_output_bytes: 1048576}
defaults: {timeout: 30s, retry: {max_attempts: 3, errors: [timeout]}}
steps:
  - id: catalog
    tool_name: builtin__catalog_tools
    input: {}
    cache: {ttl: 1h, key: <<run.plan>>, scope: plan}
  - id: picked
    tool_name: builtin__score_candidates
    input: {query: <<input.query>>, candidates: <<catalog.tools>>, limit: <<input.limit>>}
    retry: {max_attempts: 3, delay: 500ms, backoff: exponential, max_delay: 20s, jitter: full, errors: [timeout]}
    timeout: PT1M
    deadline: 5m
    on_error: continue
    catch: [{errors: [denied], do: [], result: {selected: []}}, {do: {tool_name: x__y}}]
    finally: {tool_name: x__y, input: {error: <<error>>}}
  - id: kept
    tool_name: filter
    if: {any: [{value: <<picked.count>>, op: gt, to: 0}, {not: <<input.schemas>>}, {decide: q, state: [1], model: m, min_probability: 0.7}, {infer: q}]}
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
  - id: choice
    tool_name: route
    input:
      cases:
        - {if: <<input.schemas>>, do: {tool_name: x__y}}
        - {if: {infer: q}, do: [{id: l, tool_name: loop, input: {max_iterations: 3, delay: 1s, until: <<accumulator.ok>>, do: []}}]}
      else: {tool_name: reduce, input: {over: [1], initial: 0, do: {tool_name: x__y}}}
  - id: both
    tool_name: parallel
    input:
      wait: any
      branches:
        left: {tool_name: wait, input: {for: <<input.query>>}}
        right: [{id: q, tool_name: ask, input: {prompt: q, output_schema: {properties: {ok: {type: boolean}}}, when_unanswered: suspend}}]
  - id: worked
    tool_name: agent
    input: {prompt: q, tools: [x__y, "srv__*"], max_iterations: 3, model: default, system_prompt: s, output_schema: {type: object}}
output:
  tools: <<each.results>>
finally:
  - {id: last, tool_name: x__y}
`;

test("plans that load are valid", () => {
  const texts = [
    search,
    "{identifier: a, description: b, steps: []}",
    "{identifier: a, description: b, steps: [], solver: {query_to_answer: q, system_prompt: s, data: [1]}}",
  ];
  for (const text of texts) {
    const { data, diagnostics } = parsePlan(text);
    expect(diagnostics).toEqual([]);
    expect(validator.validate(data).problems).toEqual([]);
    expect(accepts(data)).toBe(true);
  }
});

const gate = { value: 1, op: "eq", to: 1 };

describe("each construct", () => {
  test.each<[string, JsonObject]>([
    ["exit", {}],
    ["exit", { when: gate, status: "error", message: "m", output: 5 }],
    ["exit", { decide: "q", state: 1, model: "m", min_probability: 0 }],
    ["exit", { infer: "q", model: "m" }],
    ["route", { if: gate, then: call }],
    ["route", { infer: "q", then: [], else: call }],
    ["route", { decide: "q", state: {}, then: [step], else: [] }],
    ["route", { cases: [{ if: gate, do: call }], else: call }],
    ["route", { choose: { question: "q", options: { "a b": { do: call, description: "d" } } } }],
    ["filter", { over: [], where: "<<item>>", concurrency: 2 }],
    ["filter", { over: [], infer: "q" }],
    ["map", { over: [], do: call, as: "x", concurrency: 1, batch_size: 1, on_item_error: "fail" }],
    ["reduce", { over: "<<a>>", do: call, initial: null, as: "x" }],
    ["loop", { do: call, max_iterations: 1, until: gate, initial: 0, delay: "1s" }],
    ["parallel", { branches: { x: call, z: [step] }, wait: "all" }],
    ["ask", { prompt: "q", output_schema: {}, when_unanswered: "default", default: {} }],
    ["wait", { for: "30d" }],
    ["wait", { until: "2026-11-30T09:00:00Z" }],
    ["wait", { signal: "s", timeout: "<<input.x>>" }],
    ["agent", { prompt: "q" }],
  ])("accepts %s %j", (tool, input) => {
    for (const plan of everywhere({ id: "c", tool_name: tool, input })) expect(accepts(plan)).toBe(true);
  });

  test.each<[string, JsonObject]>([
    ["exit", { when: gate, infer: "q" }],
    ["exit", { infer: "q", decide: "q" }],
    ["exit", { model: "m" }],
    ["exit", { infer: "q", state: 1 }],
    ["exit", { status: "fine" }],
    ["route", {}],
    ["route", { then: call }],
    ["route", { if: gate }],
    ["route", { if: gate, then: call, cases: [{ if: gate, do: call }] }],
    ["route", { cases: [] }],
    ["route", { cases: [{ if: gate }] }],
    ["route", { cases: [{ if: gate, do: call }], then: call }],
    ["route", { choose: { question: "q", options: {} } }],
    ["route", { choose: { question: "q", options: { x: { do: call } } }, else: call }],
    ["route", { choose: { question: "", options: { x: { do: call } } } }],
    ["route", { choose: { question: "q", options: { " x": { do: call } } } }],
    ["filter", { over: [] }],
    ["filter", { over: [], where: gate, decide: "q" }],
    ["map", { do: [] }],
    ["map", { over: [], do: { ...step } }],
    ["reduce", { over: [] }],
    ["reduce", { over: [], do: call, concurrency: 2 }],
    ["loop", { do: call }],
    ["loop", { do: call, max_iterations: 0 }],
    ["loop", { do: call, max_iterations: 1, delay: "soon" }],
    ["parallel", { branches: {} }],
    ["parallel", { branches: { "a-b": call } }],
    ["parallel", { branches: { x: call }, wait: "one" }],
    ["ask", { prompt: "q" }],
    ["ask", { prompt: "q", output_schema: "<<a.b>>" }],
    ["ask", { prompt: "q", output_schema: {}, when_unanswered: "later" }],
    ["wait", {}],
    ["wait", { timeout: "1s" }],
    ["wait", { for: "1s", until: "x" }],
    ["wait", { for: "1s", timeout: "1s" }],
    ["wait", { for: "10" }],
    ["wait", { for: 10 }],
    ["agent", {}],
    ["agent", { prompt: "q", tools: ["a b"] }],
    ["agent", { prompt: "q", tools: "x__y" }],
  ])("refuses %s %j, and so does the checker", (tool, input) => {
    for (const plan of everywhere({ id: "c", tool_name: tool, input })) {
      expect(accepts(plan)).toBe(false);
      expect(parsePlan(plan).broken).toBe(true);
    }
  });
});

describe("what the checker refuses by shape is refused by the schema", () => {
  test.each<[string, JsonObject]>([
    ["an unknown key", { ...base, servers: {} }],
    ["no steps", { identifier: "a", description: "b" }],
    ["a bad identifier", { ...base, identifier: "a b" }],
    ["a step without a tool", { ...base, steps: [{ id: "a" }] }],
    ["an unknown key of a step", { ...base, steps: [{ ...step, retries: 3 }] }],
    ["a map without input", { ...base, steps: [{ id: "a", tool_name: "map" }] }],
    ["a route without input", { ...base, steps: [{ id: "a", tool_name: "route" }] }],
    ["an unknown operator", { ...base, steps: [{ ...step, if: { value: 1, op: "like", to: 2 } }] }],
    ["two forms of a gate", { ...base, steps: [{ ...step, if: { all: [], not: true } }] }],
    ["a question of two models", { ...base, steps: [{ ...step, if: { decide: "q", infer: "q" } }] }],
    ["a question without words", { ...base, steps: [{ ...step, if: { infer: "" } }] }],
    ["a probability over 1", { ...base, steps: [{ ...step, if: { decide: "q", min_probability: 2 } }] }],
    ["a number as a timeout", { ...base, steps: [{ ...step, timeout: 30 }] }],
    ["a limit of zero", { ...base, limits: { concurrency: 0 } }],
    ["an empty catch", { ...base, steps: [{ ...step, catch: [] }] }],
    ["a handler that does nothing", { ...base, steps: [{ ...step, catch: [{ result: 1 }] }] }],
    ["a class of errors that there is not", { ...base, steps: [{ ...step, catch: [{ do: [], errors: ["oops"] }] }] }],
    ["a finally that is a name", { ...base, steps: [{ ...step, finally: "x__y" }] }],
    ["a cache without a time", { ...base, steps: [{ ...step, cache: {} }] }],
    ["a cache for nobody", { ...base, steps: [{ ...step, cache: { ttl: "1h", scope: "me" } }] }],
    ["defaults for something else", { ...base, defaults: { on_error: "continue" } }],
    ["a solver that is asked nothing", { ...base, solver: {} }],
    ["a solver and an output", { ...base, solver: { query_to_answer: "q" }, output: {} }],
  ])("%s", (_name, plan) => {
    expect(accepts(plan)).toBe(false);
    expect(parsePlan(plan).broken).toBe(true);
  });
});
