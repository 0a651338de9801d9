import { readdirSync, readFileSync } from "node:fs";
import { checkPlan, parsePlan, type Diagnostic } from "@graph/plan";
import { createCatalog } from "@graph/tools";
import { realWorld } from "@graph/world";
import { afterAll, expect, it } from "vitest";
import { inShort } from "../support/expect-diagnostics.ts";
import { FakeState } from "../support/fake-state.ts";
import { fakeTools } from "../support/fake-tools.ts";
import { mutate, wrongPlan } from "../support/malformed-plan.ts";
import { planTexts } from "../support/plan-texts.ts";
import { RandomSource, rounds, roundsTimeoutMs, seeds } from "../support/random-source.ts";

const slowestMs = 1_000;
const file = ".graph/plans/main.yaml";
const texts = [...planTexts(), ...otherPlans()];

const catalog = createCatalog({ env: { STAGE: "test" } });
catalog.setSecrets(new Map([["KEY", "set"]]));
for (const tool of fakeTools({ state: new FakeState(), world: realWorld(), outFile: "" })) {
  catalog.add(tool, { namespace: "fake" });
}

/** Plans that between them use every construct of the language. */
function otherPlans(): readonly string[] {
  const folder = new URL("../../packages/plan/test-support/other-graph-plans/", import.meta.url);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
}

const warnings: string[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning.message);
process.on("warning", onWarning);
afterAll(() => process.off("warning", onWarning));

/** The text of a seed: two of three are mutations of a real plan, one is valid YAML that is no plan. */
function malformed(seed: number): string {
  const random = new RandomSource(seed);
  return seed % 3 === 0 ? wrongPlan(random) : mutate(random.pick(texts), random);
}

function placeProblem(found: Diagnostic, lines: readonly string[]): string | undefined {
  const { line, column } = found;
  if (found.file !== file || line === undefined || column === undefined) return `has no place: ${inShort(found)}`;
  const text = lines[line - 1];
  if (line < 1 || text === undefined) return `points outside of the file: ${inShort(found)}`;
  return column < 1 || column > text.length + 1 ? `points outside of its line: ${inShort(found)}` : undefined;
}

/** What is wrong with how the checker takes a text; nothing when it refuses or accepts it in good order. */
function checked(text: string): string[] {
  const begun = performance.now();
  const { snapshot, diagnostics } = checkPlan(parsePlan(text, { file }), catalog);
  const took = performance.now() - begun;
  const lines = text.split("\n");
  const errors = diagnostics.filter((found) => found.severity === "error");
  const problems = errors.flatMap((found) => placeProblem(found, lines) ?? []);
  // A server that the plan itself calls required is a note: the plan is good and cannot run here.
  const stopped = errors.length > 0 || diagnostics.some((found) => found.code === "tool/server-missing");
  if ((snapshot === undefined) !== stopped) problems.push(`${String(errors.length)} errors decide otherwise`);
  if (took > slowestMs) problems.push(`took ${String(Math.round(took))} ms`);
  return problems;
}

it(
  "takes any malformed plan in good order",
  () => {
    const failures: string[] = [];
    let refused = 0;
    for (const seed of seeds(rounds(5_000))) {
      const text = malformed(seed);
      try {
        const problems = checked(text);
        if (problems.length > 0) failures.push(`GRAPH_SEED=${String(seed)}: ${problems.join("; ")}`);
        if (parsePlan(text, { file }).broken) refused += 1;
      } catch (error) {
        failures.push(
          `GRAPH_SEED=${String(seed)} threw ${error instanceof Error ? (error.stack ?? "") : String(error)}`,
        );
      }
      if (failures.length >= 20) break;
    }
    expect(failures).toEqual([]);
    expect(warnings).toEqual([]);
    // A generator that makes only good plans would test nothing.
    expect(process.env["GRAPH_SEED"] !== undefined || refused > 1_000).toBe(true);
  },
  roundsTimeoutMs,
);
