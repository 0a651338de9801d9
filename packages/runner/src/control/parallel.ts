import type { CheckedStep, Json } from "@graph/plan";
import type { Failure } from "../interpreter/failure.ts";
import { BodyScope } from "../interpreter/body-scope.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "../interpreter/list-frame.ts";
import type { Receiver, Resumable } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Ticket } from "../port.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";

interface LinkedParallel {
  readonly names: readonly string[];
  readonly any: boolean;
}

/** `parallel`: several branches at once. */
export const parallelStep: ControlStep = {
  link: ({ input }: CheckedStep): LinkedParallel => ({
    names: Object.keys(input["branches"] ?? {}),
    any: input["wait"] === "any",
  }),
  open: (step) => new ParallelFrame(step, step.linked.control as LinkedParallel),
};

/**
 * One attempt of a `parallel`. Of `all`, a branch that fails ends the step: branches after it in the file may finish for the time of
 * `limits.drain`, those before it as long as they take, because the first failure in the file is the one that is reported. Of `any`,
 * the first branch that goes well stops the others.
 */
class ParallelFrame implements InnerFrame, ListOwner, Receiver, Resumable {
  readonly #step: StepFrame;
  readonly #linked: LinkedParallel;
  readonly #lists: ListFrame[] = [];
  readonly #values = new Map<number, Json>();
  readonly #failures = new Map<number, Failure>();
  #active = 0;
  #winner: number | undefined;
  /** First branch that has failed the step: no later one starts. */
  #barrier = Number.POSITIVE_INFINITY;
  #aborted = false;
  #draining = false;
  /** A branch was stopped before its end, by whatever: what it would have yielded is not known. */
  #cutOff = false;
  #ended = false;
  #drain: Ticket | undefined;

  constructor(step: StepFrame, linked: LinkedParallel) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    this.#startBranches();
  }

  /** A branch has ended: in a sequential plan it is the turn of the next one. */
  resume(): void {
    this.#startBranches();
    if (this.#active === 0) this.#finish();
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    this.#active--;
    const index = list.index ?? 0;
    if (outcome.kind === "succeeded") this.#succeeded(index, outcome.value);
    else if (outcome.kind === "failed") this.#failed(index, outcome.failure);
    else this.#cutOff = true;
    this.#step.run.enqueue(this);
  }

  drain(): void {
    if (this.#aborted || this.#draining) return;
    this.#draining = true;
    for (const list of this.#lists) list.drain();
    if (this.#active === 0) this.#step.run.enqueue(this);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const list of this.#lists) list.abort();
    if (this.#active === 0) this.#step.run.enqueue(this);
  }

  /** The time to finish is over for branches after the one that failed. */
  complete(): void {
    this.#drain = undefined;
    for (const list of this.#lists.slice(this.#barrier + 1)) list.abort();
  }

  visit(visitor: FrameVisitor): void {
    for (const list of this.#lists) visitor.list(list);
  }

  #mayStart(): boolean {
    if (this.#aborted || this.#draining || this.#winner !== undefined || this.#step.list.spent) return false;
    return this.#lists.length < Math.min(this.#linked.names.length, this.#barrier);
  }

  #startBranches(): void {
    const { list, linked, attemptKey, run } = this.#step;
    const width = list.plan.sequential ? 1 : this.#linked.names.length;
    while (this.#active < width && this.#mayStart()) {
      if (run.crowded) return run.enqueue(this);
      const index = this.#lists.length;
      const body = linked.bodies.get(`branches/${this.#linked.names[index]}`);
      if (body === undefined) throw new Error(`The branch ${this.#linked.names[index]} has no body.`);
      const place = { prefix: `${attemptKey}/`, index, cleanup: list.cleanup };
      const scope = new BodyScope(list, this.#step, `@branches.${this.#linked.names[index]}`);
      const frame = new ListFrame(list.plan, body, this, scope, place);
      this.#lists.push(frame);
      this.#active++;
      frame.begin();
    }
  }

  #succeeded(index: number, value: Json): void {
    this.#values.set(index, value);
    if (!this.#linked.any || this.#winner !== undefined) return;
    this.#winner = index;
    for (const list of this.#lists) list.abort();
  }

  #failed(index: number, cause: Failure): void {
    this.#failures.set(index, cause);
    const tolerated = this.#linked.any && !cause.fatal;
    if (tolerated || index >= this.#barrier) return;
    this.#barrier = index;
    for (const list of this.#lists.slice(index + 1)) list.drain();
    if (this.#active === 0 || this.#drain !== undefined) return;
    const { run, attemptKey, list } = this.#step;
    this.#drain = run.timer(`${attemptKey}@drain.${this.#linked.names[index]}`, list.plan.limits.drainMs, this);
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#step.run.dropTimer(this.#drain);
    const first = this.#failures.get(this.#barrier);
    if (first !== undefined) return this.#step.innerEnded(this, { kind: "failed", failure: first });
    const { names, any } = this.#linked;
    if (this.#winner !== undefined && !this.#aborted) {
      // Losing is no reason to pass over a failure.
      for (const cause of this.#failures.values()) this.#step.run.tolerate(cause);
      const value = { [names[this.#winner] as string]: this.#values.get(this.#winner) ?? null };
      return this.#step.innerEnded(this, { kind: "succeeded", value });
    }
    if (this.#aborted || this.#cutOff || this.#lists.length < names.length)
      return this.#step.innerEnded(this, { kind: "aborted" });
    if (any) return this.#step.innerEnded(this, { kind: "failed", failure: this.#firstFailure() });
    const value = Object.fromEntries(names.map((name, index) => [name, this.#values.get(index) ?? null]));
    this.#step.innerEnded(this, { kind: "succeeded", value });
  }

  /** In the order of the file, whichever came first. */
  #firstFailure(): Failure {
    const [first] = [...this.#failures].toSorted(([a], [b]) => a - b);
    if (first === undefined) throw new Error("No branch went well, and none has failed.");
    return first[1];
  }
}
