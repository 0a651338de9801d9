import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/** The ids of requests that were sent and not answered, by their text: some servers answer `1` with `"1"`. */
export type OpenRequests = Map<string, string | number>;

/** JSON-RPC's code for a fault inside the server. */
const internalError = -32603;

/**
 * Makes one message of what a server wrote, or nothing when it is none. An answer that is no answer becomes the failure of its
 * request, because the library would drop it and the call would wait for ever; an answer that nobody waits for is dropped here,
 * because the library would write it out whole into an error.
 */
export function readMessage(value: unknown, open: OpenRequests): JSONRPCMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { id, method, params } = value;
  if (typeof method === "string") {
    const fields = isRecord(params) ? { method, params } : { method };
    if (id === undefined) return { jsonrpc: "2.0", ...fields };
    return isId(id) ? { jsonrpc: "2.0", id, ...fields } : undefined;
  }
  if (!isId(id)) return undefined;
  const request = open.get(String(id));
  if (request === undefined) return undefined;
  if (!Object.hasOwn(value, "result") && !Object.hasOwn(value, "error")) return undefined;
  open.delete(String(id));
  return readAnswer(request, value);
}

function readAnswer(id: string | number, value: Record<string, unknown>): JSONRPCMessage {
  const { result, error } = value;
  if (isRecord(error)) {
    const code = typeof error["code"] === "number" ? Math.trunc(error["code"]) || internalError : internalError;
    const message = typeof error["message"] === "string" ? error["message"] : "the server gave no reason";
    return { jsonrpc: "2.0", id, error: { code, message } };
  }
  if (isRecord(result)) return { jsonrpc: "2.0", id, result };
  return {
    jsonrpc: "2.0",
    id,
    error: { code: internalError, message: "the server's answer is neither a result nor an error" },
  };
}

/** The id of the request that a line answers, read off its beginning or end; for lines that are too long to be parsed. */
export function idOfLongAnswer(head: string, tail: string, open: OpenRequests): string | number | undefined {
  const atHead = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*"?([^",\s}]+)/.exec(head)?.[1];
  const atTail = /"id"\s*:\s*"?([^",\s}]+)"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)?.[1];
  return open.get(atHead ?? atTail ?? "");
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || typeof id === "number";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
