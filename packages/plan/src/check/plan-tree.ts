import { controlSteps } from "../control/index.ts";
import type { ControlStepGrammar } from "../control/control-step.ts";
import { isObject } from "../grammar/is-object.ts";
import { bodyPlaces } from "../grammar/key-places.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { planKeys, stepKeys } from "../plan-keys.ts";
import { pointerTo } from "../source/json-pointer.ts";

/** A list of steps of a plan that may still be wrong. */
export interface ListNode {
  readonly pointer: string;
  /** The list is a single call without an id. */
  readonly single: boolean;
  readonly steps: readonly StepNode[];
  /** The step whose body it is, and the key of the body. The plan's own lists have none. */
  readonly owner?: StepNode;
  readonly key?: string;
  /** The id of its only step, when it is a single call. */
  readonly singleId: string;
  /** Names that are known in it beside what its owner reads: `item`, `accumulator`, `error`. */
  readonly roots: readonly string[];
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
  /** Those of a control step's input, then those of `catch` and `finally`, by their keys (`do`, `cases/0/do`, `catch/0/do`). */
  readonly bodies: ReadonlyMap<string, ListNode>;
}

/** The steps of a plan. */
export interface PlanTree {
  readonly root: ListNode;
  /** What is done at the end whatever happened. */
  readonly finally: ListNode | undefined;
  /** In document order, a control step before its bodies. */
  readonly all: readonly StepNode[];
  /** By JSON Pointer. */
  readonly byPointer: ReadonlyMap<string, StepNode>;
  /** By id; of two with one id the first. Calls without an id are not in it. */
  readonly byId: ReadonlyMap<string, StepNode>;
}

/** Whether a body stands around its step: in its `catch` or its `finally`, by the body's key. */
export function isAround(key: string): boolean {
  return key === "finally" || key.startsWith("catch/");
}

/** The steps of a plan that stand in no other step, in document order. */
export function outermost({ root, finally: final }: PlanTree): readonly StepNode[] {
  return final === undefined ? root.steps : [...root.steps, ...final.steps];
}

/** What a step says under a key, own keys only. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Finds the steps of a plan. The depth of a plan was limited when its text was read. */
export function planTree(plan: ParsedPlan): PlanTree {
  const all: StepNode[] = [];
  const place = { owner: undefined, key: undefined, singleId: "@steps", roots: [] };
  const root = listNode(own(plan.data, "steps"), "/steps", place, all);
  const [last] = bodyPlaces({ finally: planKeys["finally"]! }, plan.data, "");
  const final =
    last === undefined
      ? undefined
      : listNode(last.value, last.pointer, { ...place, key: "finally", singleId: last.id, roots: errorRoots }, all);
  const byId = new Map<string, StepNode>();
  for (const step of all) if (!step.id.startsWith("@") && !byId.has(step.id)) byId.set(step.id, step);
  return { root, finally: final, all, byPointer: new Map(all.map((step) => [step.pointer, step])), byId };
}

const errorRoots: readonly string[] = ["error"];

interface ListPlace {
  readonly owner: StepNode | undefined;
  readonly key: string | undefined;
  readonly singleId: string;
  readonly roots: readonly string[];
}

function listNode(value: Json | undefined, pointer: string, place: ListPlace, all: StepNode[]): ListNode {
  const { owner, key, singleId, roots } = place;
  const single = key !== undefined && isObject(value);
  const items: readonly Json[] = single ? [value] : Array.isArray(value) ? (value as readonly Json[]) : [];
  const steps: StepNode[] = [];
  const list: ListNode = {
    pointer,
    single,
    steps,
    ...(owner !== undefined && { owner }),
    ...(key !== undefined && { key }),
    singleId,
    roots,
  };
  for (const [index, item] of items.entries()) {
    const at = single ? pointer : pointerTo(pointer, index);
    steps.push(stepNode(isObject(item) ? item : {}, at, list, index, all));
  }
  return list;
}

function stepNode(raw: JsonObject, pointer: string, list: ListNode, index: number, all: StepNode[]): StepNode {
  const named = own(raw, "id");
  const id = list.single ? list.singleId : typeof named === "string" ? named : `@${index}`;
  const tool = own(raw, "tool_name");
  const written = own(raw, "input");
  const input = isObject(written) ? written : {};
  const name = typeof tool === "string" ? tool : "";
  const control = controlSteps.get(name);
  const bodies = new Map<string, ListNode>();
  const step: StepNode = {
    id,
    tool: name,
    pointer,
    path: list.owner === undefined ? id : `${list.owner.path}/${id}`,
    raw,
    input,
    list,
    index,
    depth: list.owner === undefined ? 0 : list.owner.depth + 1,
    ...(control !== undefined && { control }),
    bodies,
  };
  all.push(step);
  const inside = control === undefined ? [] : bodyPlaces(control.keys, input, `${pointer}/input`);
  const roots = control?.roots(input) ?? [];
  for (const body of inside)
    bodies.set(
      body.key,
      listNode(body.value, body.pointer, { owner: step, key: body.key, singleId: body.id, roots }, all),
    );
  const around = bodyPlaces({ catch: stepKeys["catch"]!, finally: stepKeys["finally"]! }, raw, pointer);
  for (const body of around) {
    const place = { owner: step, key: body.key, singleId: body.id, roots: errorRoots };
    bodies.set(body.key, listNode(body.value, body.pointer, place, all));
  }
  return step;
}
