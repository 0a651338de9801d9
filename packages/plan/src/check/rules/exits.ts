import { problem, type CheckContext } from "../check-context.ts";
import type { ListNode, StepNode } from "../plan-tree.ts";

/** `exit` inside a `finally`: the plan, or the step, has ended by then, and its result cannot be changed any more. */
export function exits(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (step.tool !== "exit" || !isInFinally(step)) continue;
    problem(
      context,
      "schema/bad-value",
      "`exit` cannot stand inside a `finally`, which runs when how it ends is settled. Put it into a `catch`, or behind the step; to end with an error, let a step of the `finally` fail.",
      `${step.pointer}/tool_name`,
      { step: step.path },
    );
  }
}

/** At any depth; a plan that is called from there is a plan of its own, and ends by itself. */
function isInFinally(step: StepNode): boolean {
  for (let list: ListNode | undefined = step.list; list !== undefined; list = list.owner?.list)
    if (list.key === "finally") return true;
  return false;
}
