import { nearestNames } from "../../nearest-names.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { needsOf, type ExplicitEdges } from "../order/explicit-edges.ts";
import type { StepNode } from "../plan-tree.ts";

/** `needs` names steps of its own list, earlier or later ones. */
export function needs(context: CheckContext, explicit: ExplicitEdges): void {
  for (const step of context.tree.all) {
    for (const { name, pointer } of needsOf(step)) {
      const elsewhere = context.tree.byId.get(name);
      if (elsewhere?.list === step.list) continue;
      const names = hints(context) ? namesOf(step, explicit) : [];
      const near = nearestNames(name, names);
      const hint = near[0] === undefined ? "" : ` Did you mean \`${near[0]}\`?`;
      const message =
        elsewhere === undefined
          ? `There is no step \`${name}\` to wait for.${hint}`
          : `\`${name}\` stands in another list of steps: \`needs\` names steps of its own list.`;
      problem(context, "step/needs-unknown", message, pointer, {
        step: step.path,
        expected: names,
        suggestions: near.map((other) => ({
          title: `Wait for \`${other}\``,
          patch: [{ op: "replace", path: pointer, value: other }],
        })),
        ...(elsewhere !== undefined && {
          related: [{ message: `\`${name}\` stands here`, pointer: `${elsewhere.pointer}/id` }],
        }),
      });
    }
  }
}

/** The steps of its list that a step can wait for: none that waits for it. */
function namesOf(step: StepNode, explicit: ExplicitEdges): string[] {
  const edges = explicit.get(step.list) ?? [];
  const waiting = new Set([step.index]);
  const waitedBy = new Map<number, number[]>();
  for (const [index, ones] of edges.entries())
    for (const { from } of ones) waitedBy.set(from, [...(waitedBy.get(from) ?? []), index]);
  for (const index of waiting) for (const other of waitedBy.get(index) ?? []) waiting.add(other);
  return step.list.steps.filter(({ index, id }) => !waiting.has(index) && !id.startsWith("@")).map(({ id }) => id);
}
