import { isObject } from "../../grammar/is-object.ts";
import { keyPlaces } from "../../grammar/key-places.ts";
import type { Json } from "../../json.ts";
import { describeType, oneOf } from "../../schema-validation/describe-value.ts";
import { possibleTypes } from "../../shape/types.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own, type StepNode } from "../plan-tree.ts";
import { placeOf } from "../reads.ts";

/** Gates whose tag cannot yield a boolean. Their form was looked at when the plan was read. */
export function gates(context: CheckContext): void {
  for (const step of context.tree.all) {
    const gate = own(step.raw, "if");
    if (gate !== undefined) checkGate(gate, `${step.pointer}/if`, step, context);
    if (step.control === undefined) continue;
    for (const { rule, value, pointer } of keyPlaces(step.control.keys, step.input, `${step.pointer}/input`))
      if (rule.kind === "gate") checkGate(value, pointer, step, context);
  }
}

function checkGate(gate: Json, pointer: string, step: StepNode, context: CheckContext): void {
  if (typeof gate === "string") {
    const template = context.plan.templates.get(pointer);
    if (template === undefined || !template.sole) return;
    const types = possibleTypes(context.shapes.ofTemplate(template, placeOf(pointer, step)));
    if (types === undefined || types.size === 0 || types.has("boolean")) return;
    const what = oneOf([...types].map((type) => describeType(type)));
    const message = `A gate must be true or false, and \`${gate.trim()}\` is ${what}. Compare it: \`{value: ${gate.trim()}, op: …, to: …}\`.`;
    problem(context, "step/gate-not-boolean", message, pointer, { step: step.path });
  } else if (isObject(gate)) {
    for (const key of ["all", "any"]) {
      const list = own(gate, key);
      if (!Array.isArray(list)) continue;
      for (const [index, item] of (list as readonly Json[]).entries())
        checkGate(item, pointerTo(pointerTo(pointer, key), index), step, context);
    }
    const not = own(gate, "not");
    if (not !== undefined) checkGate(not, pointerTo(pointer, "not"), step, context);
  }
}
