import type { Json, TemplateScope } from "@graph/plan";
import { type Failure, atItem } from "../interpreter/failure.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "../interpreter/list-frame.ts";
import { PlainRound } from "../interpreter/plain-round.ts";
import type { Resumable } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate, LinkedBody } from "../link/linked-plan.ts";
import { ItemScope } from "./item-scope.ts";
import type { InnerFrame, InnerOutcome } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

/** What tells `reduce` and `loop` apart. */
export interface RoundsKind {
  /** What the body of a round reads. */
  scope(index: number, accumulator: Json): TemplateScope;
  /** After a round, and before the first: calls back `again` for another round, or `done` with the result. */
  decide(count: number, accumulator: Json): void;
  /** Gives up the pause before the next round, and what is being asked as well when it is not left to finish, and then calls back `failed`. */
  stopBetween(mayFinish: boolean): void;
}

/** One attempt of a control step whose body runs round after round, each with what the one before has come to. */
export class Rounds implements ListOwner, Resumable {
  readonly #frame: InnerFrame;
  readonly #step: StepFrame;
  readonly #kind: RoundsKind;
  /** Of rounds that have ended; of a body that is one call its values are all that is kept. */
  readonly #rounds: (ListFrame | PlainRound)[] = [];
  readonly #values: Json[] = [];
  #accumulator: Json = null;
  #current: ListFrame | undefined;
  /** Step starts of the plan when the round began. */
  #startsBefore = 0;
  /** No further round. */
  #stopped = false;
  #aborted = false;
  #ended = false;

  constructor(frame: InnerFrame, step: StepFrame, kind: RoundsKind) {
    this.#frame = frame;
    this.#step = step;
    this.#kind = kind;
  }

  begin(initial: Evaluate): void {
    const { list, linked } = this.#step;
    try {
      this.#accumulator = initial(list);
    } catch (thrown) {
      return this.#end(templateOutcome(thrown, this.#step, `${linked.step.pointer}/input/initial`));
    }
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    this.#kind.decide(0, this.#accumulator);
  }

  /** Whether another round may begin. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** One more round, in its turn: each round would else stand on the stack of the one before. */
  again(): void {
    this.#step.run.enqueue(this);
  }

  done(value: Json): void {
    this.#end({ kind: "succeeded", value });
  }

  failed(outcome: InnerOutcome): void {
    this.#end(outcome);
  }

  resume(): void {
    const { list, run, attemptKey } = this.#step;
    if (this.#ended || this.#current !== undefined) return;
    if (this.#stopped || list.spent) return this.#end({ kind: "aborted" });
    if (run.crowded) return run.enqueue(this);
    const index = this.#rounds.length;
    const scope = this.#kind.scope(index, this.#accumulator);
    this.#startsBefore = list.plan.stepStarts;
    const place = { prefix: `${attemptKey}[${index}]/`, index, cleanup: list.cleanup };
    this.#current = new ListFrame(list.plan, this.body, this, scope, place);
    this.#current.begin();
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    this.#current = undefined;
    const index = this.#rounds.length;
    this.#rounds.push(PlainRound.of(list) ?? list);
    if (outcome.kind === "failed") return this.#end({ kind: "failed", failure: atItem(outcome.failure, index) });
    if (outcome.kind === "aborted") return this.#end(outcome);
    this.#values.push(outcome.value);
    this.#accumulator = outcome.value;
    if (this.#aborted || list.exiting) return this.#end({ kind: "aborted" });
    const spent = this.#countIdleRound();
    if (spent !== undefined) return this.#end({ kind: "failed", failure: spent });
    this.#kind.decide(index + 1, outcome.value);
  }

  drain(): void {
    this.#stopped = true;
    if (this.#current === undefined) this.#kind.stopBetween(true);
    else this.#current.drain();
  }

  abort(): void {
    this.#stopped = true;
    this.#aborted = true;
    if (this.#current === undefined) this.#kind.stopBetween(false);
    else this.#current.abort();
  }

  visit(visitor: FrameVisitor): void {
    const { attemptKey } = this.#step;
    const [first] = this.body.steps;
    for (const [index, round] of this.#rounds.entries()) {
      if (round instanceof ListFrame) visitor.list(round);
      else visitor.plain(round, `${attemptKey}[${index}]/@do`, first?.step.tool ?? "", this.#values[index] ?? null);
    }
    if (this.#current !== undefined) visitor.list(this.#current);
  }

  get body(): LinkedBody {
    return this.#step.linked.bodies.get("do") as LinkedBody;
  }

  /** A round in which no step started counts as one start: nothing else would ever end a loop of such rounds. */
  #countIdleRound(): Failure | undefined {
    const { plan } = this.#step.list;
    return plan.stepStarts === this.#startsBefore ? plan.countStart(this.#step) : undefined;
  }

  #end(outcome: InnerOutcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#step.innerEnded(this.#frame, outcome);
  }
}

/** What a body reads of the round it runs in. */
export function roundScope(step: StepFrame, as: string, item: Json, index: number): ItemScope {
  const { list, path, run } = step;
  return new ItemScope(list, as, item, index, `${run.scope.runId}/${path}[${index}]`);
}
