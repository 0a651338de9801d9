import type { Json, JsonObject, SchemaProblem } from "@graph/plan";
import { CallResult, checkOutput, type RegisteredTool, ToolError, validateInput } from "@graph/tools";
import type { Outcome, OutcomeError, OutcomeWarning, ToolCall, ToolInvoker } from "../port.ts";
import { walkResult } from "./walk-result.ts";
import { wordsOf } from "./words-of.ts";

/** Where an invoker looks its tools up: the catalog, or anything with a `get`. */
export interface ToolSource {
  get(name: string): RegisteredTool | undefined;
}

/** Calls the tools of a catalog: checks the input, calls, looks through the result. Every failure is an outcome. */
export function createInvoker(tools: ToolSource): ToolInvoker {
  return {
    invoke(call, context) {
      const tool = tools.get(call.tool);
      if (tool?.call === undefined) return gone(call, tool);
      const input = withIdempotencyKey(tool, call);
      const { problems, more } = validateInput(tool, input);
      if (problems.length > 0) return invalidInput(call, problems, more);
      let returned: unknown;
      try {
        returned = tool.call(input, context);
      } catch (thrown) {
        return toFailure(thrown);
      }
      try {
        const promise = asPromise(returned);
        if (promise === undefined) return toOutcome(tool, returned);
        // Not through its own `then`: a promise that was tampered with could call back at any time and with anything.
        return Promise.prototype.then.call(
          promise,
          (value: unknown) => toOutcome(tool, value),
          (thrown: unknown) => toFailure(thrown),
        ) as Promise<Outcome>;
      } catch {
        return refused({ code: "tool/not-json", class: "tool_error", message: unreadable(tool) });
      }
    },
  };
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

function toOutcome(tool: RegisteredTool, returned: unknown): Outcome {
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
  return warnings.length === 0 ? { ok: true, value: json } : { ok: true, value: json, warnings };
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
  return `${problem.pointer}/${problem.property.replaceAll("~", "~0").replaceAll("/", "~1")}`;
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
