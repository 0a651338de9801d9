import type { Catalog } from "../catalog.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { checkOne } from "./check-one.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { planGraph, type PlanGraph, type PlanNode } from "./plan-graph.ts";
import { planRings } from "./rules/plan-rings.ts";

/** What was found of a plan and of those it calls. */
export interface Examination {
  readonly graph: PlanGraph;
  readonly facts: ReadonlyMap<PlanNode, PlanFacts>;
  /** Of the plan itself. */
  readonly own: readonly Diagnostic[];
  /** Of the plans it calls, and of calls in a ring. */
  readonly others: readonly Diagnostic[];
}

/** Checks a plan and every plan it calls; those that `earlier` has checked already are taken from there. */
export function examine(plan: ParsedPlan, catalog: Catalog, earlier?: Examination): Examination {
  // A changed plan is the one it was made from: its data alone would not tell a shipped plan from the one that replaces it.
  const graph = planGraph(plan, catalog, earlier?.graph.main.toolName);
  const known = new Map([...(earlier?.facts ?? [])].map(([node, facts]) => [node.plan, facts]));
  const facts = new Map<PlanNode, PlanFacts>();
  for (const node of graph.order) {
    const before = node === graph.main ? undefined : known.get(node.plan);
    facts.set(node, before ?? checkOne(node, catalog, (called) => facts.get(called), earlier !== undefined));
  }
  const rings = planRings(graph, catalog);
  const ringsOf = (main: boolean): Diagnostic[] =>
    rings.filter(({ node }) => (node === graph.main) === main).map(({ diagnostic }) => diagnostic);
  const called = graph.order.toReversed().filter((node) => node !== graph.main);
  return {
    graph,
    facts,
    own: [...ringsOf(true), ...(facts.get(graph.main)?.diagnostics ?? [])],
    others: [...ringsOf(false), ...called.flatMap((node) => told(facts.get(node)?.diagnostics ?? []))],
  };
}

/** Of a called plan only what bears on this run is told: what it could have better is for whoever checks that plan. */
function told(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(
    ({ severity, code }) => severity === "error" || (severity === "warning" && /^(?:step|tool)\//u.test(code)),
  );
}
