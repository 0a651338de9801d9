import { MapFrame, PlainItem } from "../control/map.ts";
import type { RunCounts, StepStatus } from "../run-result.ts";
import type { ListFrame } from "./list-frame.ts";
import type { PlanFrame } from "./plan-frame.ts";
import { SubPlanFrame } from "./sub-plan.ts";

type Counts = Record<StepStatus, number> & { failed_items: number };

/** Counts the steps of a run by how they ended, as `steps` of its result lists them: of a step that was tried again, the last attempt. */
export function countSteps(root: PlanFrame): RunCounts {
  const counts: Counts = {
    succeeded: 0,
    failed: 0,
    skipped: 0,
    caught: 0,
    failed_ignored: 0,
    cancelled: 0,
    unknown: 0,
    not_started: 0,
    failed_items: 0,
  };
  if (root.list === undefined) counts.not_started = root.linked.body.steps.length;
  else countList(counts, root.list);
  const { succeeded, failed, skipped, caught, failed_ignored, cancelled, not_started, failed_items } = counts;
  const steps = succeeded + failed + skipped + caught + failed_ignored + cancelled + not_started;
  const unknown = root.run.unknownCalls;
  return {
    steps,
    succeeded,
    failed,
    skipped,
    caught,
    failed_ignored,
    cancelled,
    not_started,
    unknown,
    failed_items,
    truncated: 0,
  };
}

function countList(counts: Counts, list: ListFrame): void {
  for (const step of list.steps) {
    counts[step?.status ?? "not_started"]++;
    if (step?.inner instanceof MapFrame) {
      counts.failed_items += step.inner.toleratedItems;
      for (const item of step.inner.items) {
        if (item instanceof PlainItem) counts.succeeded++;
        else countList(counts, item);
      }
    } else if (step?.inner instanceof SubPlanFrame && step.inner.frame?.list !== undefined) {
      countList(counts, step.inner.frame.list);
    }
  }
}
