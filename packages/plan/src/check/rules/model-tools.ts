import { modelsAsked } from "../../gate/gate-question.ts";
import { keyPlaces } from "../../grammar/key-places.ts";
import { isObject } from "../../grammar/is-object.ts";
import { modelTools } from "../../model-tools.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";

/** What asks a model does so through a built-in tool, which has to be there. */
export function modelToolsPresent(context: CheckContext): void {
  for (const step of context.tree.all) {
    const gate = own(step.raw, "if");
    for (const kind of modelsAsked(gate)) needed(kind, `${step.pointer}/if`, step.path, context);
    if (step.control === undefined) continue;
    for (const { rule, value, pointer, keys } of keyPlaces(step.control.keys, step.input, `${step.pointer}/input`)) {
      if (rule.kind === "gate") for (const kind of modelsAsked(value)) needed(kind, pointer, step.path, context);
      else if (keys.length === 1 && (keys[0] === "decide" || keys[0] === "infer"))
        needed(keys[0], pointer, step.path, context);
      else if (keys.join("/") === "choose/question") needed("decide", pointer, step.path, context);
    }
    if (step.tool === "agent") needed("agent", `${step.pointer}/tool_name`, step.path, context);
  }
  if (isObject(own(context.plan.data, "solver") ?? null)) needed("infer", "/solver", undefined, context);
}

function needed(kind: keyof typeof modelTools, pointer: string, step: string | undefined, context: CheckContext): void {
  const tool = modelTools[kind];
  if (context.catalog.get(tool) !== undefined) return;
  const message = `This asks a model through the tool \`${tool}\`, which is not in this catalog: register the built-in tools.`;
  problem(context, "tool/unknown", message, pointer, step === undefined ? {} : { step });
}
