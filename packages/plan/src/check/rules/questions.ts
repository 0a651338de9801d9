import { isObject } from "../../grammar/is-object.ts";
import { inspectSchema } from "../../schema-validation/inspect-schema.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { compareWithSchema } from "../compare-with-schema.ts";
import { own, type StepNode } from "../plan-tree.ts";

const codes = { literal: "input/invalid", tag: "ref/wrong-type" } as const;

/** `ask`: a fallback there has to be, and to fit, exactly where the plan says that one is used. */
export function questions(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (step.tool !== "ask") continue;
    const value = own(step.input, "default");
    const used = own(step.input, "when_unanswered") === "default";
    if (used !== (value !== undefined)) company(step, used, context);
    const schema = own(step.input, "output_schema");
    if (value === undefined || !isObject(schema) || inspectSchema(schema).unusable !== undefined) continue;
    const pointer = `${step.pointer}/input/default`;
    compareWithSchema({ value, pointer, name: "`default`", step, codes }, schema, context);
  }
}

/** One of `default` and `when_unanswered: default` without the other. */
function company(step: StepNode, used: boolean, context: CheckContext): void {
  const at = `${step.pointer}/input`;
  if (used) {
    const message = "`when_unanswered: default` needs the key `default`: the answer when nobody gives one.";
    problem(context, "schema/missing-key", message, at, { firstKey: true, step: step.path, expected: ["default"] });
    return;
  }
  const title = "Write `when_unanswered: default`";
  const message = "`default` is used with `when_unanswered: default` only.";
  problem(context, "schema/keys-conflict", message, `${at}/default`, {
    key: true,
    step: step.path,
    suggestions: [{ title, patch: [{ op: "add", path: `${at}/when_unanswered`, value: "default" }] }],
  });
}
