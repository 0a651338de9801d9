import type { Json, TemplateScope } from "@graph/plan";
import { TemplateError } from "@graph/plan";
import type { LinkedBody, Ordering } from "../link/linked-plan.ts";
import type { Failure } from "./failure.ts";
import { DrainTimer } from "./drain-timer.ts";
import type { PlanFrame } from "./plan-frame.ts";
import type { Resumable } from "./receiver.ts";
import type { StepStatus } from "../run-result.ts";
import type { RunState } from "./run-state.ts";
import type { StepFrame } from "./step-frame.ts";

export type ListOutcome =
  | { readonly kind: "succeeded"; readonly value: Json }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "aborted" };

export interface ListOwner {
  listEnded(list: ListFrame, outcome: ListOutcome): void;
}

const cutOff: ReadonlySet<StepStatus> = new Set(["cancelled", "not_started"]);

/**
 * One run of a list of steps: starts each step when what it waits for has ended.
 *
 * Once a step has failed, no step after it in the list starts; earlier ones still do, and the failure that is reported is the first in
 * document order, so that concurrency never changes it.
 */
export class ListFrame implements TemplateScope, Resumable {
  readonly plan: PlanFrame;
  readonly body: LinkedBody;
  readonly prefix: string;
  /** The item or the round it runs for. */
  readonly index: number | undefined;
  /** It stands in a `finally`: it goes on when the run is cancelled, and when its budgets are spent. */
  readonly cleanup: boolean;
  readonly steps: (StepFrame | undefined)[];
  readonly #owner: ListOwner;
  readonly #outer: TemplateScope;
  readonly #ordering: Ordering;
  readonly #waiting: number[];
  #drains: DrainTimer[] | undefined;
  /** Steps that wait in the queue, for a slot, or are in flight. */
  #active = 0;
  #barrier = Number.POSITIVE_INFINITY;
  #aborted = false;
  #draining = false;
  #finished = false;

  constructor(
    plan: PlanFrame,
    body: LinkedBody,
    owner: ListOwner,
    outer: TemplateScope,
    place: { readonly prefix: string; readonly index: number | undefined; readonly cleanup: boolean },
  ) {
    this.plan = plan;
    this.body = body;
    this.prefix = place.prefix;
    this.index = place.index;
    this.cleanup = place.cleanup;
    this.#owner = owner;
    this.#outer = outer;
    this.#ordering = plan.sequential ? body.sequential : body.dataflow;
    this.#waiting = this.#ordering.waitsFor.slice();
    this.steps = body.noneStarted.slice();
  }

  get run(): RunState {
    return this.plan.run;
  }

