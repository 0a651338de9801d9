import type { RunCounts, StepStatus } from "../run-result.ts";
import type { FrameVisitor } from "./frame-visitor.ts";
import type { ListFrame } from "./list-frame.ts";
import type { PlanFrame } from "./plan-frame.ts";

type Counts = Record<StepStatus, number>;

/** Counts the steps of a run by how they ended, as `steps` of its result lists them: of a step that was tried again, the last attempt. */
export function countSteps(root: PlanFrame): RunCounts {
  const counter = new Counter();
  const { counts } = counter;
  if (root.list === undefined) counts.not_started = root.linked.body.steps.length;
  else counter.plan(root);
  const { succeeded, failed, skipped, caught, failed_ignored, cancelled, not_started } = counts;
  const steps = succeeded + failed + skipped + caught + failed_ignored + cancelled + not_started;
  const unknown = root.run.unknownCalls;
  const { failedItems: failed_items, truncated } = counter;
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
    truncated,
  };
}

class Counter implements FrameVisitor {
  readonly counts: Counts = {
    succeeded: 0,
    failed: 0,
    skipped: 0,
    caught: 0,
    failed_ignored: 0,
    cancelled: 0,
    unknown: 0,
    not_started: 0,
  };
  failedItems = 0;
  truncated = 0;

  plan({ list, final, linked }: PlanFrame): void {
    if (list !== undefined) this.list(list);
    if (final !== undefined) this.list(final);
    else if (linked.finalBody !== undefined) this.counts.not_started += linked.finalBody.steps.length;
  }

  list(list: ListFrame): void {
    for (const step of list.steps) {
      this.counts[step?.status ?? "not_started"]++;
      if (step?.extras?.large !== undefined) this.truncated++;
      step?.visit(this);
    }
  }

  plain(): void {
    this.counts.succeeded++;
  }

  tolerated(count: number): void {
    this.failedItems += count;
  }
}
