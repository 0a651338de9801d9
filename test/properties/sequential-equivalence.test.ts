import { expect, it } from "vitest";
import { compareRuns } from "../support/compare-runs.ts";
import { generatePlan, type GeneratedPlan } from "../support/generate-plan.ts";
import { brief, sameJson } from "../support/json-text.ts";
import { rounds, seeds } from "../support/random-source.ts";
import { GeneratedRuns, type GeneratedRun } from "../support/run-generated.ts";
import { runInvariants } from "../support/run-invariants.ts";

const runs = new GeneratedRuns();

/** How often each way of ending was met: a generator that only makes failing plans would prove little. */
const met = new Map<string, number>();

/** Two runs that must not differ in anything, events included. */
function sameRun(one: GeneratedRun, other: GeneratedRun): string[] {
  const parts = [
    ["result", one.result, other.result],
    ["steps", [...one.result.steps.values()], [...other.result.steps.values()]],
    ["events", one.events, other.events],
    ["effects", one.effects, other.effects],
  ] as const;
  return parts.flatMap(([what, left, right]) =>
    sameJson(left, right) ? [] : [`${what}: ${brief(left)} and ${brief(right)}`],
  );
}

async function problemsOf(plan: GeneratedPlan): Promise<string[]> {
  const snapshot = runs.check(plan, "dataflow");
  const dataflow = await runs.run(plan, snapshot, { jitter: plan.seed });
  met.set(dataflow.result.status, (met.get(dataflow.result.status) ?? 0) + 1);
  const problems = runInvariants(plan, dataflow).map((problem) => `dataflow: ${problem}`);

  const replayed = await runs.run(plan, snapshot, { jitter: plan.seed, replaying: true });
  problems.push(...sameRun(dataflow, replayed).map((problem) => `replayed: ${problem}`));

  const cancelAt = runs.moment(plan, dataflow.tookMs);
  const cancelled = await runs.run(plan, snapshot, { jitter: plan.seed, cancelAt });
  problems.push(...runInvariants(plan, cancelled).map((problem) => `cancelled at ${String(cancelAt)} ms: ${problem}`));
  if (cancelled.result.status !== "cancelled" && !sameJson(cancelled.result.status, dataflow.result.status)) {
    problems.push(`cancelled at ${String(cancelAt)} ms: ended as ${cancelled.result.status}`);
  }

  const inOrder = await runs.run(plan, runs.check(plan, "sequential"), { jitter: plan.seed + 7 });
  problems.push(...runInvariants(plan, inOrder).map((problem) => `sequential: ${problem}`));
  if (!plan.usesNeeds && !plan.orderFree) {
    problems.push(...compareRuns(dataflow, inOrder).map((problem) => `dataflow and sequential: ${problem}`));
  }
  return problems;
}

it("gives side by side what it gives one after another, replayed too, and stops when it is told", async () => {
  const failures: string[] = [];
  let compared = 0;
  for (const seed of seeds(rounds(5_000))) {
    const plan = generatePlan(seed);
    if (!plan.usesNeeds && !plan.orderFree) compared += 1;
    try {
      const problems = await problemsOf(plan);
      if (problems.length > 0) failures.push(`GRAPH_SEED=${String(seed)}: ${problems.slice(0, 4).join("; ")}`);
    } catch (error) {
      failures.push(`GRAPH_SEED=${String(seed)} threw ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
    }
    if (failures.length >= 10) break;
  }
  expect(failures).toEqual([]);
  if (process.env["GRAPH_SEED"] !== undefined) return;
  expect(compared).toBeGreaterThan(3_000);
  for (const status of ["succeeded", "failed", "exited"]) expect(met.get(status) ?? 0).toBeGreaterThan(300);
});
