import type { CheckedPlan, Json, JsonObject, TemplateScope } from "@graph/plan";
import { TemplateError, fillDefaults } from "@graph/plan";
import type { LinkedPlan } from "../link/linked-plan.ts";
import { isLarger } from "../invoker/size-of.ts";
import { type Walk, walkResult } from "../invoker/walk-result.ts";
import type { Outcome, Ticket } from "../port.ts";
import { AfterScope, errorValue } from "./error-scope.ts";
import { type Failure, type Origin, asTemplateError, cleanupFailure, failure, templateFailure } from "./failure.ts";
import { type Caller, invalidInput } from "./invalid-input.ts";
import { type EffectiveLimits, maxLiveBytes } from "./limits.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "./list-frame.ts";
import { pathOf } from "./path-of.ts";
import type { Receiver } from "./receiver.ts";
import type { RunState } from "./run-state.ts";
import type { SideCall } from "./side-call.ts";
import { Slots } from "./slots.ts";
import { openSolver, type SolverOutcome } from "./solver.ts";

/** Step starts that clean-ups may make beyond the budget. */
const cleanupReserve = 1_000;

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

/** Where a plan runs. */
export interface PlanPlace {
  /** What the ids of its steps are written after, in keys. */
  readonly prefix: string;
  readonly runId: string;
  readonly outer: PlanFrame | undefined;
  /** It is called in a `finally`. */
  readonly cleanup: boolean;
}

/** A step that is about to start. Its path and its place are only made when it may not. */
interface Starting {
  readonly path: string;
  readonly origin: Origin;
  readonly list: ListFrame;
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
  /** Its `finally`. */
  final: ListFrame | undefined;
  #stepStarts = 0;
  #input: Json = null;
  #exit: ExitRequest | undefined;
  #timeUp: Failure | undefined;
  #timer: Ticket | undefined;
  /** Of the limit of time: what is left of it, and since when that runs. */
  #left = 0;
  #armedAt = 0;
  #timers = 0;
  /** Questions that are open. */
  #questions = 0;
  #concluded = false;
  #solver: SideCall | undefined;
  #outcome: PlanOutcome | undefined;
  readonly #owner: PlanOwner;
  readonly #runId: string;
  readonly #cleanup: boolean;

  constructor(run: RunState, linked: LinkedPlan, limits: EffectiveLimits, owner: PlanOwner, place: PlanPlace) {
    this.run = run;
    this.linked = linked;
    this.limits = limits;
    this.#owner = owner;
    this.prefix = place.prefix;
    this.#runId = place.runId;
    this.outer = place.outer;
    this.#cleanup = place.cleanup;
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
    if (this.limits.timeoutMs !== undefined) this.#limitTime(this.limits.timeoutMs);
    const place = { prefix: this.prefix, index: undefined, cleanup: this.#cleanup };
    this.list = new ListFrame(this, this.linked.body, this, this, place);
    this.list.begin();
    return undefined;
  }

  read(root: string): Json {
    if (root === "input") return this.#input;
    if (root === "run") return this.#describeRun();
    if (root === "env") return this.run.program.env;
    if (root === "secrets") return this.linked.maskedSecrets;
    throw new TemplateError("ref/missing-step", "missing_step", `There is no step or root called \`${root}\` here.`);
  }

  isRoot(name: string): boolean {
    return name === "input" || name === "run" || name === "env" || name === "secrets";
  }

  /** The id that tells this run of the plan, or this item of it, from every other; the same in every attempt. */
  get runId(): string {
    return this.#runId;
  }

  /** Steps that have started in it so far, those of the plans it calls included. */
  get stepStarts(): number {
    return this.#stepStarts;
  }

  /** Takes one step start out of the budgets of this plan and of those that called it. Answers the failure when one is spent. */
  countStart(step: Starting): Failure | undefined {
    // A clean-up has a reserve of its own, so that it is done even when the budget is what ended the run.
    if (this.#stepStarts >= this.limits.maxSteps + (step.list.cleanup ? cleanupReserve : 0)) {
      const message = `The run has started ${this.limits.maxSteps} steps, which is its limit. Raise \`limits.max_steps\` if so many are meant.`;
      const details = { class: "limit", code: "limit/step-starts", message, step: step.path } as const;
      return failure(details, step.origin, {
        fatal: this.outer === undefined,
      });
    }
    this.#stepStarts++;
    return this.outer?.countStart(step);
  }

  /** The plan ends as an `exit` step says; the first one wins. Nothing later in it starts. */
  requestExit(request: ExitRequest): void {
    this.#exit ??= request;
  }

  get exiting(): boolean {
    return this.#exit !== undefined;
  }

  abort(): void {
    this.list?.abort();
    this.#solver?.abort();
  }

  complete(ticket: Ticket, _outcome: Outcome): void {
    if (ticket !== this.#timer) return;
    this.#timer = undefined;
    const { timeoutMs = 0 } = this.limits;
    const message = `The plan took longer than its limit of ${timeoutMs} ms.`;
    const origin = { plan: this.plan, pointer: "/limits/timeout" };
    this.#timeUp = failure({ class: "limit", code: "limit/run-time", message, step: this.#step }, origin, {
      fatal: this.outer === undefined,
    });
    this.abort();
  }

