import type { Json, JsonObject } from "@graph/plan";
import type { NetworkResponse } from "@graph/world";

/** What `builtin__http_request` gives: the body as `json`, as the text `body`, or as `base64`. */
export interface HttpRequestOutput {
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly body?: string;
  readonly base64?: string;
}

/** Turns an answer into a result. */
export function toOutput(url: URL, response: NetworkResponse): HttpRequestOutput {
  const head = { status: response.status, url: url.href, headers: response.headers };
  const type = response.headers["content-type"] ?? "";
  if (/^[^;]*[/+]json\s*(?:;|$)/i.test(type)) {
    const parsed = parseJson(bodyText(response));
    if (parsed !== undefined) return { ...head, json: parsed };
  }
  const text = decode(response, true);
  if (text !== undefined) return { ...head, body: text };
  const { buffer, byteOffset, byteLength } = response.body;
  return { ...head, base64: Buffer.from(buffer, byteOffset, byteLength).toString("base64") };
}

/** The body as text; what cannot be read becomes U+FFFD. */
export function bodyText(response: NetworkResponse): string {
  return decode(response, false) ?? "";
}

/** In the character set that the answer names, else UTF-8; `undefined` when it must be exact and is not. */
function decode(response: NetworkResponse, fatal: boolean): string | undefined {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(response.headers["content-type"] ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal }).decode(response.body);
  } catch (error) {
    // A character set that nobody knows throws a RangeError, bytes that do not fit a TypeError.
    if (error instanceof RangeError) return new TextDecoder("utf-8").decode(response.body);
    return undefined;
  }
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Output schema of `builtin__http_request`. */
export const httpOutputSchema: JsonObject = {
  type: "object",
  required: ["status", "url", "headers"],
  properties: {
    status: { type: "integer" },
    url: { type: "string", description: "Where the answer came from, after redirects." },
    headers: { type: "object", additionalProperties: { type: "string" }, description: "Names in lower case." },
    json: { description: "The body, when it is JSON." },
    body: { type: "string", description: "The body, when it is another text." },
    base64: { type: "string", description: "The body, when it is no text." },
  },
};
