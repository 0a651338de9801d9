import { describeType, oneOf } from "../../schema-validation/describe-value.ts";
import { possibleTypes } from "../../shape/types.ts";
import { templatePaths } from "../../template/template-paths.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";
import { atFirstTag } from "../tag-place.ts";

/** `over` that cannot be a list. */
export function overLists(context: CheckContext): void {
  for (const step of context.tree.all) {
    const over = step.control === undefined ? undefined : own(step.input, "over");
    if (over === undefined) continue;
    const pointer = `${step.pointer}/input/over`;
    const template = context.plan.templates.get(pointer);
    // That a secret stands here at all is the cause, and is told as such.
    if (template !== undefined && templatePaths(template).some(({ path }) => path.root === "secrets")) continue;
    const types = possibleTypes(context.shapes.ofValue(pointer, over, step));
    if (types === undefined || types.size === 0 || types.has("array")) continue;
    const what = oneOf([...types].map((type) => describeType(type)));
    const message = `\`over\` of \`${step.tool}\` must be a list, and this is ${what}.`;
    problem(
      context,
      "step/not-a-list",
      message,
      pointer,
      template === undefined ? { step: step.path } : atFirstTag(template, step),
    );
  }
}
