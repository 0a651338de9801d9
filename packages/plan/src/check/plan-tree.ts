import { controlSteps } from "../control/index.ts";
import type { ControlStepGrammar } from "../control/control-step.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { pointerTo } from "../source/json-pointer.ts";

/** A list of steps of a plan that may still be wrong. */
export interface ListNode {
  readonly pointer: string;
  /** The list is a single call without an id. */
  readonly single: boolean;
  readonly steps: readonly StepNode[];
  /** The control step whose body it is, and the key of the body. */
  readonly owner?: StepNode;
  readonly key?: string;
}

/** One step of a plan that may still be wrong; keys of a wrong type read as if they were missing. */
export interface StepNode {
  readonly id: string;
  readonly tool: string;
  readonly pointer: string;
  /** Path as in events: `outer/inner`. */
  readonly path: string;
  readonly raw: JsonObject;
  readonly input: JsonObject;
  readonly list: ListNode;
  readonly index: number;
  /** Number of lists around its own. */
  readonly depth: number;
  readonly control?: ControlStepGrammar;
  readonly bodies: ReadonlyMap<string, ListNode>;
}

/** The steps of a plan. */
export interface PlanTree {
  readonly root: ListNode;
  /** In document order, a control step before its bodies. */
  readonly all: readonly StepNode[];
  /** By JSON Pointer. */
  readonly byPointer: ReadonlyMap<string, StepNode>;
  /** By id; of two with one id the first. Calls without an id are not in it. */
  readonly byId: ReadonlyMap<string, StepNode>;
}

/** What a step says under a key, own keys only. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Finds the steps of a plan. The depth of a plan was limited when its text was read. */
export function planTree(plan: ParsedPlan): PlanTree {
  const all: StepNode[] = [];
  const root = listNode(own(plan.data, "steps"), "/steps", undefined, undefined, all);
  const byId = new Map<string, StepNode>();
  for (const step of all) if (!step.id.startsWith("@") && !byId.has(step.id)) byId.set(step.id, step);
  return { root, all, byPointer: new Map(all.map((step) => [step.pointer, step])), byId };
}

function listNode(
  value: Json | undefined,
  pointer: string,
  owner: StepNode | undefined,
  key: string | undefined,
  all: StepNode[],
): ListNode {
  const single = owner !== undefined && isObject(value);
  const items: readonly Json[] = single ? [value] : Array.isArray(value) ? (value as readonly Json[]) : [];
  const steps: StepNode[] = [];
  const list: ListNode = {
    pointer,
    single,
    steps,
    ...(owner !== undefined && { owner }),
    ...(key !== undefined && { key }),
  };
  for (const [index, item] of items.entries()) {
    const at = single ? pointer : pointerTo(pointer, index);
    steps.push(stepNode(isObject(item) ? item : {}, at, list, index, all));
  }
  return list;
}

function stepNode(raw: JsonObject, pointer: string, list: ListNode, index: number, all: StepNode[]): StepNode {
  const named = own(raw, "id");
  const id = list.single ? `@${list.key}` : typeof named === "string" ? named : `@${index}`;
  const tool = own(raw, "tool_name");
  const input = own(raw, "input");
  const name = typeof tool === "string" ? tool : "";
  const control = controlSteps.get(name);
  const bodies = new Map<string, ListNode>();
  const step: StepNode = {
    id,
    tool: name,
    pointer,
    path: list.owner === undefined ? id : `${list.owner.path}/${id}`,
    raw,
    input: isObject(input) ? input : {},
    list,
    index,
    depth: list.owner === undefined ? 0 : list.owner.depth + 1,
    ...(control !== undefined && { control }),
    bodies,
  };
  all.push(step);
  if (control !== undefined) {
    for (const [key, grammar] of Object.entries(control.keys)) {
      if (grammar.kind !== "body") continue;
      const body = own(step.input, key);
      if (body !== undefined) bodies.set(key, listNode(body, `${pointer}/input/${key}`, step, key, all));
    }
  }
  return step;
}
