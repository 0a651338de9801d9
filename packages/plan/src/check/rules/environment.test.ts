import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../../test-support/small-catalog.ts";
import { check, only, told } from "../../../test-support/told.ts";

const open = "input_schema: {type: object}\n";
/** A plan of one step, whose line begins in column 3 of line 3. */
const step = (rest: string): string => `${open}steps:\n  - {id: a, ${rest}}\n`;
const echo = (input: string): string => step(`tool_name: fake__echo, input: ${input}`);

describe("the environment", () => {
  test.each<[string, string[]]>([
    ["{v: <<env.STAGE>>, w: 'in <<upper env.REGION>>'}", []],
    ["{v: <<env.HOME>>}", ["3:47 ref/no-such-field <<env.HOME>>"]],
    ["{v: <<default env.HOME 'none'>>}", ["3:47 warning ref/no-such-field <<default env.HOME 'none'>>"]],
    ["{v: <<env.STAGE.x>>}", ["3:47 ref/no-such-field <<env.STAGE.x>>"]],
    ["{v: <<env>>}", []],
  ])("%s", (input, expected) => {
    expect(told(echo(input))).toEqual(expected);
  });

  test("a name that is not allowed, and the nearest that is", () => {
    const found = only(echo("{v: <<env.STAGES>>}"));
    expect([found.message, found.suggestions?.[0]?.title, found.suggestions?.[0]?.verified]).toEqual([
      "The environment variable `STAGES` is not allowed here, or not set. Allowed are: STAGE, REGION. `[settings] env` in the config lists them.",
      "Read `env.STAGE`",
      true,
    ]);
    expect(only(echo("{v: <<env.STAGE>>}"), smallCatalog({ env: {} })).message).toContain(" None is. ");
  });

  test("may be read in gates and in the output", () => {
    const text =
      "steps:\n  - {id: a, tool_name: fake__write, if: {value: <<env.STAGE>>, op: eq, to: test}}\noutput: {v: <<env.REGION>>}\n";
    expect(told(text)).toEqual([]);
  });

  test("only what a plan, or one that it calls, names is stored with a run", () => {
    const envOf = (text: string, ...plans: readonly string[]): unknown =>
      check(text, smallCatalog({ plans })).snapshot?.env;
    const child =
      "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: fake__echo, input: {v: <<env.REGION>>}}\n";
    expect(envOf(echo("{v: <<env.STAGE>>}"))).toEqual({ STAGE: "test" });
    expect(envOf(step("tool_name: plan__child"), child)).toEqual({ REGION: "north" });
    expect(envOf(echo("{v: <<keys env>>}"))).toEqual({ STAGE: "test", REGION: "north" });
    expect(envOf(echo("{v: <<default env.OTHER 1>>}"))).toBeUndefined();
    expect(envOf(echo("{v: 1}"))).toBeUndefined();
  });
});
