import { templatePaths } from "../../template/template-paths.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own, type StepNode } from "../plan-tree.ts";

/** `idempotency_key`: the tool must have a place for it, and in a body it must differ from item to item. */
export function idempotencyKeys(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (own(step.raw, "idempotency_key") === undefined) continue;
    const target = context.targets.get(step);
    const pointer = `${step.pointer}/idempotency_key`;
    const options = { key: true, step: step.path };
    const hasPlace = target?.kind === "call" && target.entry.idempotencyArgument !== undefined;
    if (!hasPlace && target?.kind !== "unknown") {
      const what =
        target?.kind === "call"
          ? `\`${step.tool}\` has no place for an idempotency key`
          : target?.kind === "plan"
            ? "A plan has no place for an idempotency key: give one to its steps"
            : "A control step has no place for an idempotency key: give one to the steps of its body";
      problem(context, "step/idempotency-key", `${what}. Remove it.`, pointer, {
        ...options,
        suggestions: [{ title: "Remove `idempotency_key`", patch: [{ op: "remove", path: pointer }] }],
      });
    } else if (hasPlace && bodyNames(step).size > 0 && !differs(step, pointer, context)) {
      const names = [...bodyNames(step)].map((name) => `\`${name}\``).join(" or ");
      problem(
        context,
        "step/idempotency-key",
        `In a body this key is the same every time, so that only the first call would count. Read ${names} or \`run.id\` in it.`,
        pointer,
        options,
      );
    }
  }
}

/** The names of the items of all bodies that a step stands in. */
function bodyNames(step: StepNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (let { list } = step; list.owner !== undefined; list = list.owner.list)
    for (const name of list.roots) if (name !== "accumulator" && name !== "error") names.add(name);
  return names;
}

function differs(step: StepNode, pointer: string, context: CheckContext): boolean {
  const template = context.plan.templates.get(pointer);
  const names = bodyNames(step);
  return (
    template !== undefined &&
    templatePaths(template).some(
      ({ path }) => names.has(path.root) || (path.root === "run" && path.segments[0] === "id"),
    )
  );
}
