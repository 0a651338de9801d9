import type { Timer } from "@graph/world";
import type { Json } from "@graph/plan";
import type { InvocationContext, Ticket, ToolCall } from "../port.ts";

/** A tool call. It is also the context of the call: its signal is made when a tool first reads it. */
export class CallTicket implements Ticket, InvocationContext {
  readonly call: ToolCall;
  readonly runId: string;
  started = false;
  settled = false;
  aborted = false;
  /** It was told to stop and has not ended. */
  stopping = false;
  grace: Timer | undefined;
  #controller: AbortController | undefined;

  constructor(call: ToolCall, runId: string) {
    this.call = call;
    this.runId = runId;
  }

  get key(): string {
    return this.call.key;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Tells the tool, if it ever looked. */
  abort(): void {
    this.aborted = true;
    this.#controller?.abort();
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

export interface Question {
  readonly from: "person" | "signal";
  readonly name?: string;
  readonly schema?: Json;
  readonly prompt?: Json;
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
