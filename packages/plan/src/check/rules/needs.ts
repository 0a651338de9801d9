import { nearestNames } from "../../nearest-names.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { needsOf } from "../order/explicit-edges.ts";
import type { StepNode } from "../plan-tree.ts";

/** `needs` names steps of its own list, earlier or later ones. */
export function needs(context: CheckContext): void {
  for (const step of context.tree.all) {
    for (const { name, pointer } of needsOf(step)) {
      const elsewhere = context.tree.byId.get(name);
      if (elsewhere?.list === step.list) continue;
      const names = hints(context) ? namesOf(step) : [];
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

function namesOf(step: StepNode): string[] {
  return step.list.steps.map(({ id }) => id).filter((id) => id !== step.id && !id.startsWith("@"));
}
