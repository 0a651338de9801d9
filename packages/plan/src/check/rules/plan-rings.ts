import type { Catalog } from "../../catalog.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { lineAndColumn, report } from "../../source/report.ts";
import type { PlanGraph, PlanNode, PlanRing } from "../plan-graph.ts";

/** Plans that call each other, directly or not. */
export function planRings(
  graph: PlanGraph,
  catalog: Catalog,
): { readonly node: PlanNode; readonly diagnostic: Diagnostic }[] {
  return graph.rings.map((ring) => describeRing(ring, graph, catalog));
}

function describeRing(
  ring: PlanRing,
  graph: PlanGraph,
  catalog: Catalog,
): { readonly node: PlanNode; readonly diagnostic: Diagnostic } {
  // Told where the checked plan enters the ring, else where the ring closes.
  const enters = ring.steps.findIndex(({ node }) => node === graph.main);
  const begin = enters >= 0 ? enters : ring.steps.length - 1;
  const turned = [...ring.steps.slice(begin), ...ring.steps.slice(0, begin)];
  const [first, ...others] = turned;
  if (first === undefined) throw new RangeError("A ring has a step.");
  const { node, step } = first;
  const chain = [...turned.map((other) => other.node.toolName), node.toolName].join(" → ");
  const pointer = `${step.pointer}/tool_name`;
  const shipped = `builtin_${node.toolName}`;
  const itself = turned.length === 1;
  // An override that calls itself most likely wants the plan it replaces.
  const replaced = itself && catalog.plan(shipped) !== undefined;
  const message = itself
    ? `\`${node.toolName}\` calls itself: ${chain}.${replaced ? ` The plan that it replaces is \`${shipped}\`.` : ""}`
    : `These plans call each other: ${chain}. Remove one of these calls.`;
  const diagnostic = report(node.plan.locator, "graph/plan-cycle", message, pointer, {
    step: step.path,
    ...(replaced && {
      suggestions: [{ title: `Call \`${shipped}\``, patch: [{ op: "replace", path: pointer, value: shipped }] }],
    }),
  });
  const related = others.map((other) => {
    const at = `${other.step.pointer}/tool_name`;
    const message = `\`${other.node.toolName}\` calls \`${other.step.tool}\``;
    return Object.assign({ message, path: at }, lineAndColumn(other.node.plan.locator.at(at)));
  });
  const file = node.plan.file === undefined ? {} : { file: node.plan.file };
  return { node, diagnostic: { ...diagnostic, ...file, ...(related.length > 0 && { related }) } };
}
