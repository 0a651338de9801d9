import type { NetworkResponse } from "@graph/world";
import type { Hop } from "./http-input.ts";

/** Most redirects of one request. */
export const mostRedirects = 5;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** What may follow to another origin: credentials hide in headers of any name, so all others stay behind. */
const travelling = new Set(["accept", "accept-language", "user-agent", "content-type"]);

/** The request that a redirect asks for; `undefined` when the answer is none. */
export function redirected(hop: Hop, response: NetworkResponse): Hop | undefined {
  const location = response.headers["location"];
  if (!redirectStatuses.has(response.status) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url.href)) return undefined;
  const url = new URL(location, hop.url.href);
  url.hash = "";
  const becomesGet = response.status === 303 ? hop.method !== "HEAD" : response.status < 303 && hop.method === "POST";
  const isSameOrigin = url.origin === hop.url.origin;
  const kept = [...hop.headers].filter(
    ([name]) => (isSameOrigin || travelling.has(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return {
    url,
    method: becomesGet ? "GET" : hop.method,
    headers: new Map(kept),
    body: becomesGet ? undefined : hop.body,
  };
}
