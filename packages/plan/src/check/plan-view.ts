import type { CatalogEntry } from "../catalog.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { PlanTree, StepNode } from "./plan-tree.ts";

/** What a step calls, as far as it is known. `facts` are missing for plans that call each other in a ring. */
export type Target =
  | { readonly kind: "control" }
  | { readonly kind: "call"; readonly entry: CatalogEntry }
  | { readonly kind: "plan"; readonly plan: ParsedPlan; readonly facts: PlanFacts | undefined }
  | { readonly kind: "unknown" };

/** A plan with its steps and what they call. */
export interface PlanView {
  readonly plan: ParsedPlan;
  readonly tree: PlanTree;
  readonly targets: ReadonlyMap<StepNode, Target>;
}
