import type { CheckedBody, CheckedPlan, PlanSnapshot } from "@graph/plan";

/** A snapshot in which every tool call without a timeout has the operator's default. */
export function withDefaultTimeout(snapshot: PlanSnapshot, timeoutMs: number): PlanSnapshot {
  const inPlan = (plan: CheckedPlan): CheckedPlan => ({
    ...plan,
    body: inBody(plan.body),
    ...(plan.finally !== undefined && { finally: inBody(plan.finally) }),
  });
  const inBody = (body: CheckedBody): CheckedBody => ({
    ...body,
    steps: body.steps.map((step) => ({
      ...step,
      ...(step.kind === "call" && step.timeoutMs === undefined && { timeoutMs }),
      ...(step.bodies !== undefined && {
        bodies: Object.fromEntries(Object.entries(step.bodies).map(([key, inner]) => [key, inBody(inner)])),
      }),
    })),
  });
  return {
    ...snapshot,
    main: inPlan(snapshot.main),
    plans: Object.fromEntries(Object.entries(snapshot.plans).map(([name, plan]) => [name, inPlan(plan)])),
  };
}
