import { isWithin } from "../../source/json-pointer.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { stepAt } from "../reads.ts";
import { atFirstTag } from "../tag-place.ts";

/** Tags in arguments that must be written out, because what comes through a tag could change what the argument means. */
export function literalArguments(context: CheckContext): void {
  for (const [pointer, template] of context.plan.templates) {
    const step = stepAt(pointer, context.tree);
    const target = step === undefined ? undefined : context.targets.get(step);
    if (step === undefined || target?.kind !== "call") continue;
    const input = `${step.pointer}/input`;
    const literal = target.entry.literalArguments?.find((argument) => isWithin(pointer, input + argument));
    if (literal === undefined) continue;
    const message = `\`${literal.slice(1).replaceAll("/", ".")}\` of \`${step.tool}\` must be written out in the plan: a tag cannot stand here. Pass the value in an argument of its own.`;
    problem(context, "template/not-here", message, pointer, atFirstTag(template, step));
  }
}
