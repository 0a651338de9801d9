import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { readBlock } from "../shape/read-block.ts";
import { either } from "../shape/either.ts";
import { bounded } from "../shape/bounded.ts";
import { itemShape } from "../shape/item-shape.ts";
import { readShape } from "../shape/read-shape.ts";
import { selfContained } from "../shape/self-contained.ts";
import { valueShape } from "../shape/value-shape.ts";
import { bindArguments } from "../template/bind-arguments.ts";
import { helpers } from "../template/helpers/index.ts";
import type { Expression, ParsedTemplate } from "../template/template.ts";
import { isAround, own, type ListNode, type StepNode } from "./plan-tree.ts";
import type { PlanView } from "./plan-view.ts";
import { placeOf, type Place } from "./reads.ts";
import { meaningOf, type Meaning } from "./scope.ts";

/** What `run` yields. */
const runShape: JsonObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    root: { type: "string" },
    plan: { type: "string" },
    started_at: { type: "string" },
  },
};

/** What `error` yields in a `catch`; in a `finally` it may be null as well. */
const errorShape: JsonObject = {
  type: ["object", "null"],
  additionalProperties: false,
  properties: {
    class: { type: "string" },
    code: { type: "string" },
    message: { type: "string" },
    step: { type: "string" },
    attempt: { type: "integer" },
  },
};

/** Works out the shapes of what steps yield, each once, in the order of the plan. */
export class Shapes {
  readonly #context: PlanView;
  readonly #results = new Map<StepNode, JsonObject>();
  readonly #items = new Map<StepNode, JsonObject>();

  constructor(context: PlanView) {
    this.#context = context;
  }

  /** Steps read earlier ones only, so that a walk in order finds each shape already known. */
  workOut(): void {
    const { root, finally: final } = this.#context.tree;
    this.#list(root);
    if (final !== undefined) this.#list(final);
  }

  result(step: StepNode): JsonObject {
    return this.#results.get(step) ?? {};
  }

  /** The shape of the input, as the plan declares it. */
  static input(plan: ParsedPlan): JsonObject {
    const schema = own(plan.data, "input_schema");
    return isObject(schema) ? selfContained(schema) : {};
  }

  /** What a path yields at a place; `{}` when it is not known. */
  ofPath(path: { readonly root: string; readonly segments: readonly (string | number)[] }, place: Place): JsonObject {
    const meaning = meaningOf(path.root, place, this.#context);
    const read =
      meaning.kind === "block"
        ? readBlock(path, place.items ?? [{}])
        : readShape(this.ofMeaning(meaning), path.segments);
    return read.impossible === undefined ? read.shape : {};
  }

  /** The shape of what a first name means. */
  ofMeaning(meaning: Meaning): JsonObject {
    if (meaning.kind === "input") return Shapes.input(this.#context.plan);
    if (meaning.kind === "run") return runShape;
    if (meaning.kind === "index") return { type: "integer" };
    if (meaning.kind === "error") return errorShape;
    if (meaning.kind === "env") return { type: "object", additionalProperties: { type: "string" } };
    if (meaning.kind === "secrets") return { type: "object", additionalProperties: { type: "string" } };
    if (meaning.kind === "item") return this.#items.get(meaning.owner) ?? {};
    return meaning.kind === "step" ? this.result(meaning.step) : {};
  }

  ofTemplate(template: ParsedTemplate, place: Place): JsonObject {
    const tag = template.nodes.find((node) => node.type !== "text");
    if (!template.sole || tag?.type !== "tag") return { type: "string" };
    return this.ofExpression(tag.expression, place);
  }

  ofExpression(expression: Expression, place: Place): JsonObject {
    if (expression.type === "literal") return { const: expression.value };
    if (expression.type === "path") return this.ofPath(expression, place);
    const helper = helpers.get(expression.helper);
    if (helper === undefined) return {};
    const shapes = bindArguments(expression, helper).map((argument) =>
      argument === undefined ? {} : this.ofExpression(argument, place),
    );
    return bounded(helper.result(shapes));
  }

  /** The shape of a value that a step (or, without one, the plan's `output`) says at a pointer. */
  ofValue(pointer: string, value: Parameters<typeof valueShape>[0], step: StepNode | undefined): JsonObject {
    const { templates } = this.#context.plan;
    const place = placeOf(pointer, step);
    const shapeOf = (at: string): JsonObject | undefined => {
      const template = templates.get(at);
      return template === undefined ? undefined : this.ofTemplate(template, place);
    };
    return bounded(valueShape(value, pointer, shapeOf));
  }

  #list(list: ListNode): void {
    for (const step of list.steps) {
      if (step.control !== undefined) this.#enter(step);
      for (const body of step.bodies.values()) this.#list(body);
      this.#results.set(step, bounded(this.#step(step)));
    }
  }

  #enter(step: StepNode): void {
    const over = own(step.input, "over");
    if (over === undefined) return;
    const item = itemShape(this.ofValue(`${step.pointer}/input/over`, over, step));
    this.#items.set(step, own(step.input, "batch_size") === undefined ? item : { type: "array", items: item });
  }

  #step(step: StepNode): JsonObject {
    const stated = own(step.raw, "output_schema");
    if (isObject(stated)) return selfContained(stated);
    const handled = this.#handled(step);
    const result = this.#result(step);
    return handled.length === 0 ? result : either(result, ...handled);
  }

  /** What the handlers of its `catch` yield in its place. */
  #handled(step: StepNode): JsonObject[] {
    const handlers = own(step.raw, "catch");
    if (!Array.isArray(handlers)) return [];
    return (handlers as readonly Json[]).map((handler, index) => {
      const result = isObject(handler) ? own(handler, "result") : undefined;
      if (result !== undefined) return this.ofValue(`${step.pointer}/catch/${index}/result`, result, step);
      const body = step.bodies.get(`catch/${index}/do`);
      return body === undefined ? {} : this.#body(body);
    });
  }

  #result(step: StepNode): JsonObject {
    const target = this.#context.targets.get(step);
    if (target?.kind === "plan") return target.facts?.output ?? {};
    if (target?.kind === "call") {
      const { outputSchema } = target.entry;
      return outputSchema === undefined ? {} : selfContained(outputSchema);
    }
    if (step.control === undefined) return {};
    const bodies: [string, JsonObject][] = [];
    for (const [key, body] of step.bodies) if (!isAround(key)) bodies.push([key, this.#body(body)]);
    const over = own(step.input, "over");
    const item =
      over === undefined
        ? (this.#items.get(step) ?? {})
        : itemShape(this.ofValue(`${step.pointer}/input/over`, over, step));
    const first = own(step.input, "initial");
    const initial = first === undefined ? { type: "null" } : this.ofValue(`${step.pointer}/input/initial`, first, step);
    return step.control.result(step.input, { bodies: Object.fromEntries(bodies), item, initial });
  }

  /** A body yields what its last step yields, and null when that one may be skipped. */
  #body(body: ListNode): JsonObject {
    const last = body.steps.at(-1);
    if (last === undefined) return { type: "null" };
    const shape = this.result(last);
    const alwaysRuns = body.single && own(last.raw, "if") === undefined;
    return alwaysRuns || Object.keys(shape).length === 0 ? shape : { anyOf: [shape, { type: "null" }] };
  }
}
