import type { Json, JsonObject, ErrorClass } from "@graph/plan";

/** Hints about what a tool does, as MCP spells them. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** What a tool says of itself. */
export interface ToolDefinition {
  /** Own name without a namespace: letters, digits, `_`, `-`. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema 2020-12 of an object. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** The argument that takes an idempotency key. */
  readonly idempotencyArgument?: string;
  /** Arguments in which a tag may not stand. JSON Pointers into the input. */
  readonly literalArguments?: readonly string[];
  readonly outputExample?: Json;
}

/** What a tool may use while it runs. */
export interface ToolContext {
  /** Aborted when the step times out or the run is cancelled. Made at the first read: a tool that never looks at it pays nothing. */
  readonly signal: AbortSignal;
  readonly runId: string;
  /** The key of the call: path of the step and attempt, such as `page[3]/send#2`. */
  readonly key: string;
  readonly idempotencyKey?: string | undefined;
  /** How deep plans, tools and graph's own server call each other. */
  readonly depth: number;
}

/** A tool with the code that runs it. */
export interface Tool<Input = never, Output = unknown> extends ToolDefinition {
  /**
   * Does the work. Throws a `ToolError` to say what kind of failure it was; any other error is of the class `tool_error` and may have acted.
   * The input has been checked against `inputSchema`; it must not be changed, nor may the result once it is returned.
   */
  run(input: Input, context: ToolContext): Promise<Output> | Output;
}

/** A failure that a tool reports. */
export class ToolError extends Error {
  /** A code of the page of diagnostics; the default is `tool/failed`. */
  readonly code: string;
  readonly class: ErrorClass;
  /** Whether the call may have had its effect. Only `none` may be retried for every tool. */
  readonly effect: "none" | "maybe";
  /** How long the other side asks to wait. */
  readonly retryAfterMs: number | undefined;
  constructor(
    message: string,
    options: {
      readonly code?: string;
      readonly class?: ErrorClass;
      readonly effect?: "none" | "maybe";
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.code = options.code ?? "tool/failed";
    this.class = options.class ?? "tool_error";
    this.effect = options.effect ?? "maybe";
    this.retryAfterMs = options.retryAfterMs;
  }
}
