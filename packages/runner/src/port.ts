import type { Effect, Json, PlanSnapshot, SecretSlot } from "@graph/plan";
import type { RunEvent } from "./events.ts";
import type { RunResult } from "./run-result.ts";

/** Stands for something that was asked for. Compared by identity; its completion is delivered once. */
export interface Ticket {
  /** Path in the plan; may be a getter, so that the memory engine never builds it. */
  readonly key: string;
}

/** A failure as it is recorded. */
export interface OutcomeError {
  readonly code: string;
  readonly class: string;
  readonly message: string;
  readonly retryable: boolean;
  /** `maybe`: the tool may have acted (timeout, abort, lost answer). */
  readonly effect: "none" | "maybe";
  readonly retryAfterMs?: number;
  /** JSON Pointer into the call's input that the failure is about. */
  readonly pointer?: string;
  /** The property that is missing or not allowed, for input errors. */
  readonly property?: string;
  /** True when the tool obeyed an abort, or 5 s were over. */
  readonly aborted?: boolean;
}

/** How a call ended. A tool's failure is an outcome, not an exception. */
export type Outcome =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly warnings?: readonly OutcomeWarning[];
      /** The value is too large for sinks, which show this instead. */
      readonly large?: LargeValue;
      /** It is the result of an earlier call. */
      readonly cached?: boolean;
    }
  | { readonly ok: false; readonly error: OutcomeError };

/** What events and records show of a result over `max_output_bytes`. */
export interface LargeValue {
  /** Address by content: `sha256:` and the digest of its canonical JSON, hex. */
  readonly ref: string;
  /** Estimated size as JSON text. */
  readonly bytes: number;
  /** How its JSON begins. */
  readonly preview: string;
}

/** How a call may take the result of an earlier one. */
export interface CallCache {
  /** What tells calls apart beside the tool and its definition; missing: the input. */
  readonly key?: string;
  readonly ttlMs: number;
  /** Who shares results, as a name: `run:r1`, `plan:triage`, `host`. */
  readonly scope: string;
}

/** Something about a call's result that did not fail it. */
export interface OutcomeWarning {
  readonly code: "tool/output-mismatch" | "tool/output-missing" | "tool/unavailable";
  readonly message: string;
}

/** The recorded end of something that was asked for. */
export interface Completion {
  readonly ticket: Ticket;
  readonly outcome: Outcome;
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number;
}

/** A tool call as the interpreter asks for it. No closure crosses the port: a call can run in another process. */
export interface ToolCall {
  readonly key: string;
  readonly tool: string;
  readonly input: Json;
  /** Where secrets stand in the input, which has `***` in their place. */
  readonly secrets?: readonly SecretSlot[];
  readonly effect: Effect;
  readonly idempotencyKey?: string;
  readonly cache?: CallCache;
  /** Largest result that sinks show in full, in bytes; default: 1 MiB. */
  readonly maxOutputBytes?: number;
  /** A hint for the worker; the interpreter keeps the time itself. */
  readonly timeoutMs?: number;
  /** How deep plans call each other here. */
  readonly depth: number;
}

/** What a run asks of somebody outside. */
export interface Question {
  /** `person`: an answer; `signal`: something that happens. */
  readonly from: "person" | "signal";
  /** Of the signal. */
  readonly name?: string;
  /** JSON Schema of the answer. */
  readonly schema?: Json;
  readonly prompt?: Json;
  /** What the plan wants when nobody can be asked: whoever serves the run declines then, or leaves the question open. */
  readonly unanswered?: "fail" | "default" | "suspend";
  /** The answer that is taken when nobody gives one. */
  readonly default?: Json;
}

/** Why a question gets no answer: a person does not want to, or nobody is there. */
export type DeclineReason = "declined" | "unavailable";

/** What one run of the interpreter sees of the world. */
export interface RunScope {
  readonly runId: string;
  /** Milliseconds since 1970, recorded. */
  readonly startedAt: number;
  /** Completes once, recorded, when somebody cancels the run. */
  readonly cancellation: Ticket;
  call(call: ToolCall): Ticket;
  timer(key: string, due: { readonly after: number } | { readonly at: number }): Ticket;
  question(key: string, ask: Question): Ticket;
  /** A request; the ticket still completes once: with its own outcome, or as aborted when the tool obeyed or 5 s are over. */
  abort(ticket: Ticket): void;
  /** The only await: the recorded completions since the last one, in recorded order. Throws when nothing is outstanding. */
  next(): Promise<readonly Completion[]>;
  /** Reports an event. A key seen before is dropped, so that a replay reports nothing twice. */
  trace(key: string, event: RunEvent): void;
}

/** What became of a step whose outcome nobody knows. */
export type Decision =
  | { readonly kind: "done"; readonly value: Json }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "again" };

/** One run in a list. */
export interface RunSummary {
  readonly runId: string;
  readonly plan: string;
  readonly status: "running" | "waiting" | RunResult["status"];
  readonly startedAt: number;
}

/** Which runs to list; without a key, all. */
export interface RunFilter {
  readonly status?: RunSummary["status"];
  readonly plan?: string;
}

/** Runs a plan over a scope. Called afresh, with the same snapshot and input, whenever a run goes on somewhere else. */
export type Interpreter = (
  run: { readonly plan: PlanSnapshot; readonly input: Json },
  scope: RunScope,
) => Promise<RunResult>;

/** Calls one tool. Never rejects: a failure is an outcome. */
export interface ToolInvoker {
  /** `context.signal` is made when a tool first reads it. */
  invoke(call: ToolCall, context: InvocationContext): Promise<Outcome> | Outcome;
}

/** What a tool invoker may use while a call goes on. */
export interface InvocationContext {
  readonly runId: string;
  readonly key: string;
  readonly depth: number;
  readonly idempotencyKey?: string | undefined;
  readonly signal: AbortSignal;
}

/** A place where runs live. */
export interface RunEngine {
  start(run: {
    readonly runId: string;
    readonly plan: PlanSnapshot;
    readonly input: Json;
  }): Promise<"started" | "known">;
  /** The result of a run; waits for it at most `waitMs` (default: not at all). `undefined`: not ended. */
  result(runId: string, waitMs?: number): Promise<RunResult | undefined>;
  answer(runId: string, key: string, value: Json): Promise<"accepted" | "already-answered" | "unknown" | "invalid">;
  /** Ends an open question without an answer. */
  decline(runId: string, key: string, reason: DeclineReason): Promise<"accepted" | "already-answered" | "unknown">;
  signal(runId: string, name: string, payload: Json): Promise<void>;
  cancel(runId: string): Promise<void>;
  events(runId: string, after?: number): AsyncIterable<RunEvent>;
  list(filter?: RunFilter): AsyncIterable<RunSummary>;
  resolve(runId: string, key: string, decision: Decision): Promise<void>;
  fork(runId: string, from: string, changes: Json): Promise<string>;
  serve(worker: {
    readonly interpreter: Interpreter;
    readonly tools: ToolInvoker;
    readonly concurrency: number;
  }): Promise<{ close(): Promise<void> }>;
}
