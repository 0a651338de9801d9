import type { CheckedStep, Json } from "@graph/plan";
import { compileGate } from "@graph/plan";
import { atItem } from "../interpreter/failure.ts";
import { pathOf } from "../interpreter/path-of.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { ControlStep, InnerFrame, InnerOutcome } from "./control-step.ts";
import { ItemScope } from "./item-scope.ts";
import { linkOver, readOver, templateOutcome } from "./over.ts";

interface LinkedFilter {
  readonly over: Evaluate;
  readonly where: Evaluate<boolean>;
}

/** `filter`: keeps the items for which its gate is true. */
export const filterStep: ControlStep = {
  link: (step: CheckedStep): LinkedFilter => ({
    over: linkOver(step),
    where: compileGate(step.input["where"] ?? true),
  }),
  open: (step) => new FilterFrame(step, step.linked.control as LinkedFilter),
};

/** One attempt of a `filter`. Its gate only reads values, so all items are decided at once. */
class FilterFrame implements InnerFrame {
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
    if (!Array.isArray(over)) return over as InnerOutcome;
    const list: readonly Json[] = over;
    const items: Json[] = [];
    const dropped: Json[] = [];
    for (const [index, item] of list.entries()) {
      try {
        (this.#linked.where(this.#scope(item, index)) ? items : dropped).push(item);
      } catch (thrown) {
        const outcome = templateOutcome(thrown, this.#step, `${this.#step.linked.step.pointer}/input/where`);
        return outcome.kind === "failed" ? { kind: "failed", failure: atItem(outcome.failure, index) } : outcome;
      }
    }
    return { kind: "succeeded", value: { count: items.length, items, dropped, dropped_count: dropped.length } };
  }

  #scope(item: Json, index: number): ItemScope {
    const { list, run, attemptKey } = this.#step;
    return new ItemScope(list, "item", item, index, `${run.scope.runId}/${pathOf(attemptKey)}[${index}]`);
  }
}
