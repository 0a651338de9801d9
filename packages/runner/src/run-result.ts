import type { Diagnostic, ErrorClass, Json } from "@graph/plan";

/** How a step ended. Only `succeeded` and `caught` give a result to read. */
export type StepStatus =
  "succeeded" | "failed" | "skipped" | "caught" | "failed_ignored" | "cancelled" | "unknown" | "not_started";

/** How a run ended; `waiting`: it has not, and goes on when somebody answers. */
export type RunStatus = "succeeded" | "failed" | "cancelled" | "waiting" | "exited";

/** A failure of a step, or of a run. */
export interface StepError {
  readonly class: ErrorClass;
  readonly code: string;
  readonly message: string;
  /** Path of the step that failed first. */
  readonly step: string;
  readonly tool?: string;
  readonly attempt?: number;
  /** The item or the round it happened in: of a `map`, `filter`, `reduce` or `loop`. */
  readonly index?: number;
  readonly effect: "none" | "maybe";
  /** JSON Pointer into the input of the run, for an input that does not fit. */
  readonly at?: string;
  /** The failure that came first, when this one came while it was being dealt with: in a `catch`, a `finally`, or at a deadline. */
  readonly cause?: {
    readonly class: ErrorClass;
    readonly code: string;
    readonly message: string;
    readonly step: string;
  };
}

/** What is known of one step. */
export interface StepRecord {
  /** `outer[2]/inner`: third item of `outer`. */
  readonly path: string;
  readonly tool: string;
  readonly status: StepStatus;
  /** How many calls were begun. */
  readonly attempts: number;
  /** Milliseconds since 1970; missing when it never began. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly output?: Json;
  readonly error?: StepError;
  /** Why it was skipped, in words. */
  readonly reason?: string;
}

/** How many of what was not plain success. Every key always stands there. */
export interface RunCounts {
  readonly steps: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly caught: number;
  readonly failed_ignored: number;
  readonly cancelled: number;
  readonly not_started: number;
  /** Calls that were aborted or timed out and may have acted. */
  readonly unknown: number;
  /** Items of `map` that failed and were tolerated. */
  readonly failed_items: number;
  /** Values that were cut. */
  readonly truncated: number;
}

/** What a run has used. `tokens` only where a model says them. */
export interface RunUsage {
  readonly calls: number;
  readonly tokens?: number;
}

/** How a run ended. */
export interface RunResult<Output = Json> {
  readonly runId: string;
  readonly plan: string;
  readonly status: RunStatus;
  /** What `output` says; of an exited run, what `exit` says; `null` for a silent finish. */
  readonly output: Output;
  readonly error?: StepError;
  /** What `exit` said. */
  readonly exit?: { readonly status: "success" | "error"; readonly message?: string };
  readonly counts: RunCounts;
  readonly usage: RunUsage;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Problems that the run met, with their places in the plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** Results that records and events only show the beginning of, by their `ref`. In no JSON of this. */
  readonly large?: ReadonlyMap<string, Json>;
  /** Records by path, in document order of the plan, items in input order. */
  readonly steps: ReadonlyMap<string, StepRecord>;
}
