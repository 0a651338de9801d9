import { WorldError } from "./world.ts";

/** Limits of a request when it names none: 1 MiB of body and 30 s. */
export const defaultMaxBytes: number = 1024 * 1024;
export const defaultTimeoutMs: number = 30_000;

/** Reads the address of a request; only http and https, no user name or password in it. */
export function requestUrl(text: string): URL {
  if (!URL.canParse(text)) throw new WorldError("invalid", text, `${JSON.stringify(text)} is not a web address.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new WorldError("invalid", text, `Only http and https addresses can be asked, not ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new WorldError("invalid", url.host, "A user name or password in an address is not sent: use a header.");
  }
  return url;
}

/** Header lines as one record: names in lower case, repeated ones joined. Own keys only, whatever a server calls them. */
export function joinHeaders(lines: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}

/** A body over its limit. */
export function bodyTooBig(host: string, maxBytes: number): WorldError {
  return new WorldError("too-big", host, `The answer of ${host} is larger than ${maxBytes} bytes.`);
}

/** An exchange that took too long. */
export function requestTimeout(host: string, timeoutMs: number): WorldError {
  return new WorldError("timeout", host, `${host} did not answer completely within ${timeoutMs} ms.`);
}

/** An exchange that was given up by whoever asked. */
export function requestAborted(host: string): WorldError {
  return new WorldError("aborted", host, `The request to ${host} was given up.`);
}
