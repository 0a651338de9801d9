import type { CheckedBody, CheckedPlan, PlanSnapshot } from "@graph/plan";

/** A snapshot in which every call without a timeout has the operator's default, those of gates, agents and solvers included. */
export function withDefaultTimeout(snapshot: PlanSnapshot, timeoutMs: number): PlanSnapshot {
  const inPlan = (plan: CheckedPlan): CheckedPlan => ({
    ...plan,
    defaultTimeoutMs: plan.defaultTimeoutMs ?? timeoutMs,
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
