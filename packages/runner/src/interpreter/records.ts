import type { StepRecord } from "../run-result.ts";
import type { LinkedBody } from "../link/linked-plan.ts";
import type { FrameVisitor } from "./frame-visitor.ts";
import type { ListFrame } from "./list-frame.ts";
import { pathOf } from "./path-of.ts";
import type { PlanFrame } from "./plan-frame.ts";
import type { StepFrame } from "./step-frame.ts";

/** Every step of a run by its path: the outermost first, what ran inside after it, items in input order. */
export function collectRecords(root: PlanFrame): ReadonlyMap<string, StepRecord> {
  const collector = new Collector();
  if (root.list === undefined) collector.notStarted(root.linked.body, root.prefix);
  else collector.plan(root);
  return collector.records;
}

class Collector implements FrameVisitor {
  readonly records: Map<string, StepRecord> = new Map();

  plan({ list, final, linked, prefix }: PlanFrame): void {
    if (list !== undefined) this.list(list);
    if (final !== undefined) this.list(final);
    else if (linked.finalBody !== undefined) this.notStarted(linked.finalBody, prefix);
  }

  list(list: ListFrame): void {
    for (const linked of list.body.steps) {
      const step = list.steps[linked.index];
      if (step === undefined || step.status === undefined) this.#none(list.prefix, linked.step.id, linked.step.tool);
      else this.#step(step);
    }
  }

  plain(...[round, key, tool, output]: Parameters<FrameVisitor["plain"]>): void {
    const path = pathOf(key);
    const { startedAt, endedAt } = round;
    this.records.set(path, { path, tool, status: "succeeded", attempts: 1, startedAt, endedAt, output });
  }

  tolerated(): void {}

  notStarted(body: LinkedBody, prefix: string): void {
    for (const { step } of body.steps) this.#none(prefix, step.id, step.tool);
  }

  #step(step: StepFrame): void {
    const { path } = step;
    const yields = step.status === "succeeded" || step.status === "caught";
    this.records.set(path, {
      path,
      tool: step.linked.step.tool,
      status: step.status ?? "not_started",
      attempts: step.attempt,
      ...(step.startedAt === undefined ? {} : { startedAt: step.startedAt }),
      ...(step.endedAt === undefined ? {} : { endedAt: step.endedAt }),
      ...(yields ? { output: step.shown } : {}),
      ...(step.failure === undefined ? {} : { error: step.failure.error }),
      ...(step.extras?.reason === undefined ? {} : { reason: step.extras.reason }),
    });
    step.visit(this);
  }

  #none(prefix: string, id: string, tool: string): void {
    const path = pathOf(prefix) + id;
    this.records.set(path, { path, tool, status: "not_started", attempts: 0 });
  }
}
