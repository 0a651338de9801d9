import type { CheckedStep, Json } from "@graph/plan";
import { type Failure, atItem } from "../interpreter/failure.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "../interpreter/list-frame.ts";
import { PlainRound } from "../interpreter/plain-round.ts";
import type { Receiver, Resumable } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate, LinkedBody } from "../link/linked-plan.ts";
import type { Ticket } from "../port.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { itemFailure } from "./item-failure.ts";
import { isList, linkOver, readOver } from "./over.ts";
import { roundScope } from "./rounds.ts";

interface LinkedMap {
  readonly over: Evaluate;
  readonly as: string;
  readonly concurrency: number;
  readonly batchSize: number | undefined;
  readonly onItemError: "fail" | "skip" | "collect";
}

/** `map`: runs its body for each item of a list; results in input order. */
export const mapStep: ControlStep = {
  link: (step: CheckedStep): LinkedMap => ({
    over: linkOver(step),
    as: text(step.input["as"], "item"),
    concurrency: integer(step.input["concurrency"], 1),
    batchSize: step.input["batch_size"] === undefined ? undefined : integer(step.input["batch_size"], 1),
    onItemError: text(step.input["on_item_error"], "fail") as LinkedMap["onItemError"],
  }),
  open: (step) => new MapFrame(step, step.linked.control as LinkedMap),
};

/** One attempt of a `map`. Items start in input order, as many at a time as its concurrency allows. */
class MapFrame implements InnerFrame, ListOwner, Receiver, Resumable {
  readonly #items: (ListFrame | PlainRound)[] = [];
  readonly #step: StepFrame;
  readonly #linked: LinkedMap;
  /** Items, or batches of them. */
  #over: readonly Json[] = [];
  #count = 0;
  #results: Json[] = [];
  #failed: Map<number, Failure> | undefined;
  #active = 0;
  /** See `Samples`. */
  sample: ListFrame | undefined;
  /** First item that has failed the map: no later one starts. */
  #barrier = Number.POSITIVE_INFINITY;
  #aborted = false;
  #draining = false;
  /** An item was stopped before its end, by whatever: what it would have yielded is not known. */
  #cutOff = false;
  #ended = false;
  #drain: Ticket | undefined;

  constructor(step: StepFrame, linked: LinkedMap) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const over = readOver(this.#step, this.#linked.over);
    if (!isList(over)) {
      if (over.kind !== "skipped") stepStartEvent(this.#step);
      return this.#step.innerEnded(this, over);
    }
    stepStartEvent(this.#step);
    this.#count = over.length;
    this.#over = batches(over, this.#linked.batchSize);
    this.#results = Array.from<Json>({ length: this.#over.length }).fill(null);
    this.#step.startTimeout();
    if (this.#over.length === 0) return this.#finish();
    this.#startItems();
  }

  get body(): LinkedBody {
    return this.#step.linked.bodies.get("do") as LinkedBody;
  }

  visit(visitor: FrameVisitor): void {
    const tool = this.body.steps[0]?.step.tool ?? "";
    for (const [index, item] of this.#items.entries()) {
      if (item instanceof ListFrame) visitor.list(item);
      else visitor.plain(item, `${this.#step.attemptKey}[${index}]/@do`, tool, this.#results[index] ?? null);
    }
    if (this.#linked.onItemError === "fail" || this.#failed === undefined) return;
    visitor.tolerated([...this.#failed.values()].filter(({ fatal }) => !fatal).length);
  }

  /** An item has ended: room for the next one. */
  resume(): void {
    this.#startItems();
    if (this.#active === 0 && (this.#items.length >= this.#over.length || !this.#mayStart())) this.#finish();
  }

  drain(): void {
    if (this.#aborted || this.#draining) return;
    this.#draining = true;
    for (const item of this.#items) if (item instanceof ListFrame) item.drain();
    if (this.#active === 0) this.#step.run.enqueue(this);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#abortAfter(-1);
    if (this.#active === 0) this.#step.run.enqueue(this);
  }

  /** The time to finish is over for items after the one that failed. */
  complete(): void {
    this.#drain = undefined;
    this.#abortAfter(this.#barrier);
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    this.#active--;
    const index = list.index ?? 0;
    if (outcome.kind === "succeeded") {
      this.#results[index] = outcome.value;
      this.#items[index] = PlainRound.of(list) ?? list;
    } else if (outcome.kind === "failed") this.#itemFailed(outcome.failure, index);
    else this.#cutOff = true;
    this.#step.run.enqueue(this);
  }

  #mayStart(): boolean {
    return !this.#aborted && !this.#draining && !this.#step.list.spent && this.#items.length < this.#barrier;
  }

  #startItems(): void {
    const { list, run } = this.#step;
    const { body } = this;
    const width = list.plan.sequential ? 1 : this.#linked.concurrency;
    while (this.#active < width && this.#items.length < this.#over.length && this.#mayStart()) {
      if (run.crowded) return run.enqueue(this);
      const index = this.#items.length;
      const key = `${this.#step.attemptKey}[${index}]`;
      const scope = roundScope(this.#step, this.#linked.as, this.#over[index] ?? null, index);
      const frame = new ListFrame(list.plan, body, this, scope, { prefix: `${key}/`, index, cleanup: list.cleanup });
      this.#items.push(frame);
      this.sample = frame;
      this.#active++;
      frame.begin();
    }
  }

  #itemFailed(cause: Failure, index: number): void {
    (this.#failed ??= new Map()).set(index, cause);
    const tolerated = this.#linked.onItemError !== "fail" && !cause.fatal;
    if (tolerated) {
      this.#step.run.tolerate(cause);
      return;
    }
    if (index >= this.#barrier) return;
    this.#barrier = index;
    for (let later = index + 1; later < this.#items.length; later++) {
      const item = this.#items[later];
      if (item instanceof ListFrame) item.drain();
    }
    if (this.#active === 0 || this.#drain !== undefined) return;
    this.#drain = this.#step.run.timer(
      `${this.#step.attemptKey}[${index}]@drain`,
      this.#step.list.plan.limits.drainMs,
      this,
    );
  }

  #abortAfter(index: number): void {
    for (let later = index + 1; later < this.#items.length; later++) {
      const item = this.#items[later];
      if (item instanceof ListFrame) item.abort();
    }
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#step.run.dropTimer(this.#drain);
    const first = this.#failed?.get(this.#barrier);
    if (first !== undefined)
      return this.#step.innerEnded(this, { kind: "failed", failure: atItem(first, this.#barrier) });
    const stopped = this.#aborted || this.#cutOff || this.#items.length < this.#over.length;
    if (stopped) return this.#step.innerEnded(this, { kind: "aborted" });
    this.#step.innerEnded(this, { kind: "succeeded", value: this.#value() });
  }

  #value(): Json {
    const failures = this.#failed ?? new Map<number, Failure>();
    const failed = [...failures].sort(([a], [b]) => a - b).map(([index, cause]) => itemFailure(cause, index));
    const results =
      this.#linked.onItemError === "skip" && failed.length > 0
        ? this.#results.filter((_, index) => !failures.has(index))
        : this.#results;
    return { count: this.#count, results, failed };
  }
}

function batches(items: readonly Json[], size: number | undefined): readonly Json[] {
  if (size === undefined) return items;
  const list: Json[] = [];
  for (let start = 0; start < items.length; start += size) list.push(items.slice(start, start + size));
  return list;
}

function integer(value: Json | undefined, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}

function text(value: Json | undefined, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}
