import type { Redactor } from "@graph/runner";
import { ToolError } from "@graph/tools";
import { answerLost } from "./http-transport.ts";
import { answerTooLarge } from "./process-transport.ts";
import { cutText, visibleText } from "./visible-text.ts";

/** JSON-RPC's codes for calls that a server refuses before it acts. */
const unknownMethod = -32601;
const invalidParams = -32602;

/** The server cannot be reached: nothing was sent. */
export function unavailable(server: string, reason: string): ToolError {
  return new ToolError(`The server \`${server}\` cannot be used: it ${reason}.`, {
    code: "tool/unavailable",
    class: "unavailable",
    effect: "none",
  });
}

/** The server ended, or was ended, while a call was open. */
export function exitedInCall(server: string, tool: string, reason: string): ToolError {
  const message = `The server \`${server}\` ${reason} while \`${tool}\` was called; nobody knows whether the call took effect.`;
  return new ToolError(message, { code: "tool/server-exited", class: "unavailable" });
}

export function timedOut(server: string, tool: string, milliseconds: number): ToolError {
  const message = `\`${tool}\` of the server \`${server}\` took longer than its limit of ${milliseconds} ms.`;
  return new ToolError(message, { code: "tool/timeout", class: "timeout" });
}

export function gone(server: string, tool: string): ToolError {
  const message = `The server \`${server}\` does not list the tool \`${tool}\` any more.`;
  return new ToolError(message, { code: "tool/gone", class: "tool_error", effect: "none" });
}

/** The call was taken back; `sent` when the server had it by then. */
export function aborted(tool: string, sent: boolean): ToolError {
  return new ToolError(`The call of \`${tool}\` was aborted.`, {
    code: "tool/failed",
    class: "cancelled",
    effect: sent ? "maybe" : "none",
  });
}

/** What a call's rejection means. Read off the error's fields: the library is loaded late, and its classes with it. */
export function callFailure(error: unknown, server: string, tool: string, redactor: Redactor): ToolError {
  if (error instanceof ToolError) return error;
  const { code } = error as { code?: unknown };
  const words = wordsOf(error, 8 * 1024, redactor);
  const status = httpStatus(error);
  if (status !== undefined) return httpFailure(status, server, tool);
  if (code === answerTooLarge) {
    const text = `\`${tool}\` of the server \`${server}\` sent ${words}; at most 64 MB are taken in.`;
    return new ToolError(text, { code: "limit/output-bytes", class: "limit" });
  }
  if (code === answerLost || code === "CONNECTION_CLOSED" || wasCut(error))
    return exitedInCall(server, tool, "was disconnected");
  if (typeof code === "number") {
    const refused = code === unknownMethod || code === invalidParams;
    // The library writes the code in front of the server's words.
    const text = words.replace(/^MCP error -?\d+: /, "") || `The tool \`${tool}\` failed and gave no reason.`;
    return new ToolError(text, refused ? { class: "invalid_input", effect: "none" } : {});
  }
  const reason = networkReason(error);
  if (reason !== undefined) return unavailable(server, reason);
  const text = `\`${tool}\` of the server \`${server}\` gave an answer that cannot be read.`;
  return new ToolError(text, { code: "tool/failed", class: "tool_error" });
}

/** Why a server could not be started or listed, as the rest of a sentence that begins with its name. */
export function startFailure(
  error: unknown,
  redactor: Redactor,
): { readonly state: "failed" | "auth"; readonly reason: string } {
  const status = httpStatus(error);
  if (status === 401 || status === 403 || (error as { name?: unknown }).name === "UnauthorizedError") {
    return {
      state: "auth",
      reason: `wants other credentials (HTTP ${status ?? 401}); check \`headers\` in its config`,
    };
  }
  if (status !== undefined) return { state: "failed", reason: `answered with HTTP ${status}` };
  const reason = networkReason(error);
  if (reason !== undefined) return { state: "failed", reason };
  const { code } = error as { code?: unknown };
  const words = wordsOf(error, 300, redactor);
  if (code === "INVALID_RESULT") return { state: "failed", reason: "gave an answer that is no MCP handshake" };
  if (typeof code === "number")
    return { state: "failed", reason: `refused the handshake: ${words.replace(/^MCP error -?\d+: /, "")}` };
  return { state: "failed", reason: words };
}

function wordsOf(error: unknown, limit: number, redactor: Redactor): string {
  return error instanceof Error ? cutText(visibleText(redactor.cutText(error.message)), limit) : "it gave no reason";
}

/** The request itself was refused, by its form. Others, a redirect or 408 among them, may come after the server has acted. */
const refusedUnread: ReadonlySet<number> = new Set([400, 404, 405, 406, 411, 413, 414, 415, 422]);

function httpFailure(status: number, server: string, tool: string): ToolError {
  const said = `The server \`${server}\` answered the call of \`${tool}\` with HTTP ${status}`;
  if (status === 401 || status === 403) {
    return new ToolError(`${said}: it wants other credentials; check \`headers\` in its config.`, {
      class: "denied",
      effect: "none",
    });
  }
  if (status === 429) return new ToolError(`${said}: too many calls.`, { class: "rate_limited", effect: "none" });
  // 503 too: what stands in front of a server says it when the answer was lost behind it.
  if (status >= 500) return new ToolError(`${said}.`, { code: "tool/unavailable", class: "unavailable" });
  return new ToolError(`${said}.`, { effect: refusedUnread.has(status) ? "none" : "maybe" });
}

export function httpStatus(error: unknown): number | undefined {
  const data = (error as { data?: unknown }).data;
  const status = typeof data === "object" && data !== null ? (data as { status?: unknown }).status : undefined;
  return typeof status === "number" ? status : undefined;
}

/** What Node says when no connection came about, in words; nothing was sent then. */
export function networkReason(error: unknown): string | undefined {
  for (const { code, syscall } of systemErrors(error)) {
    if (code === "ECONNREFUSED") return "refused the connection";
    if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "has an address that cannot be found";
    // A connection that stands can lose its way too: then the request may have arrived.
    const isLost = code === "EHOSTUNREACH" || code === "ENETUNREACH";
    if (code === "UND_ERR_CONNECT_TIMEOUT" || (isLost && syscall === "connect")) return "cannot be reached";
    if (/^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) return "has a certificate that is not trusted";
  }
  return undefined;
}

const brokenCodes: ReadonlySet<string> = new Set([
  "UND_ERR_SOCKET",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** The connection broke after it had come about: the request may have arrived. */
function wasCut(error: unknown): boolean {
  return systemErrors(error).some(({ code }) => brokenCodes.has(code));
}

interface SystemError {
  readonly code: string;
  readonly syscall: unknown;
}

/** What Node says of an error and of its causes: fetch hides it in the cause of the cause. */
function systemErrors(error: unknown): SystemError[] {
  const errors: SystemError[] = [];
  let next: unknown = error;
  for (let depth = 0; depth < 4 && typeof next === "object" && next !== null; depth += 1) {
    const {
      code,
      syscall,
      cause,
      errors: attempts,
    } = next as {
      code?: unknown;
      syscall?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    if (typeof code === "string") errors.push({ code, syscall });
    // A name with several addresses fails with one error for each.
    next = cause ?? (Array.isArray(attempts) ? (attempts as unknown[])[0] : undefined);
  }
  return errors;
}
