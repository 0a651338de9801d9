import { pointerTo, type Json, type JsonObject, type SchemaProblem } from "@graph/plan";
import { realWorld } from "@graph/world";
import { CallResult, checkOutput, type RegisteredTool, ToolError, validateInput } from "@graph/tools";
import type { InvocationContext, Outcome, OutcomeError, OutcomeWarning, ToolCall, ToolInvoker } from "../port.ts";
import { fillSecrets } from "../secrets/fill-secrets.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import { largeValue } from "./large-value.ts";
import { redacted } from "./redacted.ts";
import { ResultCache } from "./result-cache.ts";
import { walkResult } from "./walk-result.ts";
import { wordsOf } from "./words-of.ts";

/** Largest result that events and records show in full unless `limits.max_output_bytes` says otherwise. */
const maxShownBytes = 1024 * 1024;

/** Largest result that is taken in at all. */
const maxKeptBytes = 64 * 1024 * 1024;

/** Where an invoker looks its tools up: the catalog, or anything with a `get`. */
export interface ToolSource {
  get(name: string): RegisteredTool | undefined;
}

/** What an invoker has beside the tools. Everything is optional. */
export interface InvokerOptions {
  /** The secrets of the operator; default: none, so that a call that needs one is refused. */
  readonly secrets?: SecretSource;
  /** The clock by which cached results grow old, in milliseconds; default: this machine's. */
  readonly now?: () => number;
}

/**
 * Calls the tools of a catalog: puts secrets in, checks the input, calls, looks through the result and takes secrets out of it. Every
 * failure is an outcome.
 */
export function createInvoker(tools: ToolSource, options: InvokerOptions = {}): ToolInvoker {
  const { secrets } = options;
  const cache = new ResultCache(options.now ?? (() => realWorld().clock.now()));
  const failed = secrets === undefined ? toFailure : (thrown: unknown) => redacted(toFailure(thrown), secrets);
  const read: typeof toOutcome =
    secrets === undefined ? toOutcome : (tool, returned, call) => redacted(toOutcome(tool, returned, call), secrets);
  return {
    invoke(call, context) {
      const tool = tools.get(call.tool);
      if (tool?.call === undefined) return gone(call, tool);
      const plain = call.secrets === undefined && call.cache === undefined && secrets === undefined;
      if (plain) return perform(call, tool, withIdempotencyKey(tool, call), context);
      const filled = fillSecrets(withIdempotencyKey(tool, call), call.secrets ?? [], secrets);
      if ("missing" in filled) return withoutSecret(filled.missing);
      const key = call.cache === undefined ? undefined : cache.keyOf(call, call.cache, tool, filled.input);
      const known = key === undefined ? undefined : cache.get(key);
      if (known !== undefined) return known;
      const done = perform(call, tool, filled.input, context);
      if (key === undefined || call.cache === undefined) return done;
      const { ttlMs } = call.cache;
      if (!(done instanceof Promise)) return cache.keep(key, done, ttlMs);
      return done.then((outcome) => cache.keep(key, outcome, ttlMs));
    },
  };

  function perform(
    call: ToolCall,
    tool: RegisteredTool,
    input: JsonObject,
    context: InvocationContext,
  ): Promise<Outcome> | Outcome {
    const { problems, more } = validateInput(tool, input);
    if (problems.length > 0) return redacted(invalidInput(call, problems, more), secrets);
    let returned: unknown;
    try {
      returned = tool.call?.(input, context);
    } catch (thrown) {
      return failed(thrown);
    }
    try {
      const promise = asPromise(returned);
      if (promise === undefined) return read(tool, returned, call);
      // Not through its own `then`: a promise that was tampered with could call back at any time and with anything.
      return Promise.prototype.then.call(
        promise,
        (value: unknown) => read(tool, value, call),
        failed,
      ) as Promise<Outcome>;
    } catch {
      return refused({ code: "tool/not-json", class: "tool_error", message: unreadable(tool) });
    }
  }
}

function unreadable(tool: RegisteredTool): string {
  return `\`${tool.name}\` returned something that cannot be taken in: reading it throws an error.`;
}

/** What `await` would wait for: promises of this and of other realms, and whatever else has a `then`. */
function asPromise(returned: unknown): Promise<unknown> | undefined {
  if (returned instanceof Promise) return returned as Promise<unknown>;
  if (typeof returned !== "object" || returned === null || returned instanceof CallResult) return undefined;
  const { then } = returned as { then?: unknown };
  return typeof then === "function" ? new Promise((resolve) => resolve(returned)) : undefined;
}

function withIdempotencyKey(tool: RegisteredTool, { input, idempotencyKey }: ToolCall): JsonObject {
  const given = input as JsonObject;
  if (idempotencyKey === undefined || tool.idempotencyArgument === undefined) return given;
  return { ...given, [tool.idempotencyArgument]: idempotencyKey };
}

