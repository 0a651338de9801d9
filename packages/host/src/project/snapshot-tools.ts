import { modelTools, type CheckedBody, type PlanSnapshot } from "@graph/plan";
import { modelToolsOf } from "../plans/model-questions.ts";

/** The names of all tools that a checked plan and the plans it calls may call, by agents and to ask models as well. */
export function snapshotTools(snapshot: PlanSnapshot): ReadonlySet<string> {
  const names = new Set<string>();
  const open: CheckedBody[] = [];
  for (const plan of [snapshot.main, ...Object.values(snapshot.plans)]) {
    open.push(plan.body, ...(plan.finally === undefined ? [] : [plan.finally]));
    if (plan.solver !== undefined) names.add(modelTools.infer);
  }
  for (let body = open.pop(); body !== undefined; body = open.pop()) {
    for (const step of body.steps) {
      names.add(step.tool);
      for (const { name } of step.tools ?? []) names.add(name);
      for (const name of modelToolsOf(step)) names.add(name);
      open.push(...Object.values(step.bodies ?? {}));
    }
  }
  return names;
}
