import type { Json, JsonObject } from "@graph/plan";
import type { RunEvent } from "@graph/runner";
import type { GeneratedPlan } from "./generate-plan.ts";
import type { GeneratedRun } from "./run-generated.ts";
import { type FindStep, pathsAround, stepFinder } from "./step-lists.ts";

const idPattern = /\bs\d+\b/gu;

/** The ids that a step mentions, its own and those of its bodies left out: it reads or needs them, so they have to end first. */
function mentioned(step: JsonObject): readonly string[] {
  const own = new Set<string>();
  const collect = (value: Json): void => {
    if (Array.isArray(value)) value.forEach((item: Json) => collect(item));
    else if (value !== null && typeof value === "object") {
      const { id } = value as JsonObject;
      if (typeof id === "string") own.add(id);
      Object.values(value).forEach((item) => collect(item));
    }
  };
  collect(step);
  return [...new Set(JSON.stringify(step).match(idPattern))].filter((id) => !own.has(id));
}

/** The lists around a key, the innermost first: of `a[1]/b/c` those that begin with `a[1]/b/`, `a[1]/` and nothing. */
function listsAround(key: string): readonly string[] {
  const lists: string[] = [];
  for (let at = key.lastIndexOf("/"); at >= 0; at = key.lastIndexOf("/", at - 1)) {
    lists.push(key.slice(0, at + 1));
    if (at === 0) break;
  }
  return [...lists, ""];
}

/** The key without the step's own attempt. */
const stepKey = (key: string): string => key.replace(/#\d+$/u, "");

const standsInCleanUp = (path: string, find: FindStep): boolean =>
  pathsAround(path).some((step) => step.endsWith("@finally") || find(step)?.cleanup === true);

/** The problem of a run that goes on, or ends well, without a budget. */
const spentBudget = "its budget is spent, and it has not failed";

/** Whether the budget of the outermost plan was spent: nothing gets over that. Where called plans have budgets too, it is not known whose it was. */
function spendsBudget({ main, called }: GeneratedPlan, { events }: GeneratedRun): boolean {
  const states = ({ limits }: JsonObject): boolean => Object.hasOwn((limits ?? {}) as JsonObject, "max_steps");
  const isSpent = (event: RunEvent): boolean =>
    event.type === "step-finish" && event.error?.code === "limit/step-starts";
  return states(main) && !called.some(states) && events.some(isSpent);
}

/** What must hold of every run of a generated plan, whatever its order. */
export function runInvariants(plan: GeneratedPlan, run: GeneratedRun): string[] {
  const problems: string[] = [];
  const tools = new Map<string, string>();
  const find = stepFinder(plan, (path) => tools.get(path));
  const begun = new Set<string>();
  const ended = new Set<string>();
  let cancelled = false;
  for (const event of run.events) {
    if (event.type === "run-cancel") cancelled = true;
    if (event.type === "step-finish") {
      if (ended.has(stepKey(event.key))) problems.push(`${event.key} ends twice`);
      ended.add(stepKey(event.key));
    }
    if (event.type !== "step-start") continue;
    const { key, path, tool } = event;
    tools.set(path, tool);
    if (begun.has(key)) problems.push(`${key} starts twice`);
    begun.add(key);
    if (ended.has(stepKey(key))) problems.push(`${key} starts after its end`);
    if (cancelled && !standsInCleanUp(path, find)) problems.push(`${key} starts after the run was cancelled`);
    const place = find(path);
    if (place === undefined || place.atTheEnd) continue;
    for (const read of mentioned(place.step)) {
      if (!listsAround(key).some((list) => ended.has(list + read)))
        problems.push(`${key} starts before ${read} has ended`);
    }
  }
  const { status } = run.result;
  if (status !== "failed" && !cancelled && spendsBudget(plan, run)) problems.push(`${spentBudget}: ${status}`);
  else if (status === "cancelled" && !cancelled) problems.push("cancelled by nobody");
  for (const key of begun) if (!ended.has(stepKey(key))) problems.push(`${key} has no end`);
  const calls = run.cells.calls;
  const twice = calls.filter((key, index) => calls.indexOf(key) !== index);
  if (twice.length > 0) problems.push(`called twice: ${twice.join(", ")}`);
  return [...problems, ...run.left.map((what) => `left running: ${what}`)];
}