function toOutcome(tool: RegisteredTool, returned: unknown, call: ToolCall): Outcome {
  const value: unknown = returned instanceof CallResult ? returned.value : returned === undefined ? null : returned;
  const walk = walkResult(value);
  if (walk.fault !== undefined) {
    const { fault } = walk;
    const deep = fault.kind === "too-deep";
    return refused({
      code: deep ? "limit/output-depth" : "tool/not-json",
      class: deep ? "limit" : "tool_error",
      message: `\`${tool.name}\` returned something that cannot be taken in: ${fault.message}.`,
    });
  }
  const json = walk.value;
  const warnings = warningsOf(tool, json, returned);
  const bytes = returned instanceof CallResult ? returned.bytes : undefined;
  // Only what came from outside has a size: values of this process pass by reference.
  if (bytes !== undefined && bytes > (call.maxOutputBytes ?? maxShownBytes)) return large(json, bytes, warnings, tool);
  return warnings.length === 0 ? { ok: true, value: json } : { ok: true, value: json, warnings };
}

function large(value: Json, bytes: number, warnings: readonly OutcomeWarning[], { name }: RegisteredTool): Outcome {
  if (bytes > maxKeptBytes) {
    const message = `\`${name}\` returned ${bytes.toLocaleString("en-US")} bytes; more than 64 MB are not taken in.`;
    return refused({ code: "limit/output-bytes", class: "limit", message });
  }
  return { ok: true, value, ...(warnings.length > 0 && { warnings }), large: largeValue(value, bytes) };
}

function warningsOf(tool: RegisteredTool, value: Json, returned: unknown): readonly OutcomeWarning[] {
  const given = returned instanceof CallResult ? returned.warnings : [];
  // A server that sent no structured result has said so already; its text need not fit the shape.
  if (tool.outputSchema === undefined || given.some(({ code }) => code === "tool/output-missing")) return given;
  const { problems } = checkOutput(tool, value);
  const [first] = problems;
  if (first === undefined) return given;
  const place = first.pointer === "" ? "the result" : first.pointer;
  const named = first.property === undefined ? "" : ` (\`${first.property}\`)`;
  const message = `The result of \`${tool.name}\` breaks its declared shape: ${place} ${first.message}${named}.`;
  return [...given, { code: "tool/output-mismatch", message }];
}

function invalidInput(call: ToolCall, problems: readonly SchemaProblem[], more: number): Outcome {
  const [first] = problems;
  const rest = problems.length - 1 + more;
  const named = first === undefined ? "" : describe(first);
  const message = `The input does not fit \`${call.tool}\`: ${named}${rest > 0 ? `, and ${rest.toLocaleString("en-US")} more` : ""}.`;
  const missing = first?.keyword === "required";
  return refused({
    code: missing ? "input/missing" : first?.keyword === "enum" ? "input/enum" : "input/invalid",
    class: "invalid_input",
    message,
    effect: "none",
    pointer: first === undefined ? "" : placeOf(first),
    ...(first?.property === undefined || missing ? {} : { property: first.property }),
  });
}

function describe(problem: SchemaProblem): string {
  const place = problem.pointer === "" ? "it" : problem.pointer;
  const allowed = problem.expected === undefined ? "" : ` (allowed: ${problem.expected.slice(0, 12).join(", ")})`;
  if (problem.keyword === "required" && problem.property !== undefined) return `${place} lacks \`${problem.property}\``;
  return `${place} ${problem.message}${problem.keyword === "enum" ? allowed : ""}`;
}

/** An argument that may not stand there is the place itself; one that is missing has only its parent. */
function placeOf(problem: SchemaProblem): string {
  if (problem.property === undefined || problem.keyword === "required") return problem.pointer;
  return pointerTo(problem.pointer, problem.property);
}

function toFailure(thrown: unknown): Outcome {
  if (isToolError(thrown)) {
    const { code, effect, retryAfterMs } = thrown;
    const errorClass = errorClasses.has(thrown.class) ? thrown.class : "tool_error";
    const error = { code, class: errorClass, message: wordsOf(thrown), effect };
    return refused(typeof retryAfterMs === "number" ? { ...error, retryAfterMs } : error);
  }
  return refused({ code: "tool/failed", class: "tool_error", message: wordsOf(thrown) });
}

/** `instanceof` asks the value itself, and one that throws when it is asked is none of ours. */
function isToolError(thrown: unknown): thrown is ToolError {
  try {
    return thrown instanceof ToolError;
  } catch {
    return false;
  }
}

const errorClasses: ReadonlySet<string> = new Set([
  "timeout",
  "unavailable",
  "rate_limited",
  "invalid_input",
  "denied",
  "tool_error",
  "limit",
  "cancelled",
]);

const retryableClasses: ReadonlySet<string> = new Set(["timeout", "unavailable", "rate_limited"]);

function refused(error: Omit<OutcomeError, "retryable" | "effect"> & { readonly effect?: "none" | "maybe" }): Outcome {
  return { ok: false, error: { effect: "maybe", ...error, retryable: retryableClasses.has(error.class) } };
}

function withoutSecret(name: string): Outcome {
  const message = `The secret \`${name}\` has no value here.`;
  return refused({ code: "secret/missing", class: "denied", message, effect: "none" });
}

function gone(call: ToolCall, tool: RegisteredTool | undefined): Outcome {
  const message =
    tool === undefined
      ? `The tool \`${call.tool}\` is no longer there.`
      : `\`${call.tool}\` cannot be called here${tool.unusable === undefined ? "" : `: ${tool.unusable}`}.`;
  return refused({
    code: tool === undefined ? "tool/gone" : "tool/unusable",
    class: "unavailable",
    message,
    effect: "none",
  });
}
