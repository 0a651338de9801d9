import type { CheckedStep, Gate, Json } from "@graph/plan";
import { compileGate, compileValue, parseDuration } from "@graph/plan";
import { type Failure, failure } from "../interpreter/failure.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { type GateOutcome, type GateOwner, GateRun } from "../interpreter/gate-run.ts";
import type { Receiver } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { Ticket } from "../port.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { RoundScope } from "./item-scope.ts";
import { Rounds, type RoundsKind, roundScope } from "./rounds.ts";

interface LinkedLoop {
  readonly initial: Evaluate;
  readonly until: Gate | undefined;
  readonly maxIterations: number;
  readonly delayMs: number;
}

/** `loop`: its body again and again, until its gate is true. */
export const loopStep: ControlStep = {
  link: ({ input }: CheckedStep): LinkedLoop => ({
    initial: compileValue(input["initial"] ?? null),
    until: input["until"] === undefined ? undefined : compileGate(input["until"]),
    maxIterations: typeof input["max_iterations"] === "number" ? input["max_iterations"] : 1,
    delayMs: typeof input["delay"] === "string" ? (parseDuration(input["delay"]) ?? 0) : 0,
  }),
  open: (step) => new LoopFrame(step, step.linked.control as LinkedLoop),
};

/** A loop has no item; no name in a plan is empty. */
const noItem = "";

class LoopFrame implements InnerFrame, RoundsKind, GateOwner, Receiver {
  readonly #step: StepFrame;
  readonly #linked: LinkedLoop;
  readonly #rounds: Rounds;
  #gate: GateRun | undefined;
  #delay: Ticket | undefined;
  #count = 0;
  #accumulator: Json = null;

  constructor(step: StepFrame, linked: LinkedLoop) {
    this.#step = step;
    this.#linked = linked;
    this.#rounds = new Rounds(this, step, this);
  }

  begin(): void {
    this.#rounds.begin(this.#linked.initial);
  }

  scope(index: number, accumulator: Json): RoundScope {
    return new RoundScope(roundScope(this.#step, noItem, null, index), accumulator);
  }

  decide(count: number, accumulator: Json): void {
    this.#count = count;
    this.#accumulator = accumulator;
    if (count === 0) return this.#rounds.again();
    const { until } = this.#linked;
    if (until === undefined) return this.#next();
    const { attemptKey, linked } = this.#step;
    const place = { key: `${attemptKey}[${count - 1}]@until`, pointer: `${linked.step.pointer}/input/until` };
    this.#gate = new GateRun(this, this.#step, until, this.scope(count - 1, accumulator), place);
    this.#gate.begin();
  }

  gateEnded(_gate: GateRun, outcome: GateOutcome): void {
    this.#gate = undefined;
    if (outcome.kind === "skipped") this.#rounds.failed({ kind: "failed", failure: this.#unreadable(outcome.cause) });
    else if (outcome.kind !== "decided") this.#rounds.failed(outcome);
    else if (outcome.value) this.#done(true);
    else this.#next();
  }

  /** The pause before the next round is over. */
  complete(): void {
    this.#delay = undefined;
    this.#rounds.again();
  }

  drain(): void {
    this.#rounds.drain();
  }

  abort(): void {
    this.#rounds.abort();
  }

  stopBetween(mayFinish: boolean): void {
    if (!mayFinish) this.#gate?.abort();
    if (this.#delay === undefined) return;
    this.#step.run.dropTimer(this.#delay);
    this.#delay = undefined;
    this.#rounds.failed({ kind: "aborted" });
  }

  visit(visitor: FrameVisitor): void {
    this.#rounds.visit(visitor);
  }

  /** A loop whose body has run is not skipped any more, whatever its gate reads. */
  #unreadable(message: string): Failure {
    const { path, origin } = this.#step;
    const details = { class: "missing_step", code: "ref/missing-step", message, step: path, tool: "loop" } as const;
    return failure(details, { ...origin, pointer: `${origin.pointer}/input/until` });
  }

  #next(): void {
    const { delayMs, maxIterations, until } = this.#linked;
    if (this.#count >= maxIterations) return this.#done(until === undefined);
    if (delayMs <= 0 || this.#rounds.stopped) return this.#rounds.again();
    const { attemptKey, run } = this.#step;
    this.#delay = run.timer(`${attemptKey}[${this.#count - 1}]@delay`, delayMs, this);
  }

  #done(done: boolean): void {
    this.#rounds.done({ count: this.#count, result: this.#accumulator, done });
  }
}
