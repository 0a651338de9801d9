import type { StepNode } from "./plan-tree.ts";
import type { PlanView } from "./plan-view.ts";
import type { Place } from "./reads.ts";

/** What a first name means at the place where it is read. */
export type Meaning =
  | { readonly kind: "input" | "run" | "index" | "unknown" }
  /** The current item of a control step; `unknown` shape when it is in a block. */
  | { readonly kind: "item"; readonly owner: StepNode }
  /** A field of the current item of a block, `this`, `@index`. */
  | { readonly kind: "block" }
  | { readonly kind: "step"; readonly step: StepNode; readonly reader?: StepNode }
  /** A step that may not be read here. `reader`: the step of its list that it is read in. */
  | {
      readonly kind: "self" | "forward" | "inside-body" | "other-branch";
      readonly step: StepNode;
      readonly reader?: StepNode;
    };

/** Finds out what a first name means. Roots and step ids come before the fields of a block's current item. */
export function meaningOf(name: string, read: Place, context: PlanView): Meaning {
  if (name === "input" || name === "run") return { kind: name };
  if (read.inBlock && (name === "this" || name.startsWith("@"))) return { kind: "block" };
  const owner = ownerOf(name, read);
  if (owner !== undefined) return name === "index" ? { kind: "index" } : { kind: "item", owner };
  const step = context.tree.byId.get(name);
  if (step === undefined) return { kind: read.inBlock ? "block" : "unknown" };
  if (read.step === undefined)
    return step.list === context.tree.root ? { kind: "step", step } : { kind: "inside-body", step };
  for (let reader: StepNode | undefined = read.step; reader !== undefined; reader = reader.list.owner) {
    if (reader.list !== step.list) continue;
    if (step.index < reader.index) return { kind: "step", step, reader };
    return { kind: step === reader ? "self" : "forward", step, reader };
  }
  return { kind: sharesControlStep(read.step, step) ? "other-branch" : "inside-body", step };
}

/** The control step whose bodies know this name. */
function ownerOf(name: string, read: Place): StepNode | undefined {
  let owner = read.inGate ? read.step : read.step?.list.owner;
  for (; owner !== undefined; owner = owner.list.owner)
    if (owner.control?.roots(owner.input).includes(name)) return owner;
  return undefined;
}

/** Whether both stand in bodies of one control step, each in another one. */
function sharesControlStep(left: StepNode, right: StepNode): boolean {
  const keys = new Map<StepNode, string | undefined>();
  for (let { list } = left; list.owner !== undefined; list = list.owner.list) keys.set(list.owner, list.key);
  for (let { list } = right; list.owner !== undefined; list = list.owner.list) {
    if (keys.has(list.owner)) return keys.get(list.owner) !== list.key;
  }
  return false;
}

/** The names that may be read at a place, nearest first. */
export function namesAt(read: Place, context: PlanView): string[] {
  const names: string[] = [];
  let owner = read.inGate ? read.step : read.step?.list.owner;
  for (; owner !== undefined; owner = owner.list.owner) names.push(...(owner.control?.roots(owner.input) ?? []));
  if (read.step === undefined) names.push(...context.tree.root.steps.map(({ id }) => id));
  for (let reader: StepNode | undefined = read.step; reader !== undefined; reader = reader.list.owner) {
    names.push(
      ...reader.list.steps
        .slice(0, reader.index)
        .map(({ id }) => id)
        .toReversed(),
    );
  }
  return [...new Set([...names.filter((name) => !name.startsWith("@")), "input", "run"])];
}