  begin(): void {
    for (let index = 0; index < this.#waiting.length; index++) if (this.#waiting[index] === 0) this.#schedule(index);
    if (this.#active === 0) this.run.enqueue(this);
  }

  /** A list without steps, or whose steps all wait for each other, has its end in its turn. */
  resume(): void {
    this.#finishWhenDone();
  }

  /** Whether a step may start now. */
  mayStart(index: number): boolean {
    return !this.#aborted && !this.#draining && !this.spent && index < this.#barrier;
  }

  /** A budget of the whole run is used up, and this is no clean-up. */
  get spent(): boolean {
    return this.run.spent !== undefined && !this.cleanup;
  }

  /** An `exit` has ended the plan, and this is no clean-up: nothing is made any more of what has come to its end. */
  get exiting(): boolean {
    return this.plan.exiting && !this.cleanup;
  }

  stepEnded(step: StepFrame): void {
    this.#active--;
    const { index } = step.linked;
    switch (step.status) {
      case "failed":
        if (index < this.#barrier) this.#raiseBarrier(index);
        break;
      case "succeeded":
      case "skipped":
      case "caught":
      case "failed_ignored":
        for (const dependent of this.#ordering.dependents[index] ?? []) {
          const left = (this.#waiting[dependent] ?? 0) - 1;
          this.#waiting[dependent] = left;
          if (left === 0) this.#schedule(dependent);
        }
        break;
      default:
    }
    this.#finishWhenDone();
  }

  /** Nothing more may start in it. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Starts nothing more; what is in flight may finish. */
  drain(): void {
    if (this.#aborted || this.#draining) return;
    this.#draining = true;
    for (const step of this.steps) if (step !== undefined && step.status === undefined) step.drain();
    if (this.#active === 0) this.run.enqueue(this);
  }

  /** Stops the list: nothing more starts, what is in flight is aborted. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.abortAfter(-1);
    if (this.#active === 0) this.run.enqueue(this);
  }

  read(root: string): Json {
    const index = this.body.indexById.get(root);
    if (index === undefined) return this.#outer.read(root);
    const step = this.steps[index];
    switch (step?.status) {
      case "succeeded":
      case "caught":
        return step.value;
      case "skipped":
        throw new TemplateError("ref/missing-step", "missing_step", step.extras?.skipCause ?? "", { skippedBy: root });
      case "failed_ignored":
        throw new TemplateError("ref/missing-step", "missing_step", `\`${root}\` failed and its failure was ignored.`, {
          skippedBy: root,
        });
      default:
        throw new TemplateError("ref/missing-step", "missing_step", `Step \`${root}\` has no result.`);
    }
  }

  /**
   * Whether a step has run ahead of a failure that comes before it in the file: in sequence it would not have begun. One that may write
   * is only there when `needs` let it go ahead, and what it has done is done.
   */
  ranAhead(id: string): boolean {
    const index = this.body.indexById.get(id);
    return index !== undefined && index > this.#barrier && this.body.steps[index]?.step.fence === false;
  }

  isRoot(name: string): boolean {
    return this.body.indexById.has(name) || (this.#outer.isRoot?.(name) ?? false);
  }

  #schedule(index: number): void {
    const linked = this.body.steps[index];
    if (linked === undefined || !this.mayStart(index)) return;
    const step = this.run.frames.step(this, linked);
    this.steps[index] = step;
    this.#active++;
    this.run.waitingSteps++;
    this.run.enqueue(step);
  }

  #raiseBarrier(index: number): void {
    this.#barrier = index;
    let inFlight = false;
    for (let later = index + 1; later < this.steps.length; later++) {
      const step = this.steps[later];
      if (step === undefined || step.status !== undefined) continue;
      step.drain();
      if (step.status === undefined) inFlight = true;
    }
    if (!inFlight) return;
    const failed = this.steps[index];
    if (failed !== undefined) (this.#drains ??= []).push(new DrainTimer(this, index, `${failed.key}@drain`));
  }

  /** Aborts what is in flight after the step `index`. */
  abortAfter(index: number): void {
    for (let later = index + 1; later < this.steps.length; later++) {
      const step = this.steps[later];
      if (step !== undefined && step.status === undefined) step.abort();
    }
  }

  #finishWhenDone(): void {
    if (this.#active > 0 || this.#finished) return;
    this.#finished = true;
    for (const drain of this.#drains ?? []) drain.drop();
    this.#owner.listEnded(this, this.#outcome());
  }

  /** Whether every step has come to an end of its own: what was told to start nothing more may have had nothing more to start. */
  get #isDone(): boolean {
    return this.steps.every((step) => step?.status !== undefined && !cutOff.has(step.status));
  }

  #outcome(): ListOutcome {
    const failed = this.#barrier < this.steps.length ? this.steps[this.#barrier]?.failure : undefined;
    if (failed !== undefined) return { kind: "failed", failure: failed };
    if (this.#aborted || ((this.#draining || this.spent) && !this.#isDone)) return { kind: "aborted" };
    const last = this.steps.at(-1);
    return { kind: "succeeded", value: last?.status === "succeeded" || last?.status === "caught" ? last.value : null };
  }
}
