import type { CheckedBody, CheckedStep, Effect, PlanSnapshot } from "@graph/plan";
import { waves } from "./waves.ts";
import { worstCase, type WorstCase } from "./worst-case.ts";

/** Why a step waits for another one. */
export interface ExplainedEdge {
  readonly from: string;
  readonly reason: "read" | "needs" | "fence" | "sequence";
  /** In words. */
  readonly because: string;
}

/** A step, what it waits for and why. */
export interface ExplainedStep {
  /** `outer/inner`, without items. */
  readonly path: string;
  readonly tool: string;
  readonly kind: CheckedStep["kind"];
  readonly effect: Effect;
  readonly waitsFor: readonly ExplainedEdge[];
  /** By the key the body stands under. */
  readonly bodies?: ReadonlyMap<string, ExplainedBody>;
}

/** A list of steps by the earliest moment they can start: those of one wave may run side by side. */
export interface ExplainedBody {
  readonly waves: readonly (readonly ExplainedStep[])[];
}

/** How a plan will be worked through. */
export interface PlanExplanation {
  readonly identifier: string;
  readonly effect: Effect;
  readonly execution: "dataflow" | "sequential";
  readonly body: ExplainedBody;
  /** Paths of the steps that may write. */
  readonly writes: readonly string[];
  readonly worstCase: WorstCase;
  /** The plans it calls, by tool name. */
  readonly subPlans: readonly string[];
}

/** Says how a checked plan will be worked through: waves, the reason of every edge, what may write, the most calls it can make. */
export function explainPlan(snapshot: PlanSnapshot): PlanExplanation {
  const { main } = snapshot;
  const writes: string[] = [];
  const body = explainBody(main.body, "", writes);
  return {
    identifier: main.identifier,
    effect: main.effect,
    execution: main.execution,
    body,
    writes,
    worstCase: worstCase(snapshot),
    subPlans: Object.keys(snapshot.plans).sort(),
  };
}

function explainBody(body: CheckedBody, prefix: string, writes: string[]): ExplainedBody {
  const steps = body.steps.map((step) => explainStep(step, body, prefix, writes));
  return { waves: waves(body).map((wave) => wave.flatMap((index) => steps[index] ?? [])) };
}

function explainStep(step: CheckedStep, body: CheckedBody, prefix: string, writes: string[]): ExplainedStep {
  const path = `${prefix}${step.id}`;
  const bodies = Object.entries(step.bodies ?? {}).map(
    ([key, inner]) => [key, explainBody(inner, `${path}/`, writes)] as const,
  );
  // A control step writes because something in it does: that is what the reader has to know.
  if (step.effect === "write" && bodies.length === 0) writes.push(path);
  return {
    path,
    tool: step.tool,
    kind: step.kind,
    effect: step.effect,
    waitsFor: step.edges.map((edge) => {
      const from = body.steps[edge.from];
      return { from: from?.id ?? "", reason: edge.reason, because: because(edge, step, from) };
    }),
    ...(bodies.length > 0 && { bodies: new Map(bodies) }),
  };
}

function because(edge: CheckedStep["edges"][number], step: CheckedStep, from: CheckedStep | undefined): string {
  switch (edge.reason) {
    case "read":
      return edge.tag === undefined ? `it reads ${from?.id}` : `it reads ${edge.tag}`;
    case "needs":
      return "`needs` names it";
    case "sequence":
      return "`execution: sequential`";
    default:
      return fenceReason(step, from);
  }
}

function fenceReason(step: CheckedStep, from: CheckedStep | undefined): string {
  const fences = [from, step].filter((one) => one?.fence === true).map((one) => one?.id);
  if (fences.length === 2) return `both ${fences.join(" and ")} may write or end the plan`;
  const fence = fences[0] === from?.id ? from : step;
  return `${fence?.id} may ${fence?.kind === "control" ? "write or end the plan" : "write"}`;
}
