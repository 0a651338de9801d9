import { isObject, type Json, type JsonObject, modelTools, type TemplateScope } from "@graph/plan";
import type { LinkedSolver } from "../link/linked-plan.ts";
import type { Outcome } from "../port.ts";
import { callFailure, type Failure, failure } from "./failure.ts";
import { pathOf } from "./path-of.ts";
import type { PlanFrame } from "./plan-frame.ts";
import { SideCall } from "./side-call.ts";
import { textOf } from "./text-of.ts";

export type SolverOutcome =
  | { readonly kind: "succeeded"; readonly value: Json }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "aborted" };

/** The call of the chat model that writes a plan's result. Throws a `TemplateError` when what it is told cannot be rendered. */
export function openSolver(
  plan: PlanFrame,
  solver: LinkedSolver,
  scope: TemplateScope,
  ended: (outcome: SolverOutcome) => void,
): SideCall {
  const tool = modelTools.infer;
  const call = { key: `${plan.prefix}@solver`, tool, input: inputOf(solver, scope), effect: "read" } as const;
  return new SideCall(plan, call, (outcome) => ended(read(outcome, plan)));
}

function inputOf({ queryToAnswer, systemPrompt, data }: LinkedSolver, scope: TemplateScope): JsonObject {
  return {
    instruction: textOf(queryToAnswer(scope)),
    ...(data !== undefined && { state: data(scope) }),
    ...(systemPrompt !== undefined && { system_prompt: textOf(systemPrompt(scope)) }),
  };
}

function read(outcome: Outcome, plan: PlanFrame): SolverOutcome {
  const origin = { plan: plan.plan, pointer: "/solver" };
  const at = { step: pathOf(plan.prefix.slice(0, -1)), tool: modelTools.infer };
  if (!outcome.ok) {
    if (outcome.error.aborted === true) return { kind: "aborted" };
    return { kind: "failed", failure: callFailure(outcome.error, at, origin) };
  }
  const { value } = outcome;
  const written = isObject(value) && Object.hasOwn(value, "output") ? value["output"] : undefined;
  if (written !== undefined) return { kind: "succeeded", value: written };
  const message = `\`${modelTools.infer}\` returned no \`output\`.`;
  return { kind: "failed", failure: failure({ class: "type", code: "tool/output-mismatch", message, ...at }, origin) };
}
