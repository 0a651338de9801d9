import type { Timer } from "@graph/world";
import type { PlaceUser } from "./places.ts";
import type { InvocationContext, Question, Ticket, ToolCall } from "../port.ts";

/** What a tool sees of its call. The signal is made when it is first read: most tools never do. */
export class CallContext implements InvocationContext {
  readonly runId: string;
  readonly #call: ToolCall;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(call: ToolCall, runId: string) {
    this.#call = call;
    this.runId = runId;
  }

  /** For its engine only: tells the tool, if it ever looked. */
  static abort(context: CallContext): void {
    context.#aborted = true;
    context.#controller?.abort();
  }

  get key(): string {
    return this.#call.key;
  }

  get depth(): number {
    return this.#call.depth;
  }

  get idempotencyKey(): string | undefined {
    return this.#call.idempotencyKey;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }
}

/** Makes calls. */
export interface Caller {
  invoke(ticket: CallTicket): void;
}

/** A tool call that was asked for. */
export class CallTicket implements Ticket, PlaceUser {
  readonly call: ToolCall;
  readonly #caller: Caller;
  readonly context: CallContext;
  started = false;
  settled = false;
  aborted = false;
  /** It was told to stop and has not ended. */
  stopping = false;
  grace: Timer | undefined;

  constructor(call: ToolCall, runId: string, caller: Caller) {
    this.call = call;
    this.#caller = caller;
    this.context = new CallContext(call, runId);
  }

  get key(): string {
    return this.call.key;
  }

  admitted(): void {
    this.#caller.invoke(this);
  }

  abort(): void {
    this.aborted = true;
    CallContext.abort(this.context);
  }
}

export class TimerTicket implements Ticket {
  readonly key: string;
  readonly due: { readonly after: number } | { readonly at: number };
  timer: Timer | undefined;
  settled = false;

  constructor(key: string, due: TimerTicket["due"]) {
    this.key = key;
    this.due = due;
  }
}

export class QuestionTicket implements Ticket {
  readonly key: string;
  readonly question: Question;
  settled = false;

  constructor(key: string, question: Question) {
    this.key = key;
    this.question = question;
  }
}

export class CancellationTicket implements Ticket {
  readonly key: string = "@cancel";
  settled = false;
}
