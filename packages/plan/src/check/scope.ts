import type { ListNode, StepNode } from "./plan-tree.ts";
import type { PlanView } from "./plan-view.ts";
import type { Place } from "./reads.ts";

/** What a first name means at the place where it is read. */
export type Meaning =
  | { readonly kind: "input" | "run" | "env" | "secrets" | "index" | "error" | "unknown" }
  /** The current item of a control step, or what its rounds have come to. */
  | { readonly kind: "item" | "accumulator"; readonly owner: StepNode }
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
  if (name === "input" || name === "run" || name === "env" || name === "secrets") return { kind: name };
  if (read.inBlock && (name === "this" || name.startsWith("@"))) return { kind: "block" };
  if (name === "error" && knowsError(read)) return { kind: "error" };
  const owner = ownerOf(name, read);
  if (owner !== undefined) {
    if (name === "index") return { kind: "index" };
    return { kind: name === "accumulator" ? "accumulator" : "item", owner };
  }
  const step = context.tree.byId.get(name);
  if (step === undefined) return { kind: read.inBlock ? "block" : "unknown" };
  if (read.step === undefined)
    return step.list === context.tree.root ? { kind: "step", step } : { kind: "inside-body", step };
  for (let reader: StepNode | undefined = read.step; reader !== undefined; reader = reader.list.owner) {
    // What is done at the end may read whatever has been done.
    if (step.list === context.tree.root && reader.list === context.tree.finally) return { kind: "step", step };
    if (reader.list !== step.list) continue;
    if (step.index < reader.index) return { kind: "step", step, reader };
    return { kind: step === reader ? "self" : "forward", step, reader };
  }
  return { kind: sharesControlStep(read.step, step) ? "other-branch" : "inside-body", step };
}

/** The control step whose bodies know this name. */
function ownerOf(name: string, read: Place): StepNode | undefined {
  const { step } = read;
  if (read.inGate && step?.control?.roots(step.input).includes(name) === true) return step;
  for (const list of listsAround(read)) if (list.roots.includes(name)) return list.owner;
  return undefined;
}

function knowsError(read: Place): boolean {
  return read.inCatch === true || listsAround(read).some(({ roots }) => roots.includes("error"));
}

/** The lists that a place lies in, the innermost first. */
function listsAround(read: Place): ListNode[] {
  const lists: ListNode[] = [];
  for (let list = read.step?.list; list !== undefined; list = list.owner?.list) lists.push(list);
  return lists;
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
  const names: string[] = read.inCatch === true ? ["error"] : [];
  if (read.inGate) names.push(...(read.step?.control?.roots(read.step.input) ?? []));
  for (const list of listsAround(read)) names.push(...list.roots);
  if (read.step === undefined) names.push(...context.tree.root.steps.map(({ id }) => id));
  for (let reader: StepNode | undefined = read.step; reader !== undefined; reader = reader.list.owner) {
    if (reader.list === context.tree.finally) names.push(...context.tree.root.steps.map(({ id }) => id));
    names.push(
      ...reader.list.steps
        .slice(0, reader.index)
        .map(({ id }) => id)
        .toReversed(),
    );
  }
  return [...new Set([...names.filter((name) => !name.startsWith("@")), "input", "run"])];
}
