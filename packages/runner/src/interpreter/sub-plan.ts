import { pathOf } from "./path-of.ts";
import type { InnerFrame } from "../control/control-step.ts";
import { failure } from "./failure.ts";
import type { FrameVisitor } from "./frame-visitor.ts";
import { innerLimits } from "./limits.ts";
import { PlanFrame, type PlanOutcome, type PlanOwner } from "./plan-frame.ts";
import type { StepFrame } from "./step-frame.ts";
import { stepStartEvent } from "./step-start.ts";

/** One attempt of a step that calls a plan: a scope of its own, limits inside the caller's. */
export class SubPlanFrame implements InnerFrame, PlanOwner {
  readonly #step: StepFrame;
  frame: PlanFrame | undefined;

  constructor(step: StepFrame) {
    this.#step = step;
  }

  begin(): void {
    const { run, list, linked, attemptKey, path } = this.#step;
    const { step } = linked;
    stepStartEvent(this.#step);
    const origin = { plan: list.plan.plan, pointer: `${step.pointer}/tool_name` };
    const called = run.program.plan(step.tool);
    if (called === undefined) {
      const message = `The plan \`${step.tool}\` is not part of this run.`;
      return this.#fail(
        failure({ class: "invalid_input", code: "tool/unknown", message, step: path, tool: step.tool }, origin),
      );
    }
    const { depth, limits } = list.plan;
    if (depth >= limits.depth) {
      const message = `Plans call each other more than ${limits.depth} levels deep, which is the limit here.`;
      return this.#fail(failure({ class: "limit", code: "limit/depth", message, step: path, tool: step.tool }, origin));
    }
    const runId = `${run.scope.runId}/${pathOf(attemptKey)}`;
    this.frame = new PlanFrame(run, called, innerLimits(called.plan.limits, limits), this, {
      prefix: `${attemptKey}/`,
      runId,
      outer: list.plan,
      cleanup: list.cleanup,
    });
    this.#step.startTimeout();
    const refused = this.frame.begin(this.#step.input, {
      step: path,
      plan: origin.plan,
      pointer: `${step.pointer}/input`,
    });
    if (refused !== undefined) this.#fail(refused);
  }

  drain(): void {
    this.frame?.list?.drain();
  }

  abort(): void {
    this.frame?.abort();
  }

  visit(visitor: FrameVisitor): void {
    if (this.frame?.list !== undefined) visitor.plan(this.frame);
  }

  planEnded(outcome: PlanOutcome): void {
    if (outcome.kind !== "exited") return this.#step.innerEnded(this, outcome);
    const { exit } = outcome;
    if (exit.status === "success") return this.#step.innerEnded(this, { kind: "succeeded", value: exit.output });
    const { linked, list, path, attempt } = this.#step;
    const message = exit.message ?? `The plan \`${linked.step.tool}\` ended itself with an error.`;
    const details = {
      class: "tool_error",
      code: "tool/failed",
      message,
      step: path,
      tool: linked.step.tool,
      attempt,
    } as const;
    const origin = { plan: list.plan.plan, pointer: `${linked.step.pointer}/tool_name` };
    this.#fail(failure({ ...details, effect: linked.step.effect === "write" ? "maybe" : "none" }, origin));
  }

  #fail(cause: ReturnType<typeof failure>): void {
    this.#step.innerEnded(this, { kind: "failed", failure: cause });
  }
}
