import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { smallCatalog, tool } from "../test-support/small-catalog.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import type { AgentTool } from "./checked-plan.ts";
import { applyPatch } from "./check/apply-patch.ts";
import { checkPlan, type PlanCheck } from "./check-plan.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { parsePlan } from "./parse-plan.ts";
import type { ParsedPlan } from "./parsed-plan.ts";

/** Plans in the grammar of the Rust program of the same name: they load, or are told what to write instead. */

const folder = new URL("../test-support/other-graph-plans/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const plans = new Map<string, ParsedPlan>(
  files.map((file) => [
    file.slice(0, -".yaml".length),
    parsePlan(readFileSync(new URL(file, folder), "utf8"), { file }),
  ]),
);

const text = { type: "string" };
const listOf = (name: string, properties: CatalogEntry["inputSchema"]): Partial<CatalogEntry> => ({
  outputSchema: {
    type: "object",
    additionalProperties: false,
    properties: { [name]: { type: "array", items: { type: "object", additionalProperties: false, properties } } },
  },
});
const loan = { title: text, state: text, isbn: text, days: { type: "integer" } };
const writes = { readOnly: false, repeatable: false };
const library = (name: string, more: Partial<CatalogEntry>): CatalogEntry =>
  tool(`library__${name}`, { owner: { kind: "server", server: "library", tool: name }, ...more });
const tools = [
  library("list_loans", listOf("loans", loan)),
  library("list_letters", listOf("letters", { name: text, text })),
  library(
    "list_readers",
    listOf("readers", { name: text, loans: { type: "array", items: { type: "object", properties: loan } } }),
  ),
  library("get_book", {}),
  library("open_case", writes),
  library("remind", writes),
  tool("user__summarize"),
  tool("user__log", writes),
];
const base = smallCatalog();
const own = new Map(tools.map((one) => [one.name, one]));
const called = (name: string): ParsedPlan | undefined => plans.get(/^plan__(.+)$/u.exec(name)?.[1] ?? "");
const catalog: Catalog = {
  ...base,
  get: (name) =>
    own.get(name) ??
    (called(name) ? tool(name, { owner: { kind: "plan", identifier: name.slice(6) } }) : base.get(name)),
  entries: () => [...base.entries(), ...tools].sort((a, b) => (a.name < b.name ? -1 : 1)),
  servers: () => [{ id: "library", state: "ok", tools: 6 }],
  plan: called,
};

function checked(name: string): PlanCheck {
  const plan = plans.get(name);
  if (plan === undefined) throw new Error(`There is no plan ${name}.`);
  return checkPlan(plan, catalog);
}
const inShort = ({ severity, code, line, column, template }: Diagnostic): string =>
  `${line}:${column} ${severity} ${code}${template === undefined ? "" : ` ${template}`}`;

describe("what loads, and what is noted", () => {
  test.each<[string, string[]]>([
    ["overdue_loans", ["19:16 note schema/old-spelling"]],
    ["lost_book", ["7:16 note schema/old-spelling"]],
    ["nothing_due", []],
    ["verdict", []],
    ["long_loans", []],
    ["kind_letters", []],
    ["loans_of_readers", ["19:22 note schema/old-spelling"]],
    ["one_list", []],
    ["look_into_it", []],
    ["which_branch", []],
    ["weekly_report", []],
    [
      "camel_case",
      [
        "4:1 note schema/old-spelling",
        "5:1 note schema/old-spelling",
        "8:5 note schema/old-spelling",
        "13:9 note schema/old-spelling",
        "16:11 note schema/old-spelling",
        "17:11 note schema/old-spelling",
        "18:11 note schema/old-spelling",
        "20:5 note schema/old-spelling",
        "20:15 note schema/old-spelling",
        "24:9 note schema/old-spelling",
        "27:11 note schema/old-spelling",
        "28:11 note schema/old-spelling",
        "31:3 note schema/old-spelling",
        "32:3 note schema/old-spelling",
      ],
    ],
  ])("%s", (name, expected) => {
    const { snapshot, diagnostics } = checked(name);
    expect(diagnostics.map(inShort)).toEqual(expected);
    expect(snapshot?.main.identifier).toBe(name);
  });

  test("a plan that requires a server which is not configured is no error, and cannot run", () => {
    const plan = plans.get("weekly_report");
    const without = { ...base, servers: () => [] };
    const { snapshot, diagnostics } = checkPlan(plan as ParsedPlan, without);
    expect(diagnostics.map(inShort)).toEqual(["9:16 note tool/server-missing"]);
    expect(snapshot).toBeUndefined();
  });
});

