import type { Json, JsonObject } from "./json.ts";

/** Whether a step may change something outside. Decides its place in the order, and what happens after a failure. */
export type Effect = "read" | "write";

/** Classes of errors, by which `retry`, `catch` and hosts decide. */
export type ErrorClass =
  | "timeout"
  | "unavailable"
  | "rate_limited"
  | "invalid_input"
  | "denied"
  | "tool_error"
  | "missing_step"
  | "bad_path"
  | "empty_data"
  | "type"
  | "limit"
  | "cancelled"
  | "unknown_outcome";

/** A plan that the checker has passed: plain data, so that it can be stored with a run and sent to another process. */
export interface CheckedPlan {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly file?: string;
  /** Kept for the places of run-time errors: it is read again only when one is needed. */
  readonly text?: string;
  readonly digest: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly limits: PlanLimits;
  /** Longest time of a call that no step names: of what gates, agents and solvers ask. In milliseconds; missing: no limit. */
  readonly defaultTimeoutMs?: number;
  readonly execution: "dataflow" | "sequential";
  /** A plan is a read when all its steps are. */
  readonly effect: Effect;
  /** Whether each of its steps may be repeated after an error that may have acted. */
  readonly repeatable: boolean;
  readonly body: CheckedBody;
  /** The template map of `output`; missing, without a `solver`: a silent finish. */
  readonly output?: JsonObject;
  readonly solver?: CheckedSolver;
  /** What is done at the end whatever happened. */
  readonly finally?: CheckedBody;
  /** The tool names of the plans its steps call, bodies included, each once. */
  readonly calls: readonly string[];
}

/** How a chat model writes a plan's result. All three are templates. */
export interface CheckedSolver {
  readonly queryToAnswer: Json;
  readonly systemPrompt?: Json;
  readonly data?: Json;
}

/** What a plan states; what it leaves out comes from the caller, then from the defaults. Times in milliseconds. */
export interface PlanLimits {
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  readonly maxSteps?: number;
  readonly maxItems?: number;
  readonly maxPlanSteps?: number;
  readonly depth?: number;
  readonly drainMs?: number;
  /** Largest result that sinks show in full, in bytes. */
  readonly maxOutputBytes?: number;
}

/** A list of steps: of a plan, of a control step, of a `catch` or a `finally`. */
export interface CheckedBody {
  /** JSON Pointer of the list, or of the single call. */
  readonly pointer: string;
  /** The body is one call without an id: its only step has an id such as `@do`, `@then`, `@branches.left`, `@catch`, `@finally`. */
  readonly single: boolean;
  readonly steps: readonly CheckedStep[];
}

/** A step that the checker has passed, with what it found out about it. Times in milliseconds. */
export interface CheckedStep {
  readonly id: string;
  readonly tool: string;
  /** `call`: a tool; `plan`: a sub-plan; `control`: a control step. */
  readonly kind: "call" | "plan" | "control";
  /** JSON Pointer of the step in its plan. */
  readonly pointer: string;
  readonly description?: string;
  /** As the plan says it; scalars are templates. */
  readonly input: JsonObject;
  /** The gate as the plan says it: a tag, a boolean, or a gate object. */
  readonly if?: Json;
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
  /** Of all attempts together. */
  readonly deadlineMs?: number;
  /** Its handlers, in order; their bodies stand in `bodies` under `catch/0/do`. */
  readonly catch?: readonly CatchHandler[];
  readonly cache?: CachePolicy;
  readonly onError: "fail" | "continue";
  /** A template. */
  readonly idempotencyKey?: string;
  readonly idempotencyArgument?: string;
  readonly outputSchema?: JsonObject;
  /** Of one attempt: the call, or a control step with its bodies. What `catch` and `finally` do has effects of its own. */
  readonly effect: Effect;
  /** Whether an attempt that may have acted may be made again. */
  readonly repeatable: boolean;
  /** Waits for every earlier step of its list, and every later one waits for it: it may write somewhere in it, or end the plan. */
  readonly fence: boolean;
  /** What it waits for, inside its own list; sorted by `from`. */
  readonly edges: readonly Edge[];
  /** Of an `agent`: the tools that it may call, sorted. */
  readonly tools?: readonly AgentTool[];
  /** The bodies of a control step, by where they stand in its input (`do`, `cases/0/do`), and those of `catch` and `finally`. */
  readonly bodies?: { readonly [key: string]: CheckedBody };
}

/** A tool that an `agent` may call, and what one call of it may do. */
export interface AgentTool {
  readonly name: string;
  readonly effect: Effect;
}

/** Why a step waits for another one of its list. */
export interface Edge {
  /** Index, in the list, of the step that is waited for. */
  readonly from: number;
  /** `read`: a tag reads it; `needs`: it is named; `fence`: one of the two may write; `sequence`: `execution: sequential`. */
  readonly reason: "read" | "needs" | "fence" | "sequence";
  /** For `read`: the tag as it stands in the plan, and the pointer of its scalar. */
  readonly tag?: string;
  readonly pointer?: string;
}

/** When and how often a step is tried again. Times in milliseconds. */
export interface RetryPolicy {
  /** The first try counts. */
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly backoff: "fixed" | "linear" | "exponential";
  readonly maxDelayMs: number;
  readonly jitter: "none" | "equal" | "full";
  readonly errors: readonly ErrorClass[];
}

/** What is done about a failure of a step. */
export interface CatchHandler {
  /** Classes of errors that it handles; missing: all. */
  readonly errors?: readonly ErrorClass[];
  /** A template, in the place of its body's result. */
  readonly result?: Json;
}

/** How results of earlier calls are used again. */
export interface CachePolicy {
  readonly ttlMs: number;
  /** A template; missing: the tool, its definition and its input tell calls apart. */
  readonly key?: Json;
  readonly scope: "run" | "plan" | "host";
}

/** A plan with every plan it calls, as it is stored with a run: editing a file never changes a run that has begun. */
export interface PlanSnapshot {
  readonly main: CheckedPlan;
  /** By tool name (`plan__x`). */
  readonly plans: { readonly [toolName: string]: CheckedPlan };
  /** What `env` reads: the variables that the operator allows and one of the plans names, as they were when the plan was checked. */
  readonly env?: { readonly [name: string]: string };
}
