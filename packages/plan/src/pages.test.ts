import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { smallCatalog, tool } from "../test-support/small-catalog.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { checkPlan } from "./check-plan.ts";
import { diagnosticCodes } from "./codes.ts";
import { controlSteps } from "./control/index.ts";
import { modelGateKeys } from "./control/model-gate-keys.ts";
import { gateKeys, gateOperators } from "./grammar/gate-keys.ts";
import type { KeyRule, KeyTable } from "./grammar/key-rule.ts";
import type { Json } from "./json.ts";
import { errorClasses } from "./modifier/error-classes.ts";
import { parsePlan } from "./parse-plan.ts";
import {
  defaultKeys,
  limitKeys,
  planKeys,
  requiredPlanKeys,
  requiredStepKeys,
  solverKeys,
  stepKeys,
} from "./plan-keys.ts";
import { helpers } from "./template/helpers/index.ts";

const guide = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const page = readFileSync(new URL("../DIAGNOSTICS.md", import.meta.url), "utf8");

test("the page of diagnostics has one row a code, in the order of the list, with its severity", () => {
  const rows = [...page.matchAll(/^\| `([a-z/-]+)` +\| (\w+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, code, severity]) => [code, severity])).toEqual(
    Object.entries(diagnosticCodes).map(([code, { severity }]) => [code, severity]),
  );
});

/** The cells of the first table behind a line of the guide. */
function rowsBehind(line: string): string[][] {
  const [, rest = ""] = guide.split(`\n${line}\n`);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(rest) ?? [];
  return table
    .split("\n")
    .slice(2, -1)
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The rows that a table of keys has to have: what the grammar says of each. */
function rowsOf(keys: KeyTable, required: readonly string[] = []): string[][] {
  return Object.entries(keys).map(([key, rule]) => {
    const values =
      rule.kind === "enum" ? ` One of ${(rule.values ?? []).map((value) => `\`${value}\``).join(", ")}.` : "";
    const name = required.includes(key) ? `\`${key}\` (required)` : `\`${key}\``;
    return [name, rule.description + values];
  });
}

const inside = (rule: KeyRule | undefined): string[][] => rowsOf(rule?.keys ?? {}, rule?.required);
const routeKeys = controlSteps.get("route")?.keys ?? {};

describe("the guide says of each key what the grammar says, and of no other", () => {
  test.each<[string, string[][]]>([
    ["## Keys of a plan", rowsOf(planKeys, requiredPlanKeys)],
    ["### `limits`", rowsOf(limitKeys)],
    ["### `defaults`", rowsOf(defaultKeys)],
    ["### `solver`", rowsOf(solverKeys, planKeys["solver"]?.required)],
    ["## Keys of a step", rowsOf(stepKeys, requiredStepKeys)],
    ["### `retry`", inside(stepKeys["retry"])],
    ["### `catch`", inside(stepKeys["catch"]?.of)],
    ["### `cache`", inside(stepKeys["cache"])],
    ["An entry of `cases`:", inside(routeKeys["cases"]?.of)],
    ["`choose`:", inside(routeKeys["choose"])],
    ["An option of `choose`, under its label:", inside(routeKeys["choose"]?.keys?.["options"]?.of)],
    ...[...controlSteps.values()].map(
      ({ name, keys, required }) => [`### \`${name}\``, rowsOf(keys, required)] satisfies [string, string[][]],
    ),
  ])("%s", (line, rows) => {
    expect(rowsBehind(line)).toEqual(rows);
  });

  test("questions to models, beside the gates of control steps", () => {
    const [, gates = ""] = guide.split("## Gates\n");
    const line = gates.split("\n").find((one) => one.startsWith("A question is a text")) ?? "";
    expect(rowsBehind(line)).toEqual(rowsOf(modelGateKeys));
  });

  test("each control step by its own words", () => {
    const missing = [...controlSteps.values()].filter(
      ({ name, description }) => !guide.includes(`### \`${name}\`\n\n${description}\n`),
    );
    expect(missing).toEqual([]);
  });

  test("helpers, operators of gates, classes of errors", () => {
    expect(rowsBehind("### Helpers").map(([cell = ""]) => /^`(\w+)/.exec(cell)?.[1])).toEqual([...helpers.keys()]);
    const [, gates = ""] = guide.split("## Gates\n");
    expect(gateOperators.filter((operator) => !new RegExp(`\\b${operator}\\b`).test(gates))).toEqual([]);
    expect([...guide.matchAll(/^\| `(\w+)` +\| \w/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining([...errorClasses]),
    );
  });
});

describe("the plans in the guide", () => {
  const texts = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  const plans = texts.map((text) => parsePlan(text));
  const writing = ["pager__send", "log__write", "tickets__update"];
  const reading = [
    "tickets__list",
    "tickets__owners",
    "tickets__summary",
    "tickets__search",
    "tickets__report",
    "wiki__search",
    "wiki__read",
  ];
  const entries = [...writing, ...reading].map((name): CatalogEntry => {
    const writes = writing.includes(name);
    const keyed = writes && name !== "log__write" ? { idempotencyArgument: "key" } : {};
    return tool(name, { readOnly: !writes, repeatable: !writes, ...keyed });
  });
  const base = smallCatalog({ secrets: new Map([["PAGER_TOKEN", "set"]]) });
  const own = new Map(entries.map((entry) => [entry.name, entry]));
  const catalog: Catalog = {
    ...base,
    get: (name) =>
      own.get(name) ??
      base.get(name) ??
      (catalog.plan(name) && tool(name, { owner: { kind: "plan", identifier: name.slice(6) } })),
    entries: () => [...base.entries(), ...entries],
    servers: () => ["tickets", "pager", "log", "wiki"].map((id) => ({ id, state: "ok", tools: 3 })),
    plan: (name) => plans.find((plan) => `plan__${plan.identifier}` === name),
  };

  test.each(plans.map((plan) => [plan.identifier, plan] as const))("%s has no problems", (_identifier, plan) => {
    const { snapshot, diagnostics } = checkPlan(plan, catalog);
    expect(diagnostics).toEqual([]);
    expect(snapshot?.main.identifier).toBe(plan.identifier);
  });

  test("each has a name of its own", () => {
    expect(new Set(plans.map(({ identifier }) => identifier)).size).toBe(plans.length);
  });

  test("between them they use every key, control step and form of a gate", () => {
    const used = new Set<string>();
    for (const { data } of plans) collect(data, used);
    const keys = [
      planKeys,
      stepKeys,
      limitKeys,
      gateKeys,
      modelGateKeys,
      ...[...controlSteps.values()].map((one) => one.keys),
    ];
    const wanted = new Set([...keys.flatMap((one) => Object.keys(one)), ...controlSteps.keys()]);
    // Shown in tables only: limits that hardly anybody changes.
    for (const rare of ["max_items", "max_plan_steps", "depth", "drain"]) wanted.delete(rare);
    expect([...wanted].filter((name) => !used.has(name))).toEqual([]);
  });
});

/** The keys of a plan's data, and the names of its control steps. */
function collect(value: Json, used: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries<Json>(value)) {
    used.add(key);
    if (key === "tool_name" && typeof item === "string") used.add(item);
    collect(item, used);
  }
}
