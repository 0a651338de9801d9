import { expect, it } from "vitest";
import { instantEvery } from "../support/cell-tools.ts";
import { compareRuns } from "../support/compare-runs.ts";
import { generatePlan, type GeneratedPlan } from "../support/generate-plan.ts";
import { brief, sameJson, sortedJson } from "../support/json-text.ts";
import { rounds, roundsTimeoutMs, seeds } from "../support/random-source.ts";
import { type GeneratedRun, GeneratedRuns, momentOf } from "../support/run-generated.ts";
import { runInvariants } from "../support/run-invariants.ts";

const runs = new GeneratedRuns();

/** How often each way of ending was met: a generator that only makes failing plans would prove little. */
const met = new Map<string, number>();

/** Events without the order of those of one moment: which of two calls that take no time comes first is the engine's affair. */
const inMoments = ({ events }: GeneratedRun): readonly string[] =>
  events.map((event) => `${String(event.time)} ${sortedJson(event)}`).sort();

/** Two runs that must not differ in anything, events included. */
function sameRun(one: GeneratedRun, other: GeneratedRun): string[] {
  const parts = [
    ["result", one.result, other.result],
    ["steps", [...one.result.steps.values()], [...other.result.steps.values()]],
    ["events", inMoments(one), inMoments(other)],
    ["effects", one.effects, other.effects],
  ] as const;
  return parts.flatMap(([what, left, right]) =>
    sameJson(left, right) ? [] : [`${what}: ${brief(left)} and ${brief(right)}`],
  );
}

/** Plans of which two orders were compared; of the others replaying, cancelling and what must always hold are looked at. */
let compared = 0;

/** Whether it has to come to the same in any order. Which step finds a budget spent depends on which of two comes first. */
const keepsOrder = ({ usesNeeds, orderFree, mayRunOut }: GeneratedPlan): boolean =>
  !usesNeeds && !orderFree && !mayRunOut;

async function problemsOf(plan: GeneratedPlan): Promise<string[]> {
  const snapshot = runs.check(plan, "dataflow");
  const jitter = plan.seed * instantEvery + 1;
  const dataflow = await runs.run(plan, snapshot, { jitter });
  met.set(dataflow.result.status, (met.get(dataflow.result.status) ?? 0) + 1);
  const problems = runInvariants(plan, dataflow).map((problem) => `dataflow: ${problem}`);

  const replayed = await runs.run(plan, snapshot, { jitter, replaying: true });
  problems.push(...sameRun(dataflow, replayed).map((problem) => `replayed: ${problem}`));

  const cancelAt = momentOf(plan, dataflow.tookMs);
  const cancelled = await runs.run(plan, snapshot, { jitter, cancelAt });
  const cancelledAgain = await runs.run(plan, snapshot, { jitter, cancelAt, replaying: true });
  const { status } = cancelled.result;
  const ending = status === "cancelled" || status === dataflow.result.status ? [] : [`ended as ${status}`];
  const found = [...runInvariants(plan, cancelled), ...ending, ...sameRun(cancelled, cancelledAgain)];
  problems.push(...found.map((problem) => `cancelled at ${String(cancelAt)} ms: ${problem}`));

  const inOrder = await runs.run(plan, runs.check(plan, "sequential"), { jitter: jitter + 1 });
  problems.push(...runInvariants(plan, inOrder).map((problem) => `sequential: ${problem}`));
  if (keepsOrder(plan)) {
    compared += 1;
    problems.push(...compareRuns(plan, dataflow, inOrder).map((problem) => `dataflow and sequential: ${problem}`));
  }
  return problems;
}

it(
  "gives side by side what it gives one after another, replayed too, and stops when it is told",
  async () => {
    const failures: string[] = [];
    const count = rounds(5_000, 100_000);
    for (const seed of seeds(count)) {
      try {
        const problems = await problemsOf(generatePlan(seed));
        if (problems.length > 0) failures.push(`GRAPH_SEED=${String(seed)}: ${problems.slice(0, 4).join("; ")}`);
      } catch (error) {
        failures.push(
          `GRAPH_SEED=${String(seed)} threw ${error instanceof Error ? (error.stack ?? "") : String(error)}`,
        );
      }
      if (failures.length >= 10) break;
    }
    expect(failures).toEqual([]);
    if (process.env["GRAPH_SEED"] !== undefined) return;
    expect(compared / count).toBeGreaterThan(0.6);
    for (const status of ["succeeded", "failed", "exited"]) expect(met.get(status) ?? 0).toBeGreaterThan(200);
  },
  roundsTimeoutMs,
);
