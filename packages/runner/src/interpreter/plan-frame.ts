import type { CheckedPlan, Json, JsonObject, TemplateScope } from "@graph/plan";
import { TemplateError, fillDefaults } from "@graph/plan";
import type { LinkedPlan } from "../link/linked-plan.ts";
import type { Outcome, Ticket } from "../port.ts";
import { type Failure, type Origin, asTemplateError, failure, templateFailure } from "./failure.ts";
import { type Caller, invalidInput } from "./invalid-input.ts";
import type { EffectiveLimits } from "./limits.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "./list-frame.ts";
import type { Receiver } from "./receiver.ts";
import type { RunState } from "./run-state.ts";
import { Slots } from "./slots.ts";

/** What an `exit` step asked for. */
export interface ExitRequest {
  readonly status: "success" | "error";
  readonly message?: string;
  readonly output: Json;
  /** Path of the `exit` step. */
  readonly step: string;
}

export type PlanOutcome =
  | { readonly kind: "succeeded"; readonly value: Json }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "exited"; readonly exit: ExitRequest }
  | { readonly kind: "aborted" };

export interface PlanOwner {
  planEnded(outcome: PlanOutcome): void;
}

/** One run of a plan: of the outermost one, or of a called one. The outermost scope of its templates. */
export class PlanFrame implements ListOwner, Receiver, TemplateScope {
  readonly run: RunState;
  readonly linked: LinkedPlan;
  readonly depth: number;
  readonly limits: EffectiveLimits;
  readonly slots: Slots;
  readonly sequential: boolean;
  /** Path that the ids of its steps are written after, in keys. */
  readonly prefix: string;
  readonly outer: PlanFrame | undefined;
  list: ListFrame | undefined;
  #stepStarts = 0;
  #input: Json = null;
  #exit: ExitRequest | undefined;
  #timeUp: Failure | undefined;
  #timer: Ticket | undefined;
  readonly #owner: PlanOwner;
  readonly #runId: string;

  constructor(
    run: RunState,
    linked: LinkedPlan,
    limits: EffectiveLimits,
    owner: PlanOwner,
    place: { readonly prefix: string; readonly runId: string; readonly outer: PlanFrame | undefined },
  ) {
    this.run = run;
    this.linked = linked;
    this.limits = limits;
    this.#owner = owner;
    this.prefix = place.prefix;
    this.#runId = place.runId;
    this.outer = place.outer;
    this.depth = place.outer === undefined ? 1 : place.outer.depth + 1;
    this.sequential = linked.plan.execution === "sequential" || (place.outer?.sequential ?? false);
    const ownSlots = place.outer === undefined || limits.concurrency < place.outer.limits.concurrency;
    this.slots = ownSlots ? new Slots(limits.concurrency, place.outer?.slots) : place.outer.slots;
  }

  get plan(): CheckedPlan {
    return this.linked.plan;
  }

