import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { checkPlan, type PlanCheck } from "./check-plan.ts";
import { controlSteps } from "./control/index.ts";
import type { JsonObject } from "./json.ts";
import { parsePlan } from "./parse-plan.ts";

const tool = (name: string, readOnly: boolean, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  owner: { kind: "user", namespace: "t" },
  readOnly,
  repeatable: readOnly,
  ...more,
});
const entries = [tool("t__read", true), tool("t__write", false, { idempotencyArgument: "key" })];
const catalogOf = (plans: Readonly<Record<string, string>> = {}): Catalog => {
  const parsed = new Map(
    Object.entries(plans).map(([name, text]) => [name, parsePlan(text, { file: `${name}.yaml` })]),
  );
  return {
    get: (name) => entries.find((entry) => entry.name === name),
    entries: () => entries,
    servers: () => [],
    plan: (name) => parsed.get(name),
  };
};
const head = "identifier: main\nname: Main\ndescription: One case.\n";
const check = (text: string, plans?: Readonly<Record<string, string>>): PlanCheck =>
  checkPlan(parsePlan(head + text), catalogOf(plans));

describe("checkPlan", () => {
  it("gives plain data", () => {
    const { snapshot } = check(
      "limits: {timeout: 10s, depth: 4}\nsteps:\n  - {id: a, tool_name: t__read, timeout: 5s, if: true, retry: {max_attempts: 2, delay: 1ms}}\n  - id: l\n    tool_name: map\n    on_error: continue\n    input: {over: <<a.x>>, do: {tool_name: t__write, input: {v: <<item>>}}}\noutput: {x: <<l.count>>}\n",
    );
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    expect(snapshot?.plans).toEqual({});
    const { main } = snapshot as NonNullable<typeof snapshot>;
    expect(main).toMatchObject({
      identifier: "main",
      name: "Main",
      limits: { timeoutMs: 10_000, depth: 4 },
      execution: "dataflow",
      effect: "write",
      repeatable: false,
      calls: [],
      output: { x: "<<l.count>>" },
    });
    const [first, second] = main.body.steps;
    expect(first).toEqual({
      id: "a",
      tool: "t__read",
      kind: "call",
      pointer: "/steps/0",
      input: {},
      if: true,
      timeoutMs: 5_000,
      retry: {
        maxAttempts: 2,
        delayMs: 1,
        backoff: "exponential",
        maxDelayMs: 30_000,
        jitter: "none",
        errors: ["timeout", "unavailable", "rate_limited"],
      },
      onError: "fail",
      effect: "read",
      repeatable: true,
      fence: false,
      edges: [],
    });
    expect(second).toMatchObject({
      kind: "control",
      effect: "write",
      fence: true,
      onError: "continue",
      edges: [{ from: 0, reason: "read", tag: "<<a.x>>", pointer: "/steps/1/input/over" }],
    });
    expect(second?.bodies?.["do"]).toMatchObject({
      pointer: "/steps/1/input/do",
      single: true,
      steps: [{ id: "@do", pointer: "/steps/1/input/do", edges: [] }],
    });
  });

  it("keeps called plans under the names they are called by, each once", () => {
    const child = "identifier: c\ndescription: C.\nsteps:\n  - {id: x, tool_name: t__read}\n";
    const middle =
      "identifier: m\ndescription: M.\nsteps:\n  - {id: x, tool_name: plan__c}\n  - {id: y, tool_name: builtin_plan__c}\n";
    const { snapshot, diagnostics } = check(
      "steps:\n  - {id: a, tool_name: plan__m}\n  - {id: b, tool_name: plan__c}\n",
      { plan__c: child, builtin_plan__c: child, plan__m: middle },
    );
    expect(diagnostics).toEqual([]);
    expect(Object.keys(snapshot?.plans ?? {}).toSorted()).toEqual(["builtin_plan__c", "plan__c", "plan__m"]);
    expect(snapshot?.main).toMatchObject({ effect: "read", repeatable: true, calls: ["plan__m", "plan__c"] });
    expect(snapshot?.plans["plan__m"]?.calls).toEqual(["plan__c", "builtin_plan__c"]);
  });

  it("takes effects and fences from called plans", () => {
    const exits = "identifier: c\ndescription: C.\nsteps:\n  - {id: x, tool_name: exit}\n";
    const { snapshot } = check(
      "steps:\n  - {id: a, tool_name: t__read}\n  - {id: b, tool_name: plan__c}\n  - {id: c, tool_name: t__read}\n",
      { plan__c: exits },
    );
    expect(snapshot?.main.body.steps.map(({ effect, fence, edges }) => [effect, fence, edges])).toEqual([
      ["read", false, []],
      ["read", true, [{ from: 0, reason: "fence" }]],
      ["read", false, [{ from: 1, reason: "fence" }]],
    ]);
  });

  it("lets an idempotency key make a write repeatable", () => {
    const { snapshot } = check("steps:\n  - {id: a, tool_name: t__write, idempotency_key: k-<<run.id>>}\n");
    expect(snapshot?.main).toMatchObject({ effect: "write", repeatable: true });
    expect(snapshot?.main.body.steps[0]).toMatchObject({ idempotencyKey: "k-<<run.id>>", idempotencyArgument: "key" });
  });

  it("adds the edges of a body to the outer step, and orders inside the body", () => {
    const { snapshot } = check(
      "steps:\n  - {id: a, tool_name: t__read}\n  - id: l\n    tool_name: map\n    input:\n      over: [1]\n      do:\n        - {id: x, tool_name: t__read, input: {v: <<a.v>>}}\n        - {id: y, tool_name: t__write, input: {v: <<item>>}}\noutput: {v: <<l>>}\n",
    );
    const outer = snapshot?.main.body.steps[1];
    expect(outer?.edges).toEqual([{ from: 0, reason: "read", tag: "<<a.v>>", pointer: "/steps/1/input/do/0/input/v" }]);
    expect(outer?.bodies?.["do"]?.steps.map(({ edges }) => edges)).toEqual([[], [{ from: 0, reason: "fence" }]]);
  });

  it("gives no snapshot with errors, and lists fifty", () => {
    const steps = Array.from({ length: 80 }, (_one, index) => ({ id: `s${index}`, tool_name: "t__nope" }));
    const found = checkPlan(parsePlan({ identifier: "main", description: "x", steps }), catalogOf());
    expect([found.snapshot, found.diagnostics.length, found.hidden]).toEqual([undefined, 50, 30]);
  });

  it("says nothing of its own about a text that is no plan", () => {
    expect(check("steps: [").diagnostics.map(({ code }) => code)).toEqual(["yaml/syntax"]);
    expect(checkPlan(parsePlan("- 1\n"), catalogOf()).diagnostics.map(({ code }) => code)).toEqual([
      "schema/bad-value",
    ]);
  });

  it("follows a chain of a thousand plans", () => {
    const plans = Object.fromEntries(
      Array.from({ length: 1_000 }, (_one, index) => [
        `plan__p${index}`,
        `identifier: p${index}\ndescription: x\nsteps:\n  - {id: a, tool_name: ${index === 999 ? "t__read" : `plan__p${index + 1}`}}\n`,
      ]),
    );
    const { snapshot } = check("steps:\n  - {id: a, tool_name: plan__p0}\n", plans);
    expect([snapshot?.main.effect, Object.keys(snapshot?.plans ?? {}).length]).toEqual(["read", 1_000]);
  });

  it("is linear in the steps", () => {
    const measured = (count: number): number => {
      const steps = Array.from({ length: count }, (_one, index) => ({
        id: `s${index}`,
        tool_name: index % 4 === 0 ? "t__write" : "t__read",
        input: { v: index === 0 ? 1 : `<<s${index - 1}.v>>` },
      }));
      const plan = parsePlan({ identifier: "main", description: "x", limits: { max_plan_steps: 5000 }, steps });
      const started = process.cpuUsage();
      expect(checkPlan(plan, catalogOf()).diagnostics).toEqual([]);
      return process.cpuUsage(started).user / 1000;
    };
    measured(500);
    const [small, large] = [measured(1_000), measured(4_000)];
    expect(large).toBeLessThan(2_000);
    expect(large).toBeLessThan(16 * small + 100);
  });

  it("never throws, whatever a plan holds, and places every problem", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const call = { tool_name: "t__write", input: { v: "<<a.x>>" } };
    const bodies = [call, { do: call }, { if: "<<a.x>>", do: call }, { x: call, y: [] }, { properties: { x: {} } }];
    const tag = fc.constantFrom(
      "<<a.x>>",
      "<<input.y>>",
      "<<#each b>><<item>><</each>>",
      "<<default zz 1>>",
      "{{a}}",
      "x <<run.id>>",
      "<<error.class>>",
      "<<accumulator>>",
      "<<secrets.X>>",
      "<<env.X>>",
    );
    const step = fc.record(
      {
        id: fc.oneof(fc.constantFrom("a", "b", "c"), value),
        tool_name: fc.oneof(
          fc.constantFrom("t__read", "t__write", "plan__main", "nope", "decide", ...controlSteps.keys()),
          value,
        ),
        input: fc.oneof(
          fc.dictionary(
            fc.constantFrom("v", ...[...controlSteps.values()].flatMap(({ keys }) => Object.keys(keys))),
            fc.oneof(tag, value, fc.constantFrom<JsonObject>(...bodies)),
          ),
          value,
        ),
        if: fc.oneof(tag, value),
        needs: fc.oneof(fc.array(fc.constantFrom("a", "b", "q")), value),
        retry: value,
        idempotency_key: tag,
        output_schema: value,
        catch: fc.oneof(fc.array(fc.constantFrom<JsonObject>(...bodies)), value),
        finally: fc.oneof(fc.constantFrom<JsonObject>(...bodies), value),
        cache: value,
        deadline: value,
      },
      { requiredKeys: [] },
    );
    const plan = fc.record(
      {
        identifier: fc.constant("main"),
        description: fc.constant("x"),
        input_schema: value,
        limits: value,
        output: fc.dictionary(fc.string(), fc.oneof(tag, value)),
        solver: fc.oneof(fc.record({ query_to_answer: tag, data: tag }), value),
        defaults: value,
        finally: fc.oneof(fc.array(step, { maxLength: 2 }), value),
        steps: fc.oneof(fc.array(step, { maxLength: 6 }), value),
      },
      { requiredKeys: ["identifier"] },
    );
    fc.assert(
      fc.property(plan, (data) => {
        const text = JSON.stringify(data, undefined, 1);
        const lines = text.split("\n").length;
        for (const parsed of [parsePlan(text, { file: "x.yaml" }), parsePlan(data as unknown as JsonObject)]) {
          const found = checkPlan(parsed, catalogOf());
          expect(found.snapshot === undefined).toBe(found.diagnostics.some(({ severity }) => severity === "error"));
          expect(found.diagnostics.filter(({ line = 1 }) => line < 1 || line > lines)).toEqual([]);
        }
      }),
      { numRuns: 120 },
    );
  });
});
