import type { Json } from "@graph/plan";
import type { RunEvent } from "../events.ts";
import type { Completion, RunScope, Ticket, ToolCall } from "../port.ts";
import type { LinkedProgram } from "../link/linked-plan.ts";
import { modelToolNames, tokensOf } from "./model-usage.ts";
import { addedSize, Counted, isLarger } from "../invoker/size-of.ts";
import type { Failure, Origin } from "./failure.ts";
import type { Frames } from "./frames.ts";
import { maxLiveBytes } from "./limits.ts";
import type { Receiver, Resumable } from "./receiver.ts";
import { Receivers } from "./receivers.ts";

/** A warning of a tool's result, or a failure that the plan tolerated. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly step: string;
  readonly origin: Origin;
}

/** Notices kept for the result; the counts tell of all of them. */
const keptNotices = 20;
const noNotices: readonly Notice[] = [];

/** Places of the queue that stay when it is empty. */
const keptQueue = 64;

/** Three maps over a thousand items each, in each other, would open a billion frames before the first step is counted. */
const crowdedFrom = 4096;

/**
 * One of each of the objects that a call leaves behind. V8 throws compiled code away when the last object of a shape that it was
 * compiled for is collected; a host that runs a plan now and then would pay for compiling it again and again (twice the time a step).
 */
export interface Samples {
  call: unknown;
  start: unknown;
  finish: unknown;
}

/** What all frames of one run share. */
export class RunState {
  readonly scope: RunScope;
  readonly program: LinkedProgram;
  readonly frames: Frames;
  /** Calls that were aborted or timed out and may have acted, those of given up attempts included. */
  unknownCalls = 0;
  notices: readonly Notice[] = noNotices;
  /** Recorded time of the completion that is being handled: the only clock of the interpreter. */
  now: number;
  calls = 0;
  cancelled = false;
  readonly samples: Samples = { call: undefined, start: undefined, finish: undefined };
  /** Steps that stand in the queue. */
  waitingSteps = 0;
  /** A budget of the whole run is spent: nothing starts any more, anywhere, and the run fails of it, whatever was tolerated. */
  spent: Failure | undefined;
  /** Ends the outermost plan. */
  stop: () => void = () => undefined;
  /** Calls whose completion has not come, given up ones included: a run ends when there are none. */
  callsInFlight = 0;
  /** Bodies of `finally` that have begun and not ended, those of given up attempts included: a run waits for them as well. */
  openCleanups = 0;
  tokens = 0;
  /** Results that are too large for sinks, each content once, by reference. Made at the first one. */
  large: Map<string, Json> | undefined;
  readonly #receivers = new Receivers();
  /** Four places, for the reason given in `Receivers`. */
  readonly #queue: (Resumable | undefined)[] = [undefined, undefined, undefined, undefined];
  #head = 0;
  #tail = 0;
  #liveBytes = 0;
  readonly #counted: Counted = new Counted();

  constructor(scope: RunScope, program: LinkedProgram, frames: Frames) {
    this.scope = scope;
    this.program = program;
    this.frames = frames;
    this.now = scope.startedAt;
  }

  /** Lets a frame go on when its turn in the queue comes. */
  enqueue(frame: Resumable): void {
    this.#queue[this.#tail++] = frame;
  }

  /** More steps wait for their turn than is worth opening: whoever can, opens the rest later, when those have been counted. */
  get crowded(): boolean {
    return this.waitingSteps > crowdedFrom;
  }

  drain(): void {
    const queue = this.#queue;
    while (this.#head < this.#tail) {
      const frame = queue[this.#head];
      queue[this.#head++] = undefined;
      if (this.#head === 1024) {
        queue.splice(0, this.#head);
        this.#tail -= this.#head;
        this.#head = 0;
      }
      frame?.resume();
    }
    this.#head = 0;
    this.#tail = 0;
    if (queue.length > keptQueue) queue.length = keptQueue;
  }

  /** Handles completions one by one, each with all that follows from it, so that how they were grouped makes no difference. */
  deliver(completions: readonly Completion[]): void {
    for (const { ticket, outcome, at } of completions) {
      this.now = at;
      const receiver = this.#receivers.take(ticket);
      if (receiver === undefined) continue;
      receiver.complete(ticket, outcome);
      this.drain();
    }
  }

  call(call: ToolCall, receiver: Receiver): Ticket {
    const ticket = this.scope.call(call);
    this.#receivers.set(ticket, receiver);
    this.callsInFlight++;
    this.calls++;
    return ticket;
  }

  timer(key: string, milliseconds: number, receiver: Receiver): Ticket {
    const ticket = this.scope.timer(key, { after: milliseconds });
    this.#receivers.set(ticket, receiver);
    return ticket;
  }

  timerAt(key: string, at: number, receiver: Receiver): Ticket {
    const ticket = this.scope.timer(key, { at });
    this.#receivers.set(ticket, receiver);
    return ticket;
  }

  question(key: string, ask: Parameters<RunScope["question"]>[1], receiver: Receiver): Ticket {
    const ticket = this.scope.question(key, ask);
    this.#receivers.set(ticket, receiver);
    return ticket;
  }

  /** What the models that answered have used up, as `builtin__infer` and its like say it. */
  addUsage(tool: string, value: Json): void {
    if (modelToolNames.has(tool)) this.tokens += tokensOf(value);
  }

  /** A budget of the whole run is used up: what is in flight is stopped, in its turn, and the run fails of the first such failure. */
  spend(cause: Failure): void {
    if (this.spent !== undefined) return;
    this.spent = cause;
    this.enqueue({ resume: () => this.stop() });
  }

  /** The value itself, or the one with the same content that came first. */
  keepLarge(reference: string, value: Json): Json {
    const known = this.large?.get(reference);
    if (known !== undefined) return known;
    (this.large ??= new Map()).set(reference, value);
    return value;
  }

  listen(ticket: Ticket, receiver: Receiver): void {
    this.#receivers.set(ticket, receiver);
  }

  /** Stops a timer nobody waits for any longer. */
  dropTimer(ticket: Ticket | undefined): void {
    if (ticket === undefined) return;
    if (this.#receivers.take(ticket) !== undefined) this.scope.abort(ticket);
  }

  event(key: string, event: RunEvent): void {
    this.scope.trace(key, event);
  }

  notice(notice: Notice): void {
    if (this.notices.length < keptNotices) this.notices = [...this.notices, notice];
  }

  tolerate(cause: Failure): void {
    this.notice({ code: cause.error.code, message: cause.error.message, step: cause.error.step, origin: cause.origin });
  }

  /**
   * Counts an output toward the live outputs of the run, an object that was counted before only once; false when they are too many. What
   * a single value would come to as text is bounded as well: one that holds its parts many times over takes little memory, and whatever
   * walks it (a printer, a redactor, a schema) would never end.
   */
  keepOutput(value: Json): boolean {
    if (isLarger(value, maxLiveBytes)) return false;
    const bytes = this.#liveBytes + addedSize(value, this.#counted);
    if (bytes > maxLiveBytes) return false;
    this.#liveBytes = bytes;
    return true;
  }
}
