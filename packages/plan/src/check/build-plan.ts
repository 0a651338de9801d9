import type { AgentTool, CheckedBody, CheckedPlan, CheckedSolver, CheckedStep } from "../checked-plan.ts";
import type { CatalogEntry } from "../catalog.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { agentTools } from "./agent-tools.ts";
import type { CheckContext } from "./check-context.ts";
import { entryEffect, together, type StepEffects } from "./effects.ts";
import { hasNeeds, type ExplicitEdges } from "./order/explicit-edges.ts";
import { listEdges } from "./order/list-edges.ts";
import { cachePolicy, catchHandlers, durationOf, planLimits, retryPolicy } from "./policy.ts";
import { outermost, own, type ListNode, type StepNode } from "./plan-tree.ts";

/** What the earlier rules have worked out. */
export interface PlanParts {
  readonly effects: StepEffects;
  readonly explicit: ExplicitEdges;
}

/** Builds the checked form of a plan that has no errors. */
export function buildPlan(context: CheckContext, parts: PlanParts): CheckedPlan {
  const { plan, tree } = context;
  const { data } = plan;
  const text = (key: string): string | undefined => {
    const value = own(data, key);
    return typeof value === "string" ? value : undefined;
  };
  const schema = (key: string): JsonObject | undefined => {
    const value = own(data, key);
    return isObject(value) ? value : undefined;
  };
  const inputSchema = schema("input_schema");
  const outputSchema = schema("output_schema");
  const output = schema("output");
  const sequential = own(data, "execution") === "sequential";
  const { effect, repeatable } = together(outermost(tree).map(parts.effects.whole));
  const solver = own(data, "solver");
  const final = tree.finally;
  const calls = new Set(tree.all.filter((step) => context.targets.get(step)?.kind === "plan").map(({ tool }) => tool));
  return {
    identifier: plan.identifier,
    name: text("name") ?? plan.identifier,
    description: text("description") ?? "",
    ...(plan.file !== undefined && { file: plan.file }),
    ...(plan.text !== undefined && { text: plan.text }),
    digest: plan.digest,
    ...(inputSchema !== undefined && { inputSchema }),
    ...(outputSchema !== undefined && { outputSchema }),
    limits: planLimits(data, context.catalog.ceilings),
    ...defaultTimeout(data),
    execution: sequential ? "sequential" : "dataflow",
    effect,
    repeatable,
    body: buildBody(tree.root, context, parts, sequential),
    ...(output !== undefined && { output }),
    ...(isObject(solver) && { solver: solverOf(solver) }),
    ...(final !== undefined && { finally: buildBody(final, context, parts, sequential) }),
    calls: [...calls],
  };
}

function solverOf(solver: JsonObject): CheckedSolver {
  const systemPrompt = own(solver, "system_prompt");
  const given = own(solver, "data");
  return {
    queryToAnswer: own(solver, "query_to_answer") ?? "",
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(given !== undefined && { data: given }),
  };
}

function buildBody(list: ListNode, context: CheckContext, parts: PlanParts, sequential: boolean): CheckedBody {
  const ordered = list.steps.map((step) => ({ fence: parts.effects.whole(step).fence, needs: hasNeeds(step) }));
  const edges = listEdges(ordered, parts.explicit.get(list) ?? [], sequential);
  const steps = list.steps.map((step, index) => buildStep(step, edges[index] ?? [], context, parts, sequential));
  return { pointer: list.pointer, single: list.single, steps };
}

function buildStep(
  step: StepNode,
  edges: CheckedStep["edges"],
  context: CheckContext,
  parts: PlanParts,
  sequential: boolean,
): CheckedStep {
  const target = context.targets.get(step);
  const { raw } = step;
  const description = own(raw, "description");
  const gate = own(raw, "if");
  const defaults = target?.kind === "call" ? own(context.plan.data, "defaults") : undefined;
  const stated = (name: string): Json | undefined =>
    own(raw, name) ?? (isObject(defaults) ? own(defaults, name) : undefined);
  const timeoutMs = durationOf(stated("timeout"));
  const retry = stated("retry");
  const deadlineMs = durationOf(own(raw, "deadline"));
  const handlers = own(raw, "catch");
  const cache = own(raw, "cache");
  const allowed = step.tool === "agent" ? agentTools(step, context.catalog).map(agentTool) : undefined;
  const key = own(raw, "idempotency_key");
  const argument = target?.kind === "call" ? target.entry.idempotencyArgument : undefined;
  const outputSchema = own(raw, "output_schema");
  const bodies: [string, CheckedBody][] = [];
  for (const [name, body] of step.bodies) bodies.push([name, buildBody(body, context, parts, sequential)]);
  return {
    id: step.id,
    tool: step.tool,
    kind: target?.kind === "plan" || target?.kind === "control" ? target.kind : "call",
    pointer: step.pointer,
    ...(typeof description === "string" && { description }),
    input: step.input,
    ...(gate !== undefined && { if: gate }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(isObject(retry) && { retry: retryPolicy(retry) }),
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(Array.isArray(handlers) && { catch: catchHandlers(handlers as readonly Json[]) }),
    ...(isObject(cache) && { cache: cachePolicy(cache) }),
    onError: own(raw, "on_error") === "continue" ? "continue" : "fail",
    ...(typeof key === "string" && { idempotencyKey: key }),
    ...(argument !== undefined && { idempotencyArgument: argument }),
    ...(isObject(outputSchema) && { outputSchema }),
    ...parts.effects.attempt(step),
    fence: parts.effects.whole(step).fence,
    edges,
    ...(allowed !== undefined && { tools: allowed }),
    ...(bodies.length > 0 && { bodies: Object.fromEntries(bodies) }),
  };
}

/** Every call of an agent counts for what its tool may do, not for what all of them together may. */
const agentTool = (entry: CatalogEntry): AgentTool => ({ name: entry.name, effect: entryEffect(entry).effect });

function defaultTimeout(data: JsonObject): Pick<CheckedPlan, "defaultTimeoutMs"> {
  const defaults = own(data, "defaults");
  const timeout = isObject(defaults) ? durationOf(own(defaults, "timeout")) : undefined;
  return timeout === undefined ? {} : { defaultTimeoutMs: timeout };
}
