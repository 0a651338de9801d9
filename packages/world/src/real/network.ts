import type { IncomingMessage, RequestOptions } from "node:http";
import { clearTimeout, setTimeout } from "node:timers";
import {
  bodyTooBig,
  defaultMaxBytes,
  defaultTimeoutMs,
  joinHeaders,
  requestAborted,
  requestTimeout,
  requestUrl,
} from "../network-request.ts";
import type { Network, NetworkRequest, NetworkResponse } from "../world.ts";
import { toNetworkFailure } from "./network-failure.ts";
import { type CheckedAddress, pinnedLookup, resolveChecked } from "./resolve-host.ts";

/** The network of this machine. Every request has a connection of its own, so none is reused for another set of addresses. */
export function realNetwork(): Network {
  return { request };
}

async function request(asked: NetworkRequest): Promise<NetworkResponse> {
  const url = requestUrl(asked.url);
  const timeoutMs = Math.min(Math.max(asked.timeoutMs ?? defaultTimeoutMs, 0), 2 ** 31 - 1);
  if (asked.signal?.aborted === true) throw requestAborted(url.host);
  const stop = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true });
  });
  stopped.catch(() => {});
  const timer = setTimeout(() => stop.abort(requestTimeout(url.host, timeoutMs)), timeoutMs);
  const giveUp = (): void => stop.abort(requestAborted(url.host));
  asked.signal?.addEventListener("abort", giveUp, { once: true });
  try {
    // A question to the name server cannot be called back: its late answer is dropped.
    const addresses = await Promise.race([resolveChecked(url, asked.allowAddress), stopped]);
    return await Promise.race([exchange(url, asked, addresses, stop.signal), stopped]);
  } catch (error) {
    throw toNetworkFailure(error, url.host);
  } finally {
    clearTimeout(timer);
    asked.signal?.removeEventListener("abort", giveUp);
  }
}

async function exchange(
  url: URL,
  asked: NetworkRequest,
  addresses: readonly CheckedAddress[],
  signal: AbortSignal,
): Promise<NetworkResponse> {
  // Loaded when it is needed: starting the program must not pay for HTTP.
  const { request: send } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  signal.throwIfAborted();
  const options: RequestOptions = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: url.pathname + url.search,
    method: asked.method,
    headers: headersOf(asked),
    agent: false,
    lookup: pinnedLookup(addresses),
  };
  return new Promise<NetworkResponse>((resolve, reject) => {
    const outgoing = send(options, (incoming) => {
      readBody(incoming, url.host, asked).then(resolve, (error: unknown) => {
        outgoing.destroy();
        reject(toNetworkFailure(error, url.host));
      });
    });
    signal.addEventListener("abort", () => outgoing.destroy(), { once: true });
    outgoing.on("error", reject);
    outgoing.end(asked.body);
  });
}

function headersOf(asked: NetworkRequest): Record<string, string> {
  const names = new Map<string, string>([["accept-encoding", "identity"]]);
  for (const [name, value] of Object.entries(asked.headers ?? {})) names.set(name.toLowerCase(), value);
  return Object.fromEntries(names);
}

async function readBody(incoming: IncomingMessage, host: string, asked: NetworkRequest): Promise<NetworkResponse> {
  const maxBytes = asked.maxBytes ?? defaultMaxBytes;
  if (Number(incoming.headers["content-length"]) > maxBytes && asked.method !== "HEAD") {
    throw bodyTooBig(host, maxBytes);
  }
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    total += part.length;
    if (total > maxBytes) throw bodyTooBig(host, maxBytes);
    parts.push(part);
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: joinHeaders(headerLines(incoming.rawHeaders)),
    body: Buffer.concat(parts, total),
  };
}

function* headerLines(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let index = 0; index + 1 < raw.length; index += 2) yield [raw[index] ?? "", raw[index + 1] ?? ""];
}
