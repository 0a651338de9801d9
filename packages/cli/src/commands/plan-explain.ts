import { explainPlan, mermaid, type ExplainedBody, type ExplainedStep, type PlanExplanation } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { mergeDiagnostics } from "../output/result-document.ts";
import { reportRefused, reportUnknown } from "./plan-failures.ts";

/** `graph plan explain`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const check = await project.check(context.argument ?? "", context);
  if (check.plan === undefined) return reportUnknown(context, project, check.diagnostics);
  if (check.snapshot === undefined) {
    return reportRefused(context, project, mergeDiagnostics(project.diagnostics(), check.diagnostics));
  }
  if (context.flag("mermaid")) {
    const diagram = mermaid(check.snapshot);
    if (context.json) context.streams.document({ mermaid: diagram });
    else context.streams.out(diagram);
    return exitCode.done;
  }
  const explanation = explainPlan(check.snapshot);
  if (context.json) context.streams.document(explanationDocument(explanation));
  else context.streams.out(`${describe(explanation).join("\n")}\n`);
  return exitCode.done;
};

function describe(explanation: PlanExplanation): readonly string[] {
  const { writes, subPlans, solver, finally: final } = explanation;
  return [
    `${explanation.identifier}: ${explanation.effect === "read" ? "only reads" : "may write"}, ${explanation.execution}`,
    "",
    ...describeBody(explanation.body, ""),
    ...(solver ? ["then a chat model writes the result"] : []),
    ...(final === undefined ? [] : ["at the end, whatever happened:", ...describeBody(final, "  ")]),
    "",
    `May write: ${writes.length === 0 ? "no step" : writes.join(", ")}`,
    ...(subPlans.length > 0 ? [`Calls the plans: ${subPlans.join(", ")}`] : []),
    mostCalls(explanation.worstCase),
  ];
}

function mostCalls({ calls, openAgents, maxSteps }: PlanExplanation["worstCase"]): string {
  const said = `At most ${calls} ${calls === 1 ? "call" : "calls"} of tools`;
  const open = openAgents.length === 0 ? "" : `, and those that the models of ${openAgents.join(", ")} ask for`;
  return `${said}${open}; the run may start ${maxSteps} steps.`;
}

function describeBody(body: ExplainedBody, indent: string): readonly string[] {
  return body.waves.flatMap((wave, index) => [
    `${indent}wave ${index + 1}`,
    ...wave.flatMap((step) => describeStep(step, `${indent}  `)),
  ]);
}

function describeStep(step: ExplainedStep, indent: string): readonly string[] {
  const writes = step.effect === "write" ? "  may write" : "";
  return [
    `${indent}${step.path}  ${step.tool}${writes}`,
    ...step.waitsFor.map((edge) => `${indent}  after ${edge.from}: ${edge.because}`),
    ...[...(step.bodies ?? [])].flatMap(([key, body]) => describeInner(key, body, `${indent}  `)),
  ];
}

function describeInner(key: string, body: ExplainedBody, indent: string): readonly string[] {
  return [`${indent}${key}:`, ...describeBody(body, `${indent}  `)];
}

function explanationDocument(explanation: PlanExplanation): unknown {
  const bodyDocument = (body: ExplainedBody): unknown => ({ waves: body.waves.map((wave) => wave.map(stepDocument)) });
  const stepDocument = ({ bodies, waitsFor, ...step }: ExplainedStep): unknown => ({
    ...step,
    waits_for: waitsFor,
    ...(bodies !== undefined && {
      bodies: Object.fromEntries([...bodies].map(([key, body]) => [key, bodyDocument(body)])),
    }),
  });
  const { identifier, effect, execution, writes, worstCase, subPlans, body, solver, finally: final } = explanation;
  return {
    identifier,
    effect,
    execution,
    ...(bodyDocument(body) as object),
    ...(final !== undefined && { finally: bodyDocument(final) }),
    solver,
    writes,
    worst_case: { calls: worstCase.calls, open_agents: worstCase.openAgents, max_steps: worstCase.maxSteps },
    sub_plans: subPlans,
  };
}
