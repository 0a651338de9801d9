import { isObject } from "../../grammar/is-object.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { damagedReads } from "../damaged-reads.ts";
import type { StepEffects } from "../effects.ts";
import { needsOf } from "../order/explicit-edges.ts";
import { own } from "../plan-tree.ts";

/** Inputs that no tag reads. */
export function unusedInputs(context: CheckContext): void {
  const schema = own(context.plan.data, "input_schema");
  const properties = isObject(schema) ? own(schema, "properties") : undefined;
  if (!isObject(properties)) return;
  const used = new Set<string>();
  for (const { path, inBlock } of [...context.reads, ...damagedReads(context.plan)]) {
    if (path.root !== "input") continue;
    const [name] = path.segments;
    // The whole input, or an unknown part of it in a block.
    if (name === undefined || inBlock) return;
    used.add(String(name));
  }
  for (const name of Object.keys(properties)) {
    if (used.has(name)) continue;
    problem(
      context,
      "graph/unused-input",
      `Nothing reads the input \`${name}\`.`,
      pointerTo("/input_schema/properties", name),
      { key: true },
    );
  }
}

/** Steps that only read, and whose result nothing reads. Without an `output` a plan may be run for its checks alone. */
export function unusedSteps(context: CheckContext, effects: StepEffects): void {
  const { plan, tree, targets } = context;
  if (own(plan.data, "output") === undefined && own(plan.data, "solver") === undefined) return;
  const read = new Set([...context.reads, ...damagedReads(plan)].map(({ path }) => path.root));
  const needed = new Set(tree.all.flatMap((step) => needsOf(step).map(({ name }) => name)));
  for (const step of tree.all) {
    const { effect, fence } = effects.whole(step);
    const target = targets.get(step);
    const known =
      target !== undefined && target.kind !== "unknown" && !(target.kind === "plan" && target.facts === undefined);
    if (!known || effect === "write" || fence || step.id.startsWith("@") || read.has(step.id) || needed.has(step.id))
      continue;
    // The last step of a body is what the body yields.
    if (step.list.owner !== undefined && step.index === step.list.steps.length - 1) continue;
    problem(
      context,
      "plan/unused-step",
      `Nothing reads the result of \`${step.id}\`, and it does nothing else.`,
      `${step.pointer}/id`,
      { step: step.path },
    );
  }
}
