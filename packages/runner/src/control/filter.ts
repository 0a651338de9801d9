import type { CheckedStep, Json } from "@graph/plan";
import { atItem } from "../interpreter/failure.ts";
import { type GateOutcome, type GateOwner, GateRun } from "../interpreter/gate-run.ts";
import type { Resumable } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import { type LinkedGate, linkGate } from "./control-gate.ts";
import type { ControlStep, InnerFrame, InnerOutcome } from "./control-step.ts";
import { isList, linkOver, readOver, templateOutcome } from "./over.ts";
import { roundScope } from "./rounds.ts";

interface LinkedFilter {
  readonly over: Evaluate;
  readonly where: LinkedGate;
  readonly concurrency: number;
}

const always: LinkedGate = { gate: () => true, asks: false, pointer: "/where", name: "where" };

/** `filter`: keeps the items for which its gate is true. */
export const filterStep: ControlStep = {
  link: (step: CheckedStep): LinkedFilter => ({
    over: linkOver(step),
    where: linkGate(step.input, "where") ?? always,
    concurrency: typeof step.input["concurrency"] === "number" ? step.input["concurrency"] : 1,
  }),
  open(step) {
    const linked = step.linked.control as LinkedFilter;
    return linked.where.asks ? new AskingFilter(step, linked) : new PlainFilter(step, linked);
  },
};

function partition(list: readonly Json[], kept: (index: number) => boolean): Json {
  const items: Json[] = [];
  const dropped: Json[] = [];
  for (const [index, item] of list.entries()) (kept(index) ? items : dropped).push(item);
  return { count: items.length, items, dropped, dropped_count: dropped.length };
}

/** A gate that only reads values: all items are decided at once. */
class PlainFilter implements InnerFrame {
  readonly #step: StepFrame;
  readonly #linked: LinkedFilter;

  constructor(step: StepFrame, linked: LinkedFilter) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const outcome = this.#decide();
    if (outcome.kind !== "skipped") stepStartEvent(this.#step);
    this.#step.innerEnded(this, outcome);
  }

  /** Nothing of it is ever in flight. */
  abort(): void {
    this.#step.innerEnded(this, { kind: "aborted" });
  }

  #decide(): InnerOutcome {
    const over = readOver(this.#step, this.#linked.over);
    if (!isList(over)) return over;
    const { gate, pointer } = this.#linked.where;
    const verdicts: boolean[] = [];
    for (const [index, item] of over.entries()) {
      try {
        verdicts.push(gate(roundScope(this.#step, "item", item, index)));
      } catch (thrown) {
        const outcome = templateOutcome(thrown, this.#step, `${this.#step.linked.step.pointer}/input${pointer}`);
        return outcome.kind === "failed" ? { kind: "failed", failure: atItem(outcome.failure, index) } : outcome;
      }
    }
    return { kind: "succeeded", value: partition(over, (index) => verdicts[index] === true) };
  }
}

/** A gate that asks a model: as many items at a time as its concurrency allows. The first item in the list that fails is reported. */
class AskingFilter implements InnerFrame, GateOwner, Resumable {
  readonly #step: StepFrame;
  readonly #linked: LinkedFilter;
  readonly #gates = new Map<GateRun, number>();
  readonly #verdicts: boolean[] = [];
  #over: readonly Json[] = [];
  #next = 0;
  /** The first item that could not be decided, and how it ended. */
  #barrier = Number.POSITIVE_INFINITY;
  #ending: InnerOutcome | undefined;
  #stopped = false;
  #ended = false;

  constructor(step: StepFrame, linked: LinkedFilter) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const over = readOver(this.#step, this.#linked.over);
    if (!isList(over)) {
      if (over.kind !== "skipped") stepStartEvent(this.#step);
      return this.#step.innerEnded(this, over);
    }
    this.#over = over;
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    this.resume();
  }

  /** Room for the next items. */
  resume(): void {
    if (this.#ended) return;
    const width = this.#step.list.plan.sequential ? 1 : this.#linked.concurrency;
    while (this.#gates.size < width && this.#mayStart()) this.#start(this.#next++);
    if (this.#gates.size > 0) return;
    this.#ended = true;
    if (this.#ending !== undefined) return this.#step.innerEnded(this, this.#ending);
    if (this.#stopped || this.#next < this.#over.length) return this.#step.innerEnded(this, { kind: "aborted" });
    const value = partition(this.#over, (index) => this.#verdicts[index] === true);
    this.#step.innerEnded(this, { kind: "succeeded", value });
  }

  gateEnded(gate: GateRun, outcome: GateOutcome): void {
    const index = this.#gates.get(gate) ?? 0;
    this.#gates.delete(gate);
    if (outcome.kind === "decided") this.#verdicts[index] = outcome.value;
    else if (outcome.kind !== "aborted") this.#undecided(index, outcome);
    this.#step.run.enqueue(this);
  }

  drain(): void {
    this.#stopped = true;
  }

  abort(): void {
    this.#stopped = true;
    if (this.#gates.size === 0) this.#step.run.enqueue(this);
    for (const gate of this.#gates.keys()) gate.abort();
  }

  #mayStart(): boolean {
    return !this.#stopped && !this.#step.list.spent && this.#next < Math.min(this.#over.length, this.#barrier);
  }

  #start(index: number): void {
    const { attemptKey, linked } = this.#step;
    const { gate, pointer, name } = this.#linked.where;
    const place = { key: `${attemptKey}[${index}]@${name}`, pointer: `${linked.step.pointer}/input${pointer}` };
    const scope = roundScope(this.#step, "item", this.#over[index] ?? null, index);
    const run = new GateRun(this, this.#step, gate, scope, place);
    this.#gates.set(run, index);
    run.begin();
  }

  /** Items after it are given up; those before it may still come out as the first. */
  #undecided(index: number, outcome: Exclude<GateOutcome, { kind: "decided" }>): void {
    if (index >= this.#barrier) return;
    this.#barrier = index;
    this.#ending = outcome.kind === "failed" ? { kind: "failed", failure: atItem(outcome.failure, index) } : outcome;
    for (const [gate, other] of this.#gates) if (other > index) gate.abort();
  }
}
