import { defineTool, type Tool, type ToolContext, ToolError } from "@graph/tools";
import type { NetworkResponse } from "@graph/world";
import type { BuiltinDependencies } from "../dependencies.ts";
import { addressProblem, isLocalName, judgeHost } from "./host-rules.ts";
import { effectOf, networkFailure, notAllowed, statusFailure } from "./http-failure.ts";
import { firstHop, type Hop, httpInputSchema, type HttpRequestInput } from "./http-input.ts";
import { httpOutputSchema, type HttpRequestOutput, toOutput } from "./http-output.ts";
import { mostRedirects, redirected } from "./redirect.ts";

/** `builtin__http_request`: one HTTP request to a host that the operator has allowed. */
export function httpRequestTool(dependencies: BuiltinDependencies): Tool<HttpRequestInput, HttpRequestOutput> {
  return defineTool({
    name: "http_request",
    title: "Make an HTTP request",
    description:
      "Sends one HTTP request to a host that the operator has allowed (`[tools].http_hosts`) and returns status, headers and body. Follows up to 5 redirects to allowed hosts. The statuses 401, 403, 429 and 5xx fail the step; every other status is a result.",
    inputSchema: httpInputSchema,
    outputSchema: httpOutputSchema,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    idempotencyArgument: "idempotency_key",
    run: (input: HttpRequestInput, context: ToolContext) => follow(dependencies, input, context),
  });
}

async function follow(
  dependencies: BuiltinDependencies,
  input: HttpRequestInput,
  context: ToolContext,
): Promise<HttpRequestOutput> {
  let hop = firstHop(input, input.idempotency_key ?? context.idempotencyKey);
  /** Whether an earlier hop may have acted: a POST that is answered by a redirect has been received. */
  let before: "none" | "maybe" = "none";
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await send(dependencies, hop, input, context, before);
    const next = redirected(hop, response);
    if (next === undefined) {
      const failure = statusFailure(hop, response, dependencies.world.clock.now(), before);
      if (failure !== undefined) throw failure;
      return toOutput(hop.url, response);
    }
    if (effectOf(hop.method) === "maybe") before = "maybe";
    if (hop.url.protocol === "https:" && next.url.protocol === "http:") {
      throw notAllowed(
        `${hop.url.host} redirects from https to http, which would send the request in the clear.`,
        before,
      );
    }
    hop = next;
  }
  throw new ToolError(`${hop.url.host} redirects more than ${mostRedirects} times.`, {
    class: "tool_error",
    effect: before,
  });
}

async function send(
  { world, httpHosts }: BuiltinDependencies,
  hop: Hop,
  input: HttpRequestInput,
  context: ToolContext,
  before: "none" | "maybe",
): Promise<NetworkResponse> {
  const { url, method } = hop;
  const { exact } = assertAllowed(url, httpHosts, before);
  if (!exact && isLocalName(url.hostname)) throw internal(`${url.host} is this machine`, url, before);
  let refused: string | undefined;
  try {
    return await world.network.request({
      url: url.href,
      method,
      headers: Object.fromEntries(hop.headers),
      ...(hop.body !== undefined && { body: hop.body }),
      ...(input.max_bytes !== undefined && { maxBytes: input.max_bytes }),
      ...(input.timeout_ms !== undefined && { timeoutMs: input.timeout_ms }),
      signal: context.signal,
      allowAddress(address) {
        const problem = exact ? undefined : addressProblem(address);
        if (problem !== undefined) refused = `${url.host} leads to ${address}, ${problem}`;
        return problem === undefined;
      },
    });
  } catch (error) {
    throw refused === undefined ? networkFailure(error, method, before) : internal(refused, url, before);
  }
}

function internal(problem: string, url: URL, before: "none" | "maybe"): ToolError {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const entry = `"${url.hostname}:${port}"`;
  const message = `${problem}. Such hosts are reached only when \`[tools].http_hosts\` names host and port: ${entry}.`;
  return notAllowed(message, before);
}

function assertAllowed(url: URL, hosts: readonly string[], before: "none" | "maybe"): { readonly exact: boolean } {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw notAllowed(`Only http and https addresses may be asked, not ${url.protocol}`, before);
  }
  if (url.username !== "" || url.password !== "") {
    throw notAllowed(`An address with a user name or password may not be asked (${url.host}): send a header.`, before);
  }
  const verdict = judgeHost(url, hosts);
  if (!verdict.allowed) {
    const open = hosts.length === 0 ? "none is" : `allowed are ${hosts.join(", ")}`;
    throw notAllowed(`The host ${url.host} is not allowed by \`[tools].http_hosts\` (${open}).`, before);
  }
  return verdict;
}
