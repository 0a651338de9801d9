import { modelGateKeys } from "../control/model-gate-keys.ts";
import type { JsonObject } from "../json.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { pointerKeys } from "../source/json-pointer.ts";
import { templatePaths, type TemplatePath } from "../template/template-paths.ts";
import type { PlanTree, StepNode } from "./plan-tree.ts";

/** Where a name is read: it decides what the name means. */
export interface Place {
  /** The innermost step it stands in; none in the plan's own `output`. */
  readonly step?: StepNode;
  /** It stands in a gate of a control step: the names of its bodies exist there as well. */
  readonly inGate: boolean;
  /** It stands in the `result` of a `catch`: `error` is known there. */
  readonly inCatch?: boolean;
  /** It stands in a block that sets a current item. */
  readonly inBlock: boolean;
  /** The shapes of the current items of the blocks it stands in, the innermost first; missing when nobody has looked. */
  readonly items?: readonly JsonObject[];
}

/** One path that a tag reads, and where. */
export interface Read extends TemplatePath, Place {
  /** The scalar the tag stands in. */
  readonly pointer: string;
}

/** Every path that the tags of a plan read. */
export function collectReads(plan: ParsedPlan, tree: PlanTree): Read[] {
  const reads: Read[] = [];
  for (const [pointer, template] of plan.templates) {
    const step = stepAt(pointer, tree);
    const place = placeOf(pointer, step);
    for (const path of templatePaths(template)) reads.push({ ...place, ...path, pointer });
  }
  return reads;
}

/** What a place in a step (or, without one, in the plan's own keys) means for the names that are read in it. */
export function placeOf(pointer: string, step: StepNode | undefined): Place {
  if (step === undefined) return { inGate: false, inBlock: false };
  const inside = pointer.slice(step.pointer.length);
  return {
    step,
    inGate: standsInGate(step, inside),
    inBlock: false,
    inCatch: /^\/catch\/\d+\/result(?:\/|$)/.test(inside),
  };
}

/** The innermost step a place lies in. */
export function stepAt(pointer: string, tree: PlanTree): StepNode | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const step = tree.byPointer.get(pointer.slice(0, end));
    if (step !== undefined) return step;
  }
  return undefined;
}

/** Gates, and what is asked of a model instead. */
function standsInGate(step: StepNode, inside: string): boolean {
  if (step.control === undefined) return false;
  const [section, key] = pointerKeys(inside);
  if (section !== "input" || key === undefined || !Object.hasOwn(step.control.keys, key)) return false;
  return step.control.keys[key]?.kind === "gate" || Object.hasOwn(modelGateKeys, key);
}
