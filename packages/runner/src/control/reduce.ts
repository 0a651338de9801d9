import type { CheckedStep, Json } from "@graph/plan";
import { compileValue } from "@graph/plan";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { RoundScope } from "./item-scope.ts";
import { isList, linkOver, readOver } from "./over.ts";
import { Rounds, type RoundsKind, roundScope } from "./rounds.ts";

interface LinkedReduce {
  readonly over: Evaluate;
  readonly initial: Evaluate;
  readonly as: string;
}

/** `reduce`: its body for one item after another; each result is what the next item reads as `accumulator`. */
export const reduceStep: ControlStep = {
  link: (step: CheckedStep): LinkedReduce => ({
    over: linkOver(step),
    initial: compileValue(step.input["initial"] ?? null),
    as: typeof step.input["as"] === "string" ? step.input["as"] : "item",
  }),
  open: (step) => new ReduceFrame(step, step.linked.control as LinkedReduce),
};

class ReduceFrame implements InnerFrame, RoundsKind {
  readonly #step: StepFrame;
  readonly #linked: LinkedReduce;
  readonly #rounds: Rounds;
  #over: readonly Json[] = [];

  constructor(step: StepFrame, linked: LinkedReduce) {
    this.#step = step;
    this.#linked = linked;
    this.#rounds = new Rounds(this, step, this);
  }

  begin(): void {
    const over = readOver(this.#step, this.#linked.over);
    if (!isList(over)) {
      if (over.kind !== "skipped") stepStartEvent(this.#step);
      return this.#rounds.failed(over);
    }
    this.#over = over;
    this.#rounds.begin(this.#linked.initial);
  }

  scope(index: number, accumulator: Json): RoundScope {
    return new RoundScope(roundScope(this.#step, this.#linked.as, this.#over[index] ?? null, index), accumulator);
  }

  decide(count: number, accumulator: Json): void {
    if (count < this.#over.length) this.#rounds.again();
    else this.#rounds.done({ count, result: accumulator });
  }

  drain(): void {
    this.#rounds.drain();
  }

  abort(): void {
    this.#rounds.abort();
  }

  /** Nothing is under way between two items. */
  stopBetween(): void {}

  visit(visitor: FrameVisitor): void {
    this.#rounds.visit(visitor);
  }
}
