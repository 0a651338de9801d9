import type { Suggestion } from "../../diagnostic.ts";
import { pathText } from "../../template/path-text.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own, type StepNode } from "../plan-tree.ts";
import type { Read } from "../reads.ts";
import { withTag } from "../repairs.ts";
import { meaningOf } from "../scope.ts";
import { atTag } from "../tag-place.ts";

/**
 * Reads of the plan's `output` of steps that may have no result. A step that reads such a step is skipped with it, which is meant so;
 * `output` has nothing to skip and fails, and with it a run whose work is done.
 */
export function skippedOutput(context: CheckContext): void {
  const reasons = skippable(context);
  if (reasons.size === 0) return;
  const told = new Set<string>();
  for (const read of context.reads) {
    if (read.step !== undefined || read.absorbing || read.conditional) continue;
    const meaning = meaningOf(read.path.root, read, context);
    const reason = meaning.kind === "step" ? reasons.get(meaning.step) : undefined;
    const tag = `${read.pointer} ${read.start}`;
    if (meaning.kind !== "step" || reason === undefined || told.has(tag)) continue;
    told.add(tag);
    const { step } = meaning;
    const path = pathText(read.path);
    const place = read.pointer.startsWith("/solver") ? "solver" : "output";
    problem(
      context,
      "ref/missing-step",
      `\`${step.id}\` may have no result, because ${reason}; \`${place}\` fails then. Give a fallback: \`default ${path} null\`.`,
      read.pointer,
      {
        ...atTag(read),
        severity: "warning",
        suggestions: fallback(read, path, context),
        related: [{ message: `\`${step.id}\` stands here`, pointer: `${step.pointer}/id` }],
      },
    );
  }
}

/** The steps of the plan's own list that may have no result, each with the reason. */
function skippable(context: CheckContext): ReadonlyMap<StepNode, string> {
  const reasons = new Map<StepNode, string>();
  const readBy = new Map<StepNode, StepNode[]>();
  for (const read of context.reads) {
    // What stands in a body is skipped without the control step around it.
    if (read.step === undefined || read.step.list !== context.tree.root || read.absorbing || read.conditional) continue;
    const meaning = meaningOf(read.path.root, read, context);
    if (meaning.kind === "step") readBy.set(read.step, [...(readBy.get(read.step) ?? []), meaning.step]);
  }
  for (const step of context.tree.root.steps) {
    const gate = own(step.raw, "if");
    const source = readBy.get(step)?.find((one) => reasons.has(one));
    if (gate !== undefined && gate !== true) reasons.set(step, "it has an `if`");
    else if (own(step.raw, "on_error") === "continue") reasons.set(step, "its `on_error` is `continue`");
    else if (source !== undefined) reasons.set(step, `it reads \`${source.id}\`, which may have none`);
  }
  return reasons;
}

/** The whole expression of the tag under `default`: in a helper's call the read alone would hand it a null. */
function fallback(read: Read, path: string, context: CheckContext): Suggestion[] {
  const [, open = "", block = "", expression = "", close = ""] =
    /^(<<|\{\{)\s*(#(?:if|unless|each|with)\s+)?(.*?)\s*(>>|\}\})$/su.exec(read.tag) ?? [];
  if (expression === "" || /^[#^/]/u.test(expression)) return [];
  const wrapped = `default ${read.whole ? path : `(${expression})`} null`;
  const tag = `${open}${block === "" ? wrapped : `${block}(${wrapped})`}${close}`;
  return [{ title: `Write \`${tag}\``, patch: [withTag(read, tag, context)] }];
}
