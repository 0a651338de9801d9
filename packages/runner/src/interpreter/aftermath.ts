import type { Json, TemplateScope } from "@graph/plan";
import type { LinkedBody } from "../link/linked-plan.ts";
import type { StepStatus } from "../run-result.ts";
import { BodyScope } from "./body-scope.ts";
import { ErrorScope, errorValue } from "./error-scope.ts";
import { asTemplateError, type Failure, templateFailure, withCause } from "./failure.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "./list-frame.ts";
import { resultMisfit } from "./step-failures.ts";
import type { StepFrame } from "./step-frame.ts";

/** What comes after the attempts of a step: the handler of its `catch` that fits, then its `finally`. Most steps have none of it. */
export class Aftermath implements ListOwner {
  /** They hold the records of what ran inside. */
  handler: ListFrame | undefined;
  final: ListFrame | undefined;
  readonly #step: StepFrame;
  /** Which handler it is. */
  #index = 0;
  /** How the step ends when its `finally` goes well. */
  #status: StepStatus = "failed";

  constructor(step: StepFrame) {
    this.#step = step;
  }

  /** Runs the first handler that fits; answers false when none does. */
  handle(cause: Failure): boolean {
    const { linked, list } = this.#step;
    const handlers = linked.step.catch ?? [];
    const index = handlers.findIndex(({ errors }) => errors === undefined || errors.includes(cause.error.class));
    const body = linked.bodies.get(`catch/${index}/do`);
    if (body === undefined) return false;
    this.#index = index;
    this.handler = this.#open(body, this.#scope(cause, "@catch"), list.cleanup);
    return true;
  }

  /** Runs the `finally`; whatever happens around it, it goes on to its end. */
  finish(body: LinkedBody, status: StepStatus, cause: Failure | undefined): void {
    this.#status = status;
    this.#step.run.openCleanups++;
    this.final = this.#open(body, this.#scope(status === "caught" ? undefined : cause, "@finally"), true);
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    if (list !== this.final) return this.#handled(outcome);
    this.#step.run.openCleanups--;
    this.#step.finished(this.#status, outcome.kind === "failed" ? outcome.failure : undefined);
  }

  #handled(outcome: ListOutcome): void {
    const { linked, list, path } = this.#step;
    const cause = this.#step.failure as Failure;
    if (outcome.kind === "failed") return this.#step.notCaught(withCause(outcome.failure, cause));
    if (outcome.kind === "aborted") return this.#step.notCaught(cause);
    if (list.exiting) return this.#step.caught(outcome.value);
    let value: Json;
    try {
      const evaluate = linked.catchResults[this.#index];
      value = evaluate === undefined ? outcome.value : evaluate(this.#scope(cause, "@catch"));
    } catch (thrown) {
      const base = `${linked.step.pointer}/catch/${this.#index}/result`;
      const at = { step: path, tool: linked.step.tool };
      const later = templateFailure(asTemplateError(thrown), list.plan.plan, base, at);
      return this.#step.notCaught(withCause(later, cause));
    }
    const misfit = resultMisfit(this.#step, value, "rendered");
    if (misfit === undefined) this.#step.caught(value);
    else this.#step.notCaught(withCause(misfit, cause));
  }

  #scope(cause: Failure | undefined, name: string): TemplateScope {
    const body = new BodyScope(this.#step.list, this.#step, name);
    return new ErrorScope(body, errorValue(cause, this.#step.attempt));
  }

  #open(body: LinkedBody, scope: TemplateScope, cleanup: boolean): ListFrame {
    const { list, key, linked } = this.#step;
    // The steps of a called plan stand below the same key, and may have the same ids.
    const prefix = linked.kind === "plan" ? `${key}/@around/` : `${key}/`;
    const frame = new ListFrame(list.plan, body, this, scope, { prefix, index: undefined, cleanup });
    frame.begin();
    return frame;
  }
}
