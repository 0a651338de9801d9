import type { Catalog } from "./catalog.ts";
import { environmentOf } from "./check/environment-reads.ts";
import { examine, type Examination } from "./check/examine.ts";
import { canBeTried, verify } from "./check/verify.ts";
import type { PlanSnapshot } from "./checked-plan.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { ParsedPlan } from "./parsed-plan.ts";
import { listDiagnostics } from "./source/report.ts";

/** What the check of a plan has found. */
export interface PlanCheck {
  /** The plan and all it calls, ready to run. Missing when there are errors, or when a server that the plan requires is not configured. */
  readonly snapshot?: PlanSnapshot;
  /** At most 50, sorted by place, with those that were found when the text was read. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many more there are. */
  readonly hidden: number;
}

/**
 * Checks a plan and every plan it calls against a catalog: all problems at once, root causes first. Never throws, calls no tool.
 * Problems of a called plan stand under that plan's file.
 */
export function checkPlan(plan: ParsedPlan, catalog: Catalog): PlanCheck {
  const found = examine(plan, catalog);
  const all = [...found.own, ...found.others];
  const broken = all.some(({ severity }) => severity === "error");
  const triable = !plan.damaged.includes("") && found.own.some(canBeTried);
  const own = triable ? verify(found.own, plan, catalog, found) : found.own;
  const { diagnostics, hidden } = listDiagnostics([...own, ...found.others]);
  const snapshot = broken ? undefined : snapshotOf(found, catalog);
  return { ...(snapshot !== undefined && { snapshot }), diagnostics, hidden: hidden + plan.hidden };
}

function snapshotOf({ graph, facts }: Examination, { env }: Catalog): PlanSnapshot | undefined {
  const main = facts.get(graph.main)?.checked;
  const called = graph.order.filter((node) => node !== graph.main);
  const plans = called.flatMap((node) => {
    const checked = facts.get(node)?.checked;
    return checked === undefined ? [] : [[node.toolName, checked] as const];
  });
  if (main === undefined || plans.length < called.length) return undefined;
  const read =
    env === undefined
      ? {}
      : environmentOf(
          [...facts.values()].map(({ environment }) => environment),
          env,
        );
  return { main, plans: Object.fromEntries(plans), ...(Object.keys(read).length > 0 && { env: read }) };
}
