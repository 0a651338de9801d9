import type { CheckedBody, PlanSnapshot } from "@graph/plan";

/** The names of all tools that a checked plan and the plans it calls may call. */
export function snapshotTools(snapshot: PlanSnapshot): ReadonlySet<string> {
  const names = new Set<string>();
  const open: CheckedBody[] = [snapshot.main.body, ...Object.values(snapshot.plans).map((plan) => plan.body)];
  for (let body = open.pop(); body !== undefined; body = open.pop()) {
    for (const step of body.steps) {
      names.add(step.tool);
      open.push(...Object.values(step.bodies ?? {}));
    }
  }
  return names;
}