describe("what cannot be honoured is refused with the reason and what to write", () => {
  test.each<[string, readonly (readonly [place: string, message: RegExp])[]]>([
    [
      "model_without_infer",
      [["12:7 error schema/keys-conflict", /^`model` belongs beside `infer` or `decide`: remove it\.$/]],
    ],
    [
      "agent_with_plans",
      [
        [
          "9:29 error tool/unknown",
          /^`plan__\*` names plans, which an agent cannot call\. Call the plan in a step of its own\.$/,
        ],
        ["9:40 error tool/unknown", /no plan is made up while one runs.+Write the steps out/],
      ],
    ],
    [
      "questions_from_data",
      [
        [
          "12:23 error template/not-here {{E0.questions}}",
          /because later steps are checked against it before anything runs: a tag cannot stand here\.$/,
        ],
      ],
    ],
    ["triple_braces", [["10:29 error template/refused {{{E0.letters.0.name}}}", /./]]],
    [
      "planner",
      [
        [
          "6:16 error tool/unknown",
          /^There is no tool `plan_and_execute`: no plan is made up while one runs\. Write the steps out/,
        ],
      ],
    ],
    [
      "after_the_report",
      [["10:22 error ref/no-such-field {{E0.answer}}", /^`E0` is a string and has no field `answer`\.$/]],
    ],
    [
      "silent",
      [["9:1 error schema/unknown-key", /^A plan without `output` and `solver` ends silently: leave `finish` out\.$/]],
    ],
    [
      "second_version",
      [["1:10 error schema/newer-version", /version 2 of the plan language; this program reads version 1/]],
    ],
    [
      "reserved_ids",
      [
        ["5:9 error step/reserved-id", /`run` is reserved/],
        ["8:9 error step/reserved-id", /`wait` is reserved/],
        ["10:22 error ref/no-such-field {{run.loans}}", /^`run` has no field `loans`/],
      ],
    ],
  ])("%s", (name, expected) => {
    const { snapshot, diagnostics } = checked(name);
    expect(diagnostics.map(inShort)).toEqual(expected.map(([place]) => place));
    for (const [index, [, message]] of expected.entries()) expect(diagnostics[index]?.message).toMatch(message);
    expect(snapshot).toBeUndefined();
  });

  test.each(["model_without_infer", "triple_braces", "after_the_report"])(
    "the repair of %s that is suggested makes it run",
    (name) => {
      const suggestion = checked(name).diagnostics[0]?.suggestions?.[0];
      expect(suggestion?.verified).toBe(true);
      const repaired = applyPatch(plans.get(name)?.data ?? {}, suggestion?.patch ?? []);
      expect(checkPlan(parsePlan(repaired ?? {}), catalog).snapshot?.main.identifier).toBe(name);
    },
  );
});

test("every plan of the folder is looked at", () => {
  expect(files.length).toBe(21);
});

describe("what means the same", () => {
  const step = (name: string, index: number): unknown => checked(name).snapshot?.main.body.steps[index];

  test("an old `decide` is a `route`, with the names of its branches", () => {
    expect(step("overdue_loans", 1)).toMatchObject({
      tool: "route",
      bodies: { else: { single: false, steps: [{ id: "E10" }, { id: "E11" }] } },
    });
    const { bodies } = step("overdue_loans", 1) as { readonly bodies: object };
    expect(Object.keys(bodies)).toEqual(["then", "else"]);
  });

  test("`reasoning` is the description of a step", () => {
    expect(step("overdue_loans", 0)).toMatchObject({ description: "Everything else depends on how many there are." });
  });

  test("an agent without `tools` may call every tool, but no plan", () => {
    const { tools } = step("look_into_it", 0) as { readonly tools: readonly AgentTool[] };
    const allowed = tools.map(({ name }) => name);
    expect(allowed).toContain("library__open_case");
    expect(allowed.filter((name) => name.startsWith("plan__"))).toEqual([]);
  });

  test("a solver keeps its sections", () => {
    expect(checked("weekly_report").snapshot?.main.solver?.queryToAnswer).toContain("{{^@last}}, {{/@last}}");
  });
});
