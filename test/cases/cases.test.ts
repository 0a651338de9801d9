import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCases, strangeKeys, unknownKeys } from "../support/case-format.ts";
import { laterLines, sortCases } from "../support/case-list.ts";
import { expectationKeys } from "../support/expectations.ts";
import type { CaseMemory } from "../support/observation.ts";
import { CaseRunner } from "../support/run-case.ts";

const here = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const cases = readCases(here("cases.jsonl"));
const list = sortCases(cases);
const only = process.env["GRAPH_CASE"];
const due = list.due.filter(({ id }) => only === undefined || id === only);

describe("the list of cases", () => {
  it("has unique ids and no key that no runner knows", () => {
    const ids = cases.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(cases.flatMap((one) => one.runs).flatMap((run) => strangeKeys(run, expectationKeys))).toEqual([]);
  });

  it("looks at every key of every run that is due", () => {
    const unknown = list.due
      .flatMap((one) => one.runs)
      .flatMap((run) => unknownKeys(run, expectationKeys).map((problem) => `${run.name}: ${problem}`));
    expect(unknown).toEqual([]);
  });

  it("is told in the README: what is still to come, and for what", () => {
    const readme = here("README.md");
    const [, section = ""] = readme.split("<!-- later -->");
    expect(section.trim().split("\n")).toEqual(laterLines(list));
  });
});

describe("cases", () => {
  let runner: CaseRunner;
  beforeAll(async () => {
    runner = await CaseRunner.open();
  });
  afterAll(() => runner.close());

  it.each(due)("$id $title", async ({ runs }) => {
    const memory: CaseMemory = {};
    const problems: string[] = [];
    try {
      for (const run of runs) {
        const found = await runner.run(run, memory);
        problems.push(...found.map((problem) => `${run.name} (${run.run.mode}): ${problem}`));
      }
    } finally {
      runner.leaveProject();
    }
    expect(problems).toEqual([]);
  });
});
