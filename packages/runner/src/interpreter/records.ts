import type { StepRecord } from "../run-result.ts";
import { MapFrame, PlainItem } from "../control/map.ts";
import type { LinkedStep } from "../link/linked-plan.ts";
import type { ListFrame } from "./list-frame.ts";
import { pathOf } from "./path-of.ts";
import type { PlanFrame } from "./plan-frame.ts";
import type { StepFrame } from "./step-frame.ts";
import { SubPlanFrame } from "./sub-plan.ts";

/** Every step of a run by its path: the outermost first, what ran inside after it, items in input order. */
export function collectRecords(root: PlanFrame): ReadonlyMap<string, StepRecord> {
  const records = new Map<string, StepRecord>();
  if (root.list === undefined) {
    for (const linked of root.linked.body.steps) notStarted(records, root.prefix, linked);
  } else addList(records, root.list);
  return records;
}

function addList(records: Map<string, StepRecord>, list: ListFrame): void {
  for (const linked of list.body.steps) {
    const step = list.steps[linked.index];
    if (step === undefined || step.status === undefined) notStarted(records, list.prefix, linked);
    else addStep(records, step);
  }
}

function addStep(records: Map<string, StepRecord>, step: StepFrame): void {
  const { path } = step;
  records.set(path, {
    path,
    tool: step.linked.step.tool,
    status: step.status ?? "not_started",
    attempts: step.attempt,
    ...(step.startedAt === undefined ? {} : { startedAt: step.startedAt }),
    ...(step.endedAt === undefined ? {} : { endedAt: step.endedAt }),
    ...(step.status === "succeeded" || step.status === "caught" ? { output: step.value } : {}),
    ...(step.failure === undefined ? {} : { error: step.failure.error }),
    ...(step.reason === undefined ? {} : { reason: step.reason }),
  });
  if (step.inner instanceof MapFrame) addItems(records, step.inner);
  else if (step.inner instanceof SubPlanFrame && step.inner.frame?.list !== undefined)
    addList(records, step.inner.frame.list);
}

function addItems(records: Map<string, StepRecord>, map: MapFrame): void {
  for (const [index, item] of map.items.entries()) {
    if (!(item instanceof PlainItem)) {
      addList(records, item);
      continue;
    }
    const path = `${pathOf(map.prefix)}[${index}]/@do`;
    const tool = map.body.steps[0]?.step.tool ?? "";
    const { startedAt, endedAt } = item;
    records.set(path, { path, tool, status: "succeeded", attempts: 1, startedAt, endedAt, output: map.result(index) });
  }
}

function notStarted(records: Map<string, StepRecord>, prefix: string, linked: LinkedStep): void {
  const path = pathOf(prefix) + linked.step.id;
  records.set(path, { path, tool: linked.step.tool, status: "not_started", attempts: 0 });
}
