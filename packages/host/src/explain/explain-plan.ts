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
  /** What is done at the end whatever happened. */
  readonly finally?: ExplainedBody;
  /** Whether a chat model writes the result. */
  readonly solver: boolean;
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
  const final = main.finally === undefined ? undefined : explainBody(main.finally, "", writes);
  return {
    identifier: main.identifier,
    effect: main.effect,
    execution: main.execution,
    body,
    ...(final !== undefined && { finally: final }),
    solver: main.solver !== undefined,
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
  if (step.effect === "write" && callsTools(step)) writes.push(path);
  const bodies = Object.entries(step.bodies ?? {}).map(
    ([key, inner]) => [key, explainBody(inner, `${path}/`, writes)] as const,
  );
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
  const fences = [from, step].filter((one) => one?.fence === true);
  const said = fences.map((one) => (one === undefined ? "" : `${one.id} may ${mayDo(one)}`));
  return said.join(", and ");
}

/** Why other steps have to keep their distance from one, in words. */
function mayDo(step: CheckedStep): string {
  const reasons = new Set<string>();
  const open = [step];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.effect === "write") reasons.add("write");
    if (one.tool === "exit") reasons.add("end the plan");
    if (one.tool === "ask" || one.tool === "wait") reasons.add(one.tool === "ask" ? "ask a person" : "wait");
    for (const body of Object.values(one.bodies ?? {})) open.push(...body.steps);
  }
  // A plan that it calls is told about by its own explanation.
  return reasons.size === 0 ? "wait or end itself" : [...reasons].sort().join(" or ");
}

/** A control step writes because something in it does: that is what the reader has to know. */
function callsTools({ kind, tool }: CheckedStep): boolean {
  return kind !== "control" || tool === "agent";
}
