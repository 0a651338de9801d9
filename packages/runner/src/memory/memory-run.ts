import type { Json } from "@graph/plan";
import { createValidator, isObject } from "@graph/plan";
import type { Clock } from "@graph/world";
import { walkResult } from "../invoker/walk-result.ts";
import { wordsOf } from "../invoker/words-of.ts";
import type { RunEvent } from "../events.ts";
import { EngineError } from "../engine-error.ts";
import { pathOf } from "../interpreter/path-of.ts";
import type { Completion, DeclineReason, Outcome, Question, RunScope, Ticket, ToolCall, ToolInvoker } from "../port.ts";
import { type RunLifecycleEvent, type RunState, nextRunState } from "../run-lifecycle.ts";
import type { EventLog } from "./event-log.ts";
import type { PlaceUser } from "./places.ts";
import { type Caller, CallTicket, CancellationTicket, QuestionTicket, TimerTicket } from "./tickets.ts";

/** How long a tool may take to obey an abort: the port's rule. */
const graceMs = 5_000;

/** Its `then` costs less than `queueMicrotask`, which makes an async resource each time. */
const turn = Promise.resolve();

/** The list of nothing, for all runs. Nothing is ever put into it. */
const none: never[] = [];

/** Signals that wait for a `wait` to ask for them. */
const keptSignals = 1_000;

/** Turns of the promise queue that tools get to obey an abort before the next calls start. */
const turnsToObey = 16;

/** What a run needs of its engine. */
export interface RunHost {
  readonly clock: Clock;
  readonly tools: ToolInvoker;
  /** Takes a place among the calls of the worker. */
  admit(user: PlaceUser): void;
  /** Gives the place back. */
  leave(): void;
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * One run in memory: nothing is copied and nothing is written down; values pass by reference. What most runs never have (questions,
 * signals, timers) is made at its first use: thousands of runs may wait at a time.
 */
export class MemoryRun implements RunScope, Caller {
  readonly runId: string;
  readonly startedAt: number;
  readonly cancellation: CancellationTicket = new CancellationTicket();
  state: RunState = "pending";
  readonly #host: RunHost;
  readonly #log: EventLog | undefined;
  /** Calls that were told to stop and have not ended. */
  #stopping = 0;
  #questions: Map<string, QuestionTicket> | undefined;
  #answered: Set<string> | undefined;
  #signals: { readonly name: string; readonly payload: Json }[] | undefined;
  #timers: Set<TimerTicket> | undefined;
  #issued: (CallTicket | TimerTicket | QuestionTicket)[] = none;
  #completions: Completion[] = none;
  /** See `Samples`. */
  sample: Completion | undefined;
  #wake: ((completions: readonly Completion[]) => void) | undefined;
  #waking = false;
  // Made once a run: a step waits and is woken about as often as it calls.
  readonly #sleep = (resolve: (completions: readonly Completion[]) => void): void => {
    this.#wake = resolve;
  };
  readonly #deliver = (): void => {
    const wake = this.#wake;
    this.#wake = undefined;
    this.#waking = false;
    wake?.(this.#take());
  };
  /** Tickets whose completion has not been recorded; the cancellation is none. */
  #outstanding = 0;
  #ended = false;
  /** The cancellation is recorded and has not been delivered. */
  #cancelling = false;

  constructor(runId: string, host: RunHost, log: EventLog | undefined) {
    this.runId = runId;
    this.#host = host;
    this.#log = log;
    this.startedAt = host.clock.now();
  }

  call(call: ToolCall): Ticket {
    const ticket = new CallTicket(call, this.runId, this);
    this.#issue(ticket);
    return ticket;
  }

  timer(key: string, due: TimerTicket["due"]): Ticket {
    const ticket = new TimerTicket(key, due);
    this.#issue(ticket);
    return ticket;
  }

  question(key: string, question: Question): Ticket {
    const ticket = new QuestionTicket(key, question);
    this.#issue(ticket);
    return ticket;
  }

  abort(ticket: Ticket): void {
    if (ticket instanceof CallTicket) this.#abortCall(ticket);
    else if (ticket instanceof TimerTicket || ticket instanceof QuestionTicket) {
      if (ticket.settled) return;
      if (ticket instanceof TimerTicket) this.#stopTimer(ticket);
      else this.#questions?.delete(ticket.key);
      this.#settle(ticket, abortedOutcome("none"));
    }
  }

  /** Not an `async` function: what one of those holds while it waits is a tenth of a waiting run. */
  next(): Promise<readonly Completion[]> {
    return this.#stopping > 0 ? this.#nextAfterStopping() : this.#nextNow();
  }

