import type { ListFrame } from "./list-frame.ts";

/** What is left of an item or a round whose body is one call that went well: its frames would be a kilobyte. Its value stands elsewhere. */
export class PlainRound {
  readonly startedAt: number;
  readonly endedAt: number;

  constructor(startedAt: number, endedAt: number) {
    this.startedAt = startedAt;
    this.endedAt = endedAt;
  }

  /** `undefined` when more than that has to be remembered of the list. */
  static of(list: ListFrame): PlainRound | undefined {
    const [step] = list.steps;
    if (!list.body.body.single || step?.status !== "succeeded" || step.linked.step.kind !== "call") return undefined;
    if (step.attempt !== 1 || step.startedAt === undefined || step.endedAt === undefined) return undefined;
    if (step.extras?.large !== undefined) return undefined;
    return new PlainRound(step.startedAt, step.endedAt);
  }
}
