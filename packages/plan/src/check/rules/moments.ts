import { parseMoment } from "../../moment.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";

/** `wait` until a moment that is written out and is none. */
export function moments(context: CheckContext): void {
  for (const step of context.tree.all) {
    const until = step.tool === "wait" ? own(step.input, "until") : undefined;
    const pointer = `${step.pointer}/input/until`;
    // What is no text, or an empty one, was refused when the plan was read.
    if (typeof until !== "string" || until.trim() === "" || context.plan.templates.has(pointer)) continue;
    if (parseMoment(until) !== undefined) continue;
    const message = `\`until\` must be a date and time with its offset, as in 2026-11-30T09:00:00Z, not \`${until.slice(0, 60)}\`.`;
    problem(context, "schema/bad-value", message, pointer, { step: step.path });
  }
}
