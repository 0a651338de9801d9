import type { CheckedBody, CheckedPlan, CheckedStep, Json, PlanSnapshot } from "@graph/plan";
import { compileGate, compileSecrets, compileValue, createValidator, maskedSecrets, modelsAsked } from "@graph/plan";
import { rootLimits } from "../interpreter/limits.ts";
import { modelToolNames } from "../interpreter/model-usage.ts";
import { controlSteps } from "../control/control-step.ts";
import type { Evaluate, LinkedBody, LinkedPlan, LinkedProgram, LinkedStep, Ordering } from "./linked-plan.ts";
import { dataflowOrdering, sequentialOrdering } from "./ordering.ts";

const programs = new WeakMap<PlanSnapshot, LinkedProgram>();

/** Compiles every template of a snapshot, once for each snapshot object. Called plans are compiled when they are first called. */
export function link(snapshot: PlanSnapshot): LinkedProgram {
  const known = programs.get(snapshot);
  if (known !== undefined) return known;
  const linked = new Map<string, LinkedPlan>();
  const program: LinkedProgram = {
    main: linkPlan(snapshot.main),
    env: snapshot.env ?? {},
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
  const { solver } = plan;
  return {
    plan,
    limits: rootLimits(plan.limits),
    body: linkBody(plan.body),
    output: plan.output === undefined ? undefined : compileValue(plan.output),
    solver:
      solver === undefined
        ? undefined
        : {
            queryToAnswer: compileValue(solver.queryToAnswer),
            systemPrompt: optional(solver.systemPrompt),
            data: optional(solver.data),
          },
    finalBody: plan.finally === undefined ? undefined : linkBody(plan.finally),
    maskedSecrets: maskedSecrets(plan),
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

const noBodies: ReadonlyMap<string, LinkedBody> = new Map();
const noResults: readonly undefined[] = [];

function linkStep(step: CheckedStep, index: number): LinkedStep {
  const bodies =
    step.bodies === undefined
      ? noBodies
      : new Map(Object.entries(step.bodies).map(([key, body]) => [key, linkBody(body)]));
  const secrets = step.kind === "call" ? compileSecrets(step.input) : undefined;
  return {
    kind: step.kind,
    tool: step.tool,
    effect: step.effect,
    plainCall: step.kind === "call" && secrets === undefined && hasNone(step),
    index,
    step,
    gate: step.if === undefined ? undefined : compileGate(step.if),
    gateAsks: modelsAsked(step.if).size > 0,
    input: step.kind === "control" ? () => step.input : compileValue(step.input),
    secrets,
    idempotencyKey: optional(step.idempotencyKey),
    cacheKey: optional(step.cache?.key),
    countsTokens: modelToolNames.has(step.tool),
    catchResults: step.catch?.map(({ result }) => optional(result)) ?? noResults,
    finalBody: bodies.get("finally"),
    outputValidator: step.outputSchema === undefined ? undefined : createValidator(step.outputSchema),
    control: step.kind === "control" ? controlSteps.get(step.tool)?.link(step) : undefined,
    bodies,
  };
}

function optional(value: Json | undefined): Evaluate | undefined {
  return value === undefined ? undefined : compileValue(value);
}

/** Nothing of what a call is made with beside its input. */
function hasNone({ timeoutMs, deadlineMs, idempotencyKey, cache }: CheckedStep): boolean {
  return timeoutMs === undefined && deadlineMs === undefined && idempotencyKey === undefined && cache === undefined;
}
