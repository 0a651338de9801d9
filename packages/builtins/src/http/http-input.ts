import type { Json, JsonObject } from "@graph/plan";
import { ToolError } from "@graph/tools";

/** What `builtin__http_request` takes. */
export interface HttpRequestInput {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Json>>;
  readonly body?: string;
  readonly json?: Json;
  readonly idempotency_key?: string;
  readonly timeout_ms?: number;
  readonly max_bytes?: number;
}

/** A request as it goes over the line; redirects make a new one of it. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | undefined;
}

/** Set by the connection itself: setting them by hand reaches other hosts or splits requests. */
const ownHeaders = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "proxy-authorization",
  "proxy-connection",
]);

const withoutBody = new Set(["GET", "HEAD"]);

/** Makes the first request. Throws a `ToolError` of the class `invalid_input`. */
export function firstHop(input: HttpRequestInput, idempotencyKey: string | undefined): Hop {
  const method = input.method ?? "GET";
  const url = readUrl(input);
  const headers = new Map<string, string>([["user-agent", "graph"]]);
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    const key = name.toLowerCase();
    if (ownHeaders.has(key)) throw invalid(`The header \`${name}\` is set by the connection and cannot be given.`);
    headers.set(key, value);
  }
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  if (input.body !== undefined && input.json !== undefined) throw invalid("Give `body` or `json`, not both.");
  const body = input.json === undefined ? input.body : JSON.stringify(input.json);
  if (body !== undefined && withoutBody.has(method)) throw invalid(`A ${method} request has no body.`);
  if (input.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  return { url, method, headers, body };
}

function readUrl(input: HttpRequestInput): URL {
  if (!URL.canParse(input.url)) throw invalid(`${JSON.stringify(input.url)} is not a web address.`);
  const url = new URL(input.url);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const part of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (part !== null) url.searchParams.append(name, typeof part === "object" ? JSON.stringify(part) : String(part));
    }
  }
  url.hash = "";
  return url;
}

function invalid(message: string): ToolError {
  return new ToolError(message, { class: "invalid_input", effect: "none" });
}

/** Input schema of `builtin__http_request`. */
export const httpInputSchema: JsonObject = {
  type: "object",
  required: ["url"],
  additionalProperties: false,
  properties: {
    url: { type: "string", minLength: 1, description: "An http or https address without a user name or password." },
    method: { enum: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], default: "GET" },
    headers: { type: "object", additionalProperties: { type: "string" }, description: "Header lines by name." },
    query: {
      type: "object",
      description: "Added to the address. A list repeats its name, null is left out.",
      additionalProperties: {
        type: ["string", "number", "boolean", "null", "array"],
        items: { type: ["string", "number", "boolean"] },
      },
    },
    body: { type: "string", description: "Sent as UTF-8." },
    json: { description: "A value that is sent as JSON, instead of `body`." },
    idempotency_key: {
      type: "string",
      minLength: 1,
      description: "Sent as the header Idempotency-Key: a server that knows it acts once however often it is asked.",
    },
    timeout_ms: {
      type: "integer",
      minimum: 1,
      maximum: 600_000,
      default: 30_000,
      description: "Time for each request, redirects counted apart.",
    },
    max_bytes: {
      type: "integer",
      minimum: 1,
      maximum: 67_108_864,
      default: 1_048_576,
      description: "Largest body that is taken in.",
    },
  },
};
