import type { JsonObject } from "@graph/plan";
import { type Tool, ToolError } from "@graph/tools";
import { describe, expect, test } from "vitest";
import { createRunner, PlanError, type RunEvent, type Runner, type RunnerOptions } from "../index.ts";
import { engines } from "../../test-support/run-plan.ts";

const secrets = { TOKEN: "s3cret-token", OTHER: "0ther-token", SHORT: "abc", EMPTY: "" };
const any = { description: "A tool for tests.", inputSchema: { type: "object" } } as const;

/** A runner whose tools write down what they were given. */
function runnerOf(options: Partial<RunnerOptions> = {}): {
  readonly runner: Runner;
  readonly given: JsonObject[];
  readonly events: RunEvent[];
} {
  const given: JsonObject[] = [];
  const echo: Tool<JsonObject> = {
    ...any,
    name: "echo",
    annotations: { readOnlyHint: true },
    run(input) {
      given.push(input);
      return input;
    },
  };
  const fail: Tool<{ token: string }> = {
    ...any,
    name: "fail",
    run(input) {
      given.push(input);
      const options = { class: "unavailable", effect: "none", code: `tool/${input.token}` } as const;
      throw new ToolError(`refused: ${input.token}`, options);
    },
  };
  const recall: Tool<JsonObject> = { ...any, name: "recall", run: () => given };
  const runner = createRunner({ tools: [echo, fail, recall], secrets, ...options });
  const events: RunEvent[] = [];
  for (const name of ["step-start", "step-retry", "step-finish", "run-start", "run-finish"] as const)
    runner.on(name, (event) => events.push(event));
  return { runner, given, events };
}

const plan = (steps: string): string => `identifier: p\ndescription: One.\nsteps:\n${steps}`;
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (item instanceof Map ? Object.fromEntries(item) : item));

describe.each(engines)("on the %s engine", (_, engine) => {
  const options = engine === undefined ? {} : { engine };

  test("the tool gets the value, alone, in text and at every depth; nobody else sees it", async () => {
    const { runner, given, events } = runnerOf(options);
    const result = await runner.run(
      runner.load(
        plan(
          '  - {id: a, tool_name: user__echo, input: {x: <<secrets.TOKEN>>, deep: [{"a/b": "Bearer <<secrets.TOKEN>>"}], n: 1}}\noutput: {value: <<a>>}\n',
        ),
      ),
    );
    expect(given).toEqual([{ x: "s3cret-token", deep: [{ "a/b": "Bearer s3cret-token" }], n: 1 }]);
    expect(result.output).toEqual({ value: { x: "***", deep: [{ "a/b": "Bearer ***" }], n: 1 } });
    expect(plain([result, events])).not.toContain("s3cret");
  });

  test("a failure is masked in its words and its code, and a retry gets the value again", async () => {
    const { runner, given, events } = runnerOf(options);
    const result = await runner.run(
      runner.load(
        plan(
          "  - id: a\n    tool_name: user__fail\n    input: {token: <<secrets.TOKEN>>}\n    retry: {max_attempts: 2, delay: 1ms}\n",
        ),
      ),
    );
    expect(given).toEqual([{ token: "s3cret-token" }, { token: "s3cret-token" }]);
    expect(result.error).toMatchObject({ code: "tool/***", message: "refused: ***" });
    expect(events.filter(({ type }) => type === "step-retry")).toHaveLength(1);
    expect(plain([result, events])).not.toContain("s3cret");
  });

  test("a tool that kept a secret gives it to no step that names none", async () => {
    const { runner } = runnerOf(options);
    const steps =
      "  - {id: a, tool_name: user__echo, input: {x: <<secrets.TOKEN>>}}\n  - {id: b, tool_name: user__recall, input: {}, needs: [a]}\noutput: {value: <<b>>}\n";
    expect((await runner.run(runner.load(plan(steps)))).output).toEqual({ value: [{ x: "***" }] });
  });
});

test("calls with different secrets are different calls for a cache", async () => {
  const { runner, given } = runnerOf();
  const step = (id: string, name: string): string =>
    `  - {id: ${id}, tool_name: user__echo, input: {x: <<secrets.${name}>>}, cache: {ttl: 1h, scope: run}, needs: []}\n`;
  const text = plan(step("a", "TOKEN") + step("b", "OTHER") + "execution: sequential\n");
  const { status } = await runner.run(runner.load(text));
  expect([status, given]).toEqual(["succeeded", [{ x: "s3cret-token" }, { x: "0ther-token" }]]);
});

test.each([
  ["SHORT", "secret/too-short"],
  ["EMPTY", "secret/missing"],
  ["GONE", "secret/missing"],
])("a plan that names %s is refused with %s at its place", (name, code) => {
  const { runner } = runnerOf();
  let refusal: unknown;
  try {
    runner.load(plan(`  - {id: a, tool_name: user__echo, input: {x: <<secrets.${name}>>}}\noutput: {value: <<a>>}\n`));
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(PlanError);
  expect(refusal).toMatchObject({ diagnostics: [{ code, line: 4, column: 47 }] });
});

test("without secrets there is none, and a catalog keeps those it has", () => {
  const { runner } = runnerOf();
  expect([...(runner.catalog.secrets ?? [])]).toEqual([
    ["TOKEN", "set"],
    ["OTHER", "set"],
    ["SHORT", "short"],
    ["EMPTY", "unset"],
  ]);
  const again = createRunner({ catalog: runner.catalog });
  expect(again.catalog.secrets?.get("TOKEN")).toBe("set");
  expect(createRunner().catalog.secrets?.size).toBe(0);
});

test("a call whose secret is not there is refused before the tool is called", async () => {
  const { runner, given } = runnerOf();
  const { snapshot } = runner.load(
    plan("  - {id: a, tool_name: user__echo, input: {x: <<secrets.TOKEN>>}}\noutput: {value: <<a>>}\n"),
  );
  const other = createRunner({ catalog: runner.catalog, secrets: { OTHER: "0ther-token" } });
  expect((await other.run(snapshot)).error).toMatchObject({ code: "secret/missing", class: "denied", effect: "none" });
  expect(given).toEqual([]);
});
