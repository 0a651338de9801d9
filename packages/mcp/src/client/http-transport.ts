import type { Transport } from "@modelcontextprotocol/client";
import { answerTooLarge, largestAnswer } from "./process-transport.ts";

/** The code of a call whose answer was lost on the way, as a JSON-RPC error of our own making; outside the range that servers use. */
export const answerLost = -31_002;

/** What is wrong with an address, `undefined` when nothing is; quotes `shownUrl`. Credentials and answers of tools do not travel in the clear. */
export function addressProblem(url: string, shownUrl?: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) {
    const has = shownUrl === undefined ? "an address that is none" : `\`${shownUrl}\` for an address, which is none`;
    return `has ${has}; write one such as https://example.com/mcp`;
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return "has a user name or a password in its address; send them in a header instead";
  }
  if (parsed.protocol === "https:") return undefined;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(parsed.hostname);
  if (parsed.protocol === "http:" && isLocal) return undefined;
  return "has an address that does not begin with https://; http:// is for this machine (127.0.0.1, localhost)";
}

export interface HttpTransport extends Transport {
  /** Takes the session back on the server. */
  terminateSession(): Promise<void>;
}

/** The library's Streamable HTTP transport. Redirects stay within the origin, so that a header never reaches another server. */
export async function createHttpTransport(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
    fetch: fetchWithLimit,
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 3,
    },
  });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const id = "id" in message && "method" in message ? message.id : undefined;
    // The library lets a call wait for ever when the stream of its answer ends without one. A call that was answered is no longer known there.
    const onRequestStreamEnd = (): void => {
      if (id !== undefined)
        transport.onmessage?.({
          jsonrpc: "2.0",
          id,
          error: { code: answerLost, message: "the connection ended before the answer" },
        });
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
  return transport;
}

/** This package's only door to the network. A body over the limit of an answer ends in an error instead of in memory. */
async function fetchWithLimit(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  // A stream of events is as long as the connection; the limit counts for each event.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes = isStream && endsEvent(chunk) ? 0 : bytes + chunk.byteLength;
      if (bytes > largestAnswer)
        controller.error(Object.assign(new Error("an answer over 64 MB"), { code: answerTooLarge }));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers: response.headers });
}

const lineFeed = 10;
const carriageReturn = 13;

/** Whether an empty line, the end of an event, stands in a piece of a stream. */
function endsEvent(chunk: Uint8Array): boolean {
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
    const next = chunk[at + 1] === carriageReturn ? chunk[at + 2] : chunk[at + 1];
    if (next === lineFeed) return true;
  }
  return false;
}
