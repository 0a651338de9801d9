import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { checkPlan } from "./check-plan.ts";
import { diagnosticCodes } from "./codes.ts";
import { controlSteps } from "./control/index.ts";
import { gateOperators } from "./grammar/check-gate.ts";
import { parsePlan } from "./parse-plan.ts";
import { limitKeys, planKeys, stepKeys } from "./plan-keys.ts";
import { helpers } from "./template/helpers/index.ts";

const guide = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const page = readFileSync(new URL("../DIAGNOSTICS.md", import.meta.url), "utf8");

test("the page of diagnostics has one row a code, in the order of the list, with its severity", () => {
  const rows = [...page.matchAll(/^\| `([a-z/-]+)` +\| (\w+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, code, severity]) => [code, severity])).toEqual(
    Object.entries(diagnosticCodes).map(([code, { severity }]) => [code, severity]),
  );
});

/** The first words of the rows of the table under a heading. */
function rowsUnder(heading: string): string[] {
  const [, section = ""] = guide.split(`${heading}\n`);
  const [table = ""] = section.split(/\n#|\n\*\*|retry` has/);
  return [...table.matchAll(/^\| `([a-z_]+)/gm)].map(([, key]) => key ?? "");
}

describe("the guide names everything that the grammar knows, and nothing else", () => {
  test.each<[string, readonly string[]]>([
    ["## Keys of a plan", Object.keys(planKeys)],
    ["### `limits`", Object.keys(limitKeys)],
    ["## Keys of a step", Object.keys(stepKeys)],
    ["retry` has these keys:", Object.keys(stepKeys["retry"]?.keys ?? {})],
    ["### Helpers", [...helpers.keys()]],
    ...[...controlSteps.values()].map(
      (grammar) => [`### \`${grammar.name}\``, Object.keys(grammar.keys)] satisfies [string, string[]],
    ),
  ])("%s", (heading, keys) => {
    expect(rowsUnder(heading)).toEqual(keys);
  });

  test("operators of gates", () => {
    const [, gates = ""] = guide.split("## Gates\n");
    expect(gateOperators.filter((operator) => !new RegExp(`\\b${operator}\\b`).test(gates))).toEqual([]);
  });
});

describe("the plans in the guide", () => {
  const plans = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => parsePlan(text));
  const names = ["tickets__list", "tickets__owners", "tickets__summary", "pager__send"];
  const entry = (name: string): CatalogEntry => ({
    name,
    description: name,
    inputSchema: { type: "object" },
    owner: { kind: "user", namespace: name.slice(0, name.indexOf("_")) },
    readOnly: name !== "pager__send",
    repeatable: name !== "pager__send",
  });
  const tools = new Map(names.map((name) => [name, entry(name)]));
  const catalog: Catalog = {
    get: (name) =>
      tools.get(name) ?? (catalog.plan(name) && { ...entry(name), owner: { kind: "plan", identifier: name.slice(6) } }),
    entries: () => tools.values(),
    servers: () => [{ id: "tickets", state: "ok", tools: 3 }],
    plan: (name) => plans.find((plan) => `plan__${plan.identifier}` === name),
  };

  test.each(plans.map((plan) => [plan.identifier, plan] as const))("%s has no problems", (_identifier, plan) => {
    const { snapshot, diagnostics } = checkPlan(plan, catalog);
    expect(diagnostics).toEqual([]);
    expect(snapshot?.main.identifier).toBe(plan.identifier);
  });

  test("there are two", () => {
    expect(plans.map(({ identifier }) => identifier)).toEqual(["triage", "overnight"]);
  });
});
