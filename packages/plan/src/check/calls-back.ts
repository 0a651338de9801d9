import type { Catalog } from "../catalog.ts";
import { planTree } from "./plan-tree.ts";

/** Says whether calling a tool would lead back to the plan that is checked: it is that plan, or a plan that calls it, directly or not. */
export function callsBack(toolName: string, catalog: Catalog): (name: string) => boolean {
  const known = new Map<string, boolean>([[toolName, true]]);
  return (name) => {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    const seen = new Set([name]);
    // Iterative: a chain of plans may be as long as the catalog.
    for (const called of seen) {
      if (known.get(called) === true) {
        known.set(name, true);
        return true;
      }
      const plan = known.has(called) ? undefined : catalog.plan(called);
      if (plan === undefined) continue;
      for (const step of planTree(plan).all) if (step.control === undefined && step.tool !== "") seen.add(step.tool);
    }
    for (const called of seen) known.set(called, false);
    return false;
  };
}
