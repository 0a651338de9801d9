import type { Catalog } from "../catalog.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { planTree, type PlanTree, type StepNode } from "./plan-tree.ts";

/** One plan that takes part in a check, under the tool name it is called by. */
export interface PlanNode {
  readonly toolName: string;
  readonly plan: ParsedPlan;
  readonly tree: PlanTree;
  /** The plans its steps call. */
  readonly calls: Map<StepNode, PlanNode>;
}

/** Plans that call each other: each of these steps calls the plan of the next, the last one that of the first. */
export interface PlanRing {
  readonly steps: readonly { readonly node: PlanNode; readonly step: StepNode }[];
}

/** The plan that is checked and all it calls. */
export interface PlanGraph {
  readonly main: PlanNode;
  /** Called plans before their callers, as far as there are no rings. */
  readonly order: readonly PlanNode[];
  readonly rings: readonly PlanRing[];
}

/** Finds the plans that a plan calls, directly or not. Iterative: a chain of plans may be as long as the catalog. */
export function planGraph(main: ParsedPlan, catalog: Catalog, toolName: string = toolNameOf(main, catalog)): PlanGraph {
  const nodes = new Map<string, PlanNode>();
  const node = (toolName: string, plan: ParsedPlan): PlanNode => {
    const made = { toolName, plan, tree: planTree(plan), calls: new Map() };
    nodes.set(toolName, made);
    return made;
  };
  const root = node(toolName, main);
  const open = [root];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const step of current.tree.all) {
      if (step.control !== undefined || step.tool === "") continue;
      let called = nodes.get(step.tool);
      if (called === undefined) {
        const plan = catalog.plan(step.tool);
        if (plan === undefined) continue;
        called = node(step.tool, plan);
        open.push(called);
      }
      current.calls.set(step, called);
    }
  }
  return { main: root, ...walk(root) };
}

/** The name a plan is called by: a shipped plan that was replaced is looked at under the name that is left to it. */
function toolNameOf(main: ParsedPlan, catalog: Catalog): string {
  const name = `plan__${main.identifier}`;
  const shipped = catalog.plan(`builtin_${name}`);
  if (shipped === undefined || shipped.digest !== main.digest) return name;
  return catalog.plan(name)?.digest === main.digest ? name : `builtin_${name}`;
}

function walk(root: PlanNode): Pick<PlanGraph, "order" | "rings"> {
  const order: PlanNode[] = [];
  const rings: PlanRing[] = [];
  const state = new Map<PlanNode, "open" | "done">([[root, "open"]]);
  const path: { readonly node: PlanNode; readonly calls: [StepNode, PlanNode][]; next: number }[] = [
    { node: root, calls: [...root.calls], next: 0 },
  ];
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const call = level.calls[level.next];
    level.next += 1;
    if (call === undefined) {
      state.set(level.node, "done");
      order.push(level.node);
      path.pop();
      continue;
    }
    const [, called] = call;
    const seen = state.get(called);
    if (seen === "open") {
      const from = path.findIndex((other) => other.node === called);
      const steps = path
        .slice(from)
        .map((other) => ({ node: other.node, step: other.calls[other.next - 1]?.[0] as StepNode }));
      rings.push({ steps });
    } else if (seen === undefined) {
      state.set(called, "open");
      path.push({ node: called, calls: [...called.calls], next: 0 });
    }
  }
  return { order, rings };
}
