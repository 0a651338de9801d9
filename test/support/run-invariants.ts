import type { Json, JsonObject } from "@graph/plan";
import type { GeneratedPlan } from "./generate-plan.ts";
import type { GeneratedRun } from "./run-generated.ts";

const idPattern = /\bs\d+\b/gu;

/** The ids that a step mentions, its own and those of its bodies left out. */
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

/** By step id: the steps that must have ended before it starts, because it reads or needs them. */
function readsOf(plan: GeneratedPlan): ReadonlyMap<string, readonly string[]> {
  const reads = new Map<string, readonly string[]>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach((item: Json) => visit(item));
    else if (value !== null && typeof value === "object") {
      const { id } = value as JsonObject;
      if (typeof id === "string") reads.set(id, mentioned(value as JsonObject));
      Object.values(value).forEach((item) => visit(item));
    }
  };
  for (const one of [plan.main, ...plan.called]) visit(one["steps"] ?? []);
  return reads;
}

/** The lists around a path, the innermost first: of `a[1]/b/c` those that begin with `a[1]/b/`, `a[1]/` and nothing. */
function listsAround(path: string): readonly string[] {
  const lists: string[] = [];
  for (let at = path.lastIndexOf("/"); at >= 0; at = path.lastIndexOf("/", at - 1)) {
    lists.push(path.slice(0, at + 1));
    if (at === 0) break;
  }
  return [...lists, ""];
}

/** A step that is tried again begins its bodies anew. */
function forget(path: string, ...sets: readonly Set<string>[]): void {
  const inside = (name: string): boolean => name.startsWith(`${path}/`) || name.startsWith(`${path}[`);
  for (const set of sets) for (const name of set) if (inside(name)) set.delete(name);
}

/** What must hold of every run of a generated plan, whatever its order. */
export function runInvariants(plan: GeneratedPlan, run: GeneratedRun): string[] {
  const problems: string[] = [];
  const reads = readsOf(plan);
  const ended = new Set<string>();
  const begun = new Set<string>();
  for (const event of run.events) {
    if (event.type === "step-finish") ended.add(event.path);
    if (event.type !== "step-start") continue;
    const { path, attempt } = event;
    if (attempt > 1) forget(path, begun, ended);
    const key = `${path}#${String(attempt)}`;
    if (begun.has(key)) problems.push(`${key} starts twice`);
    begun.add(key);
    if (attempt > 1 && ended.has(path)) problems.push(`${path} starts again after its end`);
    const id = path.slice(path.lastIndexOf("/") + 1);
    for (const read of reads.get(id) ?? []) {
      if (!listsAround(path).some((list) => ended.has(list + read)))
        problems.push(`${path} starts before ${read} has ended`);
    }
  }
  const calls = run.cells.calls;
  const twice = calls.filter((key, index) => calls.indexOf(key) !== index);
  if (twice.length > 0) problems.push(`called twice: ${twice.join(", ")}`);
  return [...problems, ...run.left.map((what) => `left running: ${what}`)];
}