  listEnded(list: ListFrame, outcome: ListOutcome): void {
    if (list === this.final) return this.#cleaned(outcome);
    const early = this.#early(outcome);
    if (early !== undefined) return this.#conclude(early);
    const { solver } = this.linked;
    if (solver === undefined) return this.#conclude(this.#finish(list));
    if (list.draining) return this.#conclude({ kind: "aborted" });
    try {
      this.#solver = openSolver(this, solver, list, (ended) => this.#conclude(this.#solved(ended)));
    } catch (thrown) {
      const cause = templateFailure(asTemplateError(thrown), this.plan, "/solver", { step: this.#step });
      return this.#conclude({ kind: "failed", failure: cause });
    }
    this.#solver.begin();
  }

  /** A question of this plan, or of one that it calls, is put: the time in which somebody is asked does not count. */
  questionOpened(): void {
    this.outer?.questionOpened();
    if (this.#questions++ > 0 || this.#timer === undefined) return;
    this.run.dropTimer(this.#timer);
    this.#timer = undefined;
    this.#left -= this.run.now - this.#armedAt;
  }

  questionClosed(): void {
    this.outer?.questionClosed();
    if (--this.#questions > 0 || this.limits.timeoutMs === undefined) return;
    if (this.#timeUp === undefined && !this.#concluded) this.#limitTime(this.#left);
  }

  #limitTime(milliseconds: number): void {
    this.#left = milliseconds;
    this.#armedAt = this.run.now;
    const key = this.#timers === 0 ? `${this.prefix}@limit` : `${this.prefix}@limit#${this.#timers + 1}`;
    this.#timers++;
    this.#timer = this.run.timer(key, milliseconds, this);
  }

  /** Path of the step that has called it; empty for the outermost one. */
  get #step(): string {
    return this.prefix === "" ? "" : pathOf(this.prefix.slice(0, -1));
  }

  /** How the plan ends without its own finish. */
  #early(outcome: ListOutcome): PlanOutcome | undefined {
    if (this.#timeUp !== undefined) return { kind: "failed", failure: this.#timeUp };
    if (outcome.kind === "failed") return outcome;
    if (this.#exit !== undefined && (this.#cleanup || !this.run.cancelled)) return this.#exited(this.#exit);
    return outcome.kind === "aborted" ? outcome : undefined;
  }

  #solved(ended: SolverOutcome): PlanOutcome {
    this.#solver = undefined;
    if (this.#timeUp !== undefined) return { kind: "failed", failure: this.#timeUp };
    if (ended.kind !== "succeeded") return ended;
    const misfit = this.#misfit(ended.value, "The text that the solver wrote");
    return misfit === undefined ? ended : { kind: "failed", failure: misfit };
  }

  /** Everything but the clean-up is done. */
  #conclude(ended: PlanOutcome): void {
    const outcome = this.#unlessSpent(ended);
    this.#concluded = true;
    this.run.dropTimer(this.#timer);
    this.#timer = undefined;
    const { finalBody } = this.linked;
    if (finalBody === undefined || this.list === undefined) return this.#owner.planEnded(outcome);
    this.#outcome = outcome;
    const scope = new AfterScope(this.list, this.#told(outcome));
    this.run.openCleanups++;
    const place = { prefix: this.prefix, index: undefined, cleanup: true };
    this.final = new ListFrame(this, finalBody, this, scope, place);
    this.final.begin();
  }

  #cleaned(outcome: ListOutcome): void {
    this.run.openCleanups--;
    const before = this.#outcome as PlanOutcome;
    if (outcome.kind !== "failed") return this.#owner.planEnded(this.#unlessSpent(before));
    const cause = cleanupFailure(outcome.failure, before.kind === "failed" ? before.failure : undefined);
    this.#owner.planEnded({ kind: "failed", failure: cause });
  }

  /** Another failure, or a branch that wins, may hide the step that found a budget of the run spent: that is what the run fails of. */
  #unlessSpent(outcome: PlanOutcome): PlanOutcome {
    const { spent } = this.run;
    if (this.outer !== undefined || spent === undefined || this.run.cancelled) return outcome;
    if (outcome.kind === "failed" && outcome.failure.fatal) return outcome;
    return { kind: "failed", failure: spent };
  }

  /** What the clean-up is told has happened. */
  #told(outcome: PlanOutcome): Json {
    if (outcome.kind === "failed") return errorValue(outcome.failure, 1);
    const told = { code: "tool/failed", step: this.#step, attempt: 1 };
    if (outcome.kind === "aborted")
      return { ...told, class: "cancelled", message: "The plan was stopped before it had ended." };
    if (outcome.kind !== "exited" || outcome.exit.status === "success") return null;
    const message = outcome.exit.message ?? "The plan ended itself with an error.";
    return { ...told, class: "tool_error", message, step: outcome.exit.step };
  }

  /** What a plan gives when it ends itself well is its output: whoever calls it reads it by the same schema. */
  #exited(exit: ExitRequest): PlanOutcome {
    const unfit = this.#unfit(walkResult(exit.output), "");
    const misfit = exit.status === "success" ? this.#misfit(exit.output, "The output of `exit`") : undefined;
    const cause = unfit ?? misfit;
    return cause === undefined ? { kind: "exited", exit } : { kind: "failed", failure: cause };
  }

  #finish(list: ListFrame): PlanOutcome {
    const at = { step: this.#step };
    let value: Json = null;
    if (this.linked.output !== undefined) {
      try {
        const walked = walkResult(this.linked.output(list));
        const unfit = this.#unfit(walked, "/output");
        if (unfit !== undefined) return { kind: "failed", failure: unfit };
        if (walked.fault === undefined) ({ value } = walked);
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
    const step = this.#exit?.step ?? this.#step;
    return failure({ class: "type", code: "tool/output-mismatch", message, step }, origin);
  }

  /** Why nothing could be made of a result. */
  #unfit(walked: Walk, pointer: string): Failure | undefined {
    const tooDeep = walked.fault !== undefined;
    if (!tooDeep && !isLarger(walked.value, maxLiveBytes)) return undefined;
    const message = tooDeep
      ? "The plan's output is nested more than 100 levels deep."
      : "The plan's output would be larger than 64 MB.";
    const code = tooDeep ? "limit/output-depth" : "limit/live-bytes";
    const details = { class: "limit", code, message, step: this.#exit?.step ?? this.#step } as const;
    return failure(details, { plan: this.plan, pointer });
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
