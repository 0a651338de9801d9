import type { CheckedBody, CheckedPlan, CheckedStep, PlanSnapshot } from "@graph/plan";
import { compileGate, compileValue, createValidator } from "@graph/plan";
import { rootLimits } from "../interpreter/limits.ts";
import { controlSteps } from "../control/control-step.ts";
import type { LinkedBody, LinkedPlan, LinkedProgram, LinkedStep, Ordering } from "./linked-plan.ts";
import { dataflowOrdering, sequentialOrdering } from "./ordering.ts";

const programs = new WeakMap<PlanSnapshot, LinkedProgram>();

/** Compiles every template of a snapshot, once for each snapshot object. Called plans are compiled when they are first called. */
export function link(snapshot: PlanSnapshot): LinkedProgram {
  const known = programs.get(snapshot);
  if (known !== undefined) return known;
  const linked = new Map<string, LinkedPlan>();
  const program: LinkedProgram = {
    main: linkPlan(snapshot.main),
    plan(toolName) {
      const ready = linked.get(toolName);
      if (ready !== undefined) return ready;
      if (!Object.hasOwn(snapshot.plans, toolName)) return undefined;
      const plan = snapshot.plans[toolName];
      if (plan === undefined) return undefined;
      const made = linkPlan(plan);
      linked.set(toolName, made);
      return made;
    },
  };
  programs.set(snapshot, program);
  return program;
}

function linkPlan(plan: CheckedPlan): LinkedPlan {
  return {
    plan,
    limits: rootLimits(plan.limits),
    body: linkBody(plan.body),
    output: plan.output === undefined ? undefined : compileValue(plan.output),
    inputValidator: plan.inputSchema === undefined ? undefined : createValidator(plan.inputSchema),
    outputValidator: plan.outputSchema === undefined ? undefined : createValidator(plan.outputSchema),
  };
}

function linkBody(body: CheckedBody): LinkedBody {
  let sequential: Ordering | undefined;
  const indexById = new Map<string, number>();
  for (const [index, step] of body.steps.entries()) indexById.set(step.id, index);
  return {
    body,
    steps: body.steps.map((step, index) => linkStep(step, index)),
    indexById,
    noneStarted: body.steps.map(() => undefined),
    dataflow: dataflowOrdering(body.steps),
    get sequential(): Ordering {
      sequential ??= sequentialOrdering(body.steps);
      return sequential;
    },
  };
}

function linkStep(step: CheckedStep, index: number): LinkedStep {
  const bodies = new Map<string, LinkedBody>();
  if (step.bodies !== undefined) for (const [key, body] of Object.entries(step.bodies)) bodies.set(key, linkBody(body));
  return {
    step,
    index,
    gate: step.if === undefined ? undefined : compileGate(step.if),
    input: step.kind === "control" ? () => step.input : compileValue(step.input),
    idempotencyKey: step.idempotencyKey === undefined ? undefined : compileValue(step.idempotencyKey),
    outputValidator: step.outputSchema === undefined ? undefined : createValidator(step.outputSchema),
    control: step.kind === "control" ? controlSteps.get(step.tool)?.link(step) : undefined,
    bodies,
  };
}