  #nextNow(): Promise<readonly Completion[]> {
    // A cancellation that is recorded comes first: nothing that was asked for before it was heard of starts after it.
    if (this.#cancelling) {
      this.#cancelling = false;
      return Promise.resolve(this.#take());
    }
    this.#startIssued();
    if (this.#completions.length > 0) return Promise.resolve(this.#take());
    if (this.#outstanding === 0) return Promise.reject(new Error("The interpreter waits, but nothing is outstanding."));
    if (this.#onlyAsks) this.move("WAIT");
    return new Promise(this.#sleep);
  }

  /** Nothing goes on but questions, and the clocks that limit them. */
  get #onlyAsks(): boolean {
    const questions = this.#questions?.size ?? 0;
    return questions > 0 && questions + (this.#timers?.size ?? 0) === this.#outstanding;
  }

  /** A tool that obeys an abort at once has left before its successor comes in: no limit is ever overstepped. */
  async #nextAfterStopping(): Promise<readonly Completion[]> {
    for (let turn = 0; this.#stopping > 0 && turn < turnsToObey; turn++) await Promise.resolve();
    return this.#nextNow();
  }

  trace(_key: string, event: RunEvent): void {
    this.#log?.add(event);
    this.#host.onEvent?.(event);
  }

  move(event: RunLifecycleEvent): void {
    this.state = nextRunState(this.state, event);
  }

  /** Asks for the end of the run. A second time, or after the end, nothing happens. */
  cancel(): void {
    if (this.#ended || this.cancellation.settled) return;
    this.move("CANCEL");
    this.#cancelling = true;
    this.#record(this.cancellation, { ok: true, value: null });
  }

  answer(key: string, value: Json): "accepted" | "already-answered" | "unknown" | "invalid" {
    const ticket = this.#questions?.get(key);
    if (ticket === undefined) return this.#answered?.has(key) === true ? "already-answered" : "unknown";
    const { schema } = ticket.question;
    const walk = walkResult(value);
    if (walk.fault !== undefined) return "invalid";
    if (isObject(schema) && !createValidator(schema).accepts(walk.value)) return "invalid";
    this.#questions?.delete(key);
    (this.#answered ??= new Set()).add(key);
    this.#settle(ticket, { ok: true, value: walk.value });
    return "accepted";
  }

  /** Ends a question to a person without an answer. */
  decline(key: string, reason: DeclineReason): "accepted" | "already-answered" | "unknown" {
    const ticket = this.#questions?.get(key);
    if (ticket?.question.from !== "person") return this.#answered?.has(key) === true ? "already-answered" : "unknown";
    this.#questions?.delete(key);
    (this.#answered ??= new Set()).add(key);
    this.#settle(ticket, declinedOutcome(reason));
    return "accepted";
  }

  /** Kept until a question asks for a signal of this name. */
  signal(name: string, payload: Json): void {
    for (const [key, ticket] of this.#questions ?? []) {
      if (ticket.question.from !== "signal" || ticket.question.name !== name) continue;
      if (this.answer(key, payload) === "accepted") return;
    }
    const walk = walkResult(payload);
    if (walk.fault !== undefined)
      throw new EngineError(
        "invalid-signal",
        `The payload of the signal \`${name}\` is not JSON: ${walk.fault.message}.`,
      );
    const kept = (this.#signals ??= []);
    if (kept.length >= keptSignals)
      throw new EngineError(
        "too-many-signals",
        `${keptSignals} signals of this run wait for somebody to ask for them.`,
      );
    kept.push({ name, payload: walk.value });
  }

  /** The run is over: whatever still keeps the process awake is let go. */
  end(): void {
    this.#ended = true;
    for (const ticket of this.#timers ?? []) this.#stopTimer(ticket);
    this.#issued = none;
    this.#completions = none;
    this.#questions = undefined;
  }

  /** Mostly one thing is asked for at a time, and a list of one takes a tenth of what a list takes that something is pushed onto. */
  #issue(ticket: CallTicket | TimerTicket | QuestionTicket): void {
    this.#outstanding++;
    if (this.#issued === none) this.#issued = [ticket];
    else this.#issued.push(ticket);
  }

  #start(ticket: CallTicket | TimerTicket | QuestionTicket): void {
    if (ticket.settled) return;
    if (ticket instanceof QuestionTicket) return this.#open(ticket);
    if (ticket instanceof TimerTicket) {
      const { due } = ticket;
      const delay = "after" in due ? due.after : due.at - this.#host.clock.now();
      (this.#timers ??= new Set()).add(ticket);
      ticket.timer = this.#host.clock.timer(Math.max(0, delay), () => {
        this.#timers?.delete(ticket);
        this.#settle(ticket, { ok: true, value: null });
      });
      return;
    }
    this.#host.admit(ticket);
  }

  /** Whoever is told of a question may answer it in the same moment. */
  #open(ticket: QuestionTicket): void {
    const { key, question } = ticket;
    (this.#questions ??= new Map()).set(key, ticket);
    const { runId } = this;
    this.trace("", { type: "question", runId, time: this.#host.clock.now(), key, path: pathOf(key), ...question });
    if (question.from === "signal" && !ticket.settled) this.#takeSignal(ticket);
  }

  /** For its tickets only: the call has a place among those of the worker. */
  invoke(ticket: CallTicket): void {
    if (ticket.settled) return this.#host.leave();
    ticket.started = true;
    const outcome = this.#call(ticket);
    if (outcome instanceof Promise) {
      outcome.then(
        (value) => this.#returned(ticket, value),
        (error: unknown) => this.#returned(ticket, brokenOutcome(error)),
      );
    } else this.#returned(ticket, outcome);
  }

  /** An invoker should not throw; one that does fails its own call and nothing else. */
  #call(ticket: CallTicket): Promise<Outcome> | Outcome {
    try {
      return this.#host.tools.invoke(ticket.call, ticket.context);
    } catch (error) {
      return brokenOutcome(error);
    }
  }

  #returned(ticket: CallTicket, outcome: Outcome): void {
    this.#host.leave();
    ticket.grace?.cancel();
    this.#stopped(ticket);
    // A call that was given up after its grace has been recorded already: what it says now comes too late.
    if (ticket.settled) return;
    this.#settle(ticket, ticket.aborted && !outcome.ok ? abortedOutcome(outcome.error.effect) : outcome);
  }

  #abortCall(ticket: CallTicket): void {
    if (ticket.settled || ticket.aborted) return;
    if (!ticket.started) return this.#settle(ticket, abortedOutcome("none"));
    ticket.grace = this.#host.clock.timer(graceMs, () => {
      this.#stopped(ticket);
      if (!ticket.settled) this.#settle(ticket, abortedOutcome("maybe"));
    });
    this.#stopping++;
    ticket.stopping = true;
    ticket.abort();
  }

  #settle(ticket: CallTicket | TimerTicket | QuestionTicket, outcome: Outcome): void {
    this.#outstanding--;
    this.#record(ticket, outcome);
  }

  #record(ticket: CallTicket | TimerTicket | QuestionTicket | CancellationTicket, outcome: Outcome): void {
    ticket.settled = true;
    if (this.#ended) return;
    const completion = { ticket, outcome, at: this.#host.clock.now() };
    if (this.#completions === none) this.#completions = [completion];
    else this.#completions.push(completion);
    this.sample = completion;
    if (this.#wake === undefined || this.#waking) return;
    this.#waking = true;
    if (this.state === "waiting") this.move("RESUME");
    // What settles in the same turn is delivered together.
    void turn.then(this.#deliver);
  }

  #take(): readonly Completion[] {
    this.#cancelling = false;
    const completions = this.#completions;
    this.#completions = none;
    return completions;
  }

  #startIssued(): void {
    if (this.#issued.length === 0) return;
    const issued = this.#issued;
    this.#issued = none;
    for (const ticket of issued) this.#start(ticket);
  }

  #stopped(ticket: CallTicket): void {
    if (!ticket.stopping) return;
    ticket.stopping = false;
    this.#stopping--;
  }

  #stopTimer(ticket: TimerTicket): void {
    ticket.timer?.cancel();
    this.#timers?.delete(ticket);
  }

  #takeSignal(ticket: QuestionTicket): void {
    const kept = this.#signals ?? [];
    // One that does not fit is kept for whoever else asks for it.
    const index = kept.findIndex(
      ({ name, payload }) => name === ticket.question.name && this.answer(ticket.key, payload) === "accepted",
    );
    if (index >= 0) kept.splice(index, 1);
  }
}

/** The code tells the two apart. */
function declinedOutcome(reason: DeclineReason): Outcome {
  const code = reason === "declined" ? "tool/failed" : "tool/unavailable";
  const message = reason === "declined" ? "The question was declined." : "Nobody can be asked here.";
  return { ok: false, error: { code, class: "unavailable", message, retryable: false, effect: "none" } };
}

function abortedOutcome(effect: "none" | "maybe"): Outcome {
  const message = "The call was stopped before it had ended.";
  return {
    ok: false,
    error: { code: "tool/failed", class: "cancelled", message, retryable: false, effect, aborted: true },
  };
}

function brokenOutcome(error: unknown): Outcome {
  const message = `The tool could not be called: ${wordsOf(error)}`;
  return { ok: false, error: { code: "tool/failed", class: "tool_error", message, retryable: false, effect: "maybe" } };
}
