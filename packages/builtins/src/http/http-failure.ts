import { ToolError } from "@graph/tools";
import { type NetworkResponse, WorldError } from "@graph/world";
import type { Hop } from "./http-input.ts";
import { bodyText } from "./http-output.ts";

/** Methods that change nothing on the other side, by the rules of HTTP. */
const safe = new Set(["GET", "HEAD", "OPTIONS"]);
/** How much of a server's own words is shown. */
const shownCharacters = 300;

/** Whether a request that was sent may have acted. */
export function effectOf(method: string): "none" | "maybe" {
  return safe.has(method) ? "none" : "maybe";
}

/** An address that the operator's rules do not allow. */
export function notAllowed(message: string, effect: "none" | "maybe"): ToolError {
  return new ToolError(message, { code: "tool/not-allowed", class: "denied", effect });
}

/**
 * Statuses that are failures, by class; every other status is a result. `before`: whether an earlier hop of the same call may have acted,
 * which no answer to a later one takes back.
 */
export function statusFailure(
  hop: Hop,
  response: NetworkResponse,
  now: number,
  before: "none" | "maybe",
): ToolError | undefined {
  const { status } = response;
  const words = bodyText(response).trim().slice(0, shownCharacters);
  const said = `${hop.url.host} answered ${status}${words === "" ? "" : `: ${words}`}`;
  const wait = retryAfter(response.headers["retry-after"], now);
  const waiting = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 429) return new ToolError(said, { class: "rate_limited", effect: before, ...waiting });
  if (status === 401 || status === 403) return new ToolError(said, { class: "denied", effect: before });
  const effect = before === "maybe" ? before : effectOf(hop.method);
  if (status >= 500) return new ToolError(said, { class: "unavailable", effect, ...waiting });
  return undefined;
}

/** Retry-After in milliseconds: seconds, or a date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A failure on the way as the failure of a step. `before`: whether an earlier hop of the same call may have acted. */
export function networkFailure(error: unknown, method: string, before: "none" | "maybe"): unknown {
  if (!(error instanceof WorldError)) return error;
  const sent = before === "maybe" ? "maybe" : effectOf(method);
  const { message } = error;
  switch (error.code) {
    case "not-allowed":
      return notAllowed(message, before);
    case "refused":
    case "not-found":
      return new ToolError(message, { class: "unavailable", effect: before, cause: error });
    case "invalid":
      return new ToolError(message, { class: "invalid_input", effect: before, cause: error });
    case "timeout":
      return new ToolError(message, { code: "tool/timeout", class: "timeout", effect: sent, cause: error });
    case "too-big":
      return new ToolError(`${message} A larger \`max_bytes\` takes it in.`, {
        code: "limit/output-bytes",
        class: "tool_error",
        effect: sent,
        cause: error,
      });
    case "io":
      return new ToolError(message, { class: "unavailable", effect: sent, cause: error });
    default:
      return new ToolError(message, { class: "tool_error", effect: sent, cause: error });
  }
}
