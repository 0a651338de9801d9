import {
  bodyTooBig,
  defaultMaxBytes,
  defaultTimeoutMs,
  requestAborted,
  requestTimeout,
  requestUrl,
} from "../network-request.ts";
import { type Clock, type Network, type NetworkRequest, type NetworkResponse, WorldError } from "../world.ts";

/** What a scripted server is asked. */
export interface ScriptedRequest extends NetworkRequest {
  /** The address that the connection goes to. */
  readonly address: string;
}

/** Answers requests; throws a `WorldError` to be unreachable; a promise that never settles runs into the timeout. */
export type NetworkScript = (request: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse>;

/** An answer; a text body is sent as UTF-8. */
export interface ScriptedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What the simulated network knows. */
export interface SimulatedNetworkOptions {
  /** Addresses by host name; a function is asked anew at each resolution. Hosts that are not named resolve to 192.0.2.1. */
  readonly addresses?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;
  /** Without a script every connection is refused. */
  readonly script?: NetworkScript;
}

/** A network without wires, and the connections that were made on it. */
export interface SimulatedNetwork extends Network {
  readonly connections: readonly { readonly url: string; readonly address: string }[];
}

/** A network that a script plays. Timeouts run on the given clock. */
export function simulatedNetwork(clock: Clock, options: SimulatedNetworkOptions = {}): SimulatedNetwork {
  const connections: { url: string; address: string }[] = [];
  return {
    connections,
    async request(request) {
      const url = requestUrl(request.url);
      if (request.signal?.aborted === true) throw requestAborted(url.host);
      const address = resolve(url, request, options);
      connections.push({ url: url.href, address });
      const { script } = options;
      if (script === undefined) {
        throw new WorldError("refused", url.host, `No connection to ${url.host} could be made.`);
      }
      const answer = await limited(clock, url.host, request, async () => script({ ...request, address }));
      return finish(answer, url.host, request);
    },
  };
}

function resolve(url: URL, request: NetworkRequest, options: SimulatedNetworkOptions): string {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const listed = new Map(Object.entries(options.addresses ?? {})).get(host) ?? ["192.0.2.1"];
  const addresses =
    process.getBuiltinModule("node:net").isIP(host) === 0 ? (typeof listed === "function" ? listed() : listed) : [host];
  for (const address of addresses) {
    if (request.allowAddress !== undefined && !request.allowAddress(address)) {
      throw new WorldError("not-allowed", host, `${host} leads to ${address}, which may not be connected to.`);
    }
  }
  const [first] = addresses;
  if (first === undefined) throw new WorldError("not-found", host, `No address is known for the host ${host}.`);
  return first;
}

function limited<T>(clock: Clock, host: string, request: NetworkRequest, work: () => Promise<T>): Promise<T> {
  const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
  return new Promise<T>((resolve, reject) => {
    const finished = (): void => {
      timer.cancel();
      request.signal?.removeEventListener("abort", giveUp);
    };
    const giveUp = (): void => {
      finished();
      reject(requestAborted(host));
    };
    const timer = clock.timer(timeoutMs, () => {
      finished();
      reject(requestTimeout(host, timeoutMs));
    });
    request.signal?.addEventListener("abort", giveUp, { once: true });
    work().then(resolve, reject).finally(finished);
  });
}

function finish(answer: ScriptedResponse, host: string, request: NetworkRequest): NetworkResponse {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  const body =
    typeof answer.body === "string" ? new TextEncoder().encode(answer.body) : (answer.body ?? new Uint8Array());
  if (body.length > maxBytes) throw bodyTooBig(host, maxBytes);
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status: answer.status, headers: Object.fromEntries(headers), body };
}