  /** Checks the input, fills in its defaults and begins with the steps. Answers the failure when the input does not fit. */
  begin(input: Json, givenBy: Caller | undefined): Failure | undefined {
    const { inputSchema } = this.plan;
    this.#input = inputSchema === undefined ? input : fillDefaults(inputSchema, input);
    const checked = this.linked.inputValidator?.validate(this.#input);
    if (checked !== undefined && checked.problems.length > 0) return invalidInput(this.plan, checked, givenBy);
    if (this.limits.timeoutMs !== undefined) {
      this.#timer = this.run.timer(`${this.prefix}@limit`, this.limits.timeoutMs, this);
    }
    this.list = new ListFrame(this, this.linked.body, this, this, { prefix: this.prefix, index: undefined });
    this.list.begin();
    return undefined;
  }

  read(root: string): Json {
    if (root === "input") return this.#input;
    if (root === "run") return this.#describeRun();
    throw new TemplateError("ref/missing-step", "missing_step", `There is no step or root called \`${root}\` here.`);
  }

  isRoot(name: string): boolean {
    return name === "input" || name === "run";
  }

  /** The id that tells this run of the plan, or this item of it, from every other; the same in every attempt. */
  get runId(): string {
    return this.#runId;
  }

  /** Takes one step start out of the budgets of this plan and of those that called it. Answers the failure when one is spent. */
  countStart(step: string, origin: Origin): Failure | undefined {
    if (this.#stepStarts >= this.limits.maxSteps) {
      const message = `The run has started ${this.limits.maxSteps} steps, which is its limit. Raise \`limits.max_steps\` if so many are meant.`;
      return failure({ class: "limit", code: "limit/step-starts", message, step }, origin, {
        fatal: this.outer === undefined,
      });
    }
    this.#stepStarts++;
    return this.outer?.countStart(step, origin);
  }

  /** The plan ends as an `exit` step says; the first one wins. Nothing later in it starts. */
  requestExit(request: ExitRequest): void {
    this.#exit ??= request;
  }

  abort(): void {
    this.list?.abort();
  }

  complete(ticket: Ticket, _outcome: Outcome): void {
    if (ticket !== this.#timer) return;
    this.#timer = undefined;
    const message = `The plan took longer than its limit of ${this.limits.timeoutMs} ms.`;
    const step = this.prefix === "" ? "" : this.prefix.slice(0, -1);
    const origin = { plan: this.plan, pointer: "/limits/timeout" };
    this.#timeUp = failure({ class: "limit", code: "limit/run-time", message, step }, origin, {
      fatal: this.outer === undefined,
    });
    this.list?.abort();
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    this.run.dropTimer(this.#timer);
    this.#owner.planEnded(this.#outcome(list, outcome));
  }

  #outcome(list: ListFrame, outcome: ListOutcome): PlanOutcome {
    if (this.#timeUp !== undefined) return { kind: "failed", failure: this.#timeUp };
    if (outcome.kind === "failed") return outcome;
    if (this.#exit !== undefined && !this.run.cancelled) return this.#exited(this.#exit);
    if (outcome.kind === "aborted") return outcome;
    return this.#finish(list);
  }

  /** What a plan gives when it ends itself well is its output: whoever calls it reads it by the same schema. */
  #exited(exit: ExitRequest): PlanOutcome {
    const misfit = exit.status === "success" ? this.#misfit(exit.output, "The output of `exit`") : undefined;
    return misfit === undefined ? { kind: "exited", exit } : { kind: "failed", failure: misfit };
  }

  #finish(list: ListFrame): PlanOutcome {
    const at = { step: this.prefix === "" ? "" : this.prefix.slice(0, -1) };
    let value: Json = null;
    if (this.linked.output !== undefined) {
      try {
        value = this.linked.output(list);
      } catch (thrown) {
        return { kind: "failed", failure: templateFailure(asTemplateError(thrown), this.plan, "/output", at) };
      }
    }
    const misfit = this.#misfit(value, "The plan's output");
    return misfit === undefined ? { kind: "succeeded", value } : { kind: "failed", failure: misfit };
  }

  #misfit(value: Json, subject: string): Failure | undefined {
    const problem = this.linked.outputValidator?.validate(value).problems[0];
    if (problem === undefined) return undefined;
    const place = problem.pointer === "" ? "" : ` at ${problem.pointer}`;
    const message = `${subject} does not fit the plan's \`output_schema\`: the value${place} ${problem.message}.`;
    const shown = this.plan.output !== undefined && this.#exit === undefined;
    const origin = { plan: this.plan, pointer: shown ? `/output${problem.pointer}` : "/output_schema" };
    const step = this.#exit?.step ?? (this.prefix === "" ? "" : this.prefix.slice(0, -1));
    return failure({ class: "type", code: "tool/output-mismatch", message, step }, origin);
  }

  #describeRun(): JsonObject {
    return {
      id: this.#runId,
      root: this.run.scope.runId,
      plan: this.plan.identifier,
      started_at: new Date(this.run.scope.startedAt).toISOString(),
    };
  }
}
