import type { JsonObject } from "@graph/plan";
import type { CallResult, ToolContext } from "@graph/tools";
import type { World } from "@graph/world";
import type { CallSlots } from "./call-slots.ts";
import type { Connection } from "./connection.ts";
import { aborted, callFailure, exitedInCall, gone, httpStatus, networkReason, timedOut } from "./failure.ts";
import type { ManagedServer } from "./managed-server.ts";
import { redactorOf } from "./server-redactor.ts";
import { readToolResult } from "./tool-result.ts";
import { abortable, createLimit } from "./waiting.ts";

/** Where the depth of a call stands in its `_meta`. */
const depthKey = "graph/depth";

export interface ServerCall {
  readonly server: ManagedServer;
  readonly slots: CallSlots;
  readonly world: World;
  readonly rawName: string;
  readonly publicName: string;
  readonly hasOutputSchema: boolean;
  readonly idempotencyArgument: string | undefined;
}

/** Calls a tool of a server once. Throws a `ToolError` that names the server when it is to blame. */
export async function callServerTool(call: ServerCall, input: JsonObject, context: ToolContext): Promise<CallResult> {
  const { server, publicName } = call;
  const { signal } = context;
  const redactor = redactorOf(server.config);
  const sent: { connection?: Connection } = {};
  let release: (() => void) | undefined;
  try {
    release = await call.slots.take(signal);
    const connection = await server.connected(signal);
    if (server.tools && !server.tools.rawNames.has(call.rawName)) throw gone(server.config.id, call.rawName);
    const params = {
      name: call.rawName,
      arguments: withKey(call, input, context),
      _meta: { [depthKey]: context.depth + 1 },
    };
    const answer = await sendCall(call, connection, params, signal, sent);
    server.worked();
    const bytes = sent.connection?.answerSize(answer);
    return readToolResult(answer, { name: publicName, hasOutputSchema: call.hasOutputSchema, bytes, redactor });
  } catch (error) {
    if (!signal.aborted) throw callFailure(error, server.config.id, publicName, redactor);
    if (sent.connection) server.checkAlive(sent.connection);
    throw aborted(publicName, sent.connection !== undefined);
  } finally {
    release?.();
  }
}

async function sendCall(
  call: ServerCall,
  connection: Connection,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  sent: { connection?: Connection },
): Promise<JsonObject> {
  const { server, publicName } = call;
  const { id, timeoutMs } = server.config;
  const stop = new AbortController();
  const stopped = (): void => stop.abort(new Error("aborted"));
  signal.addEventListener("abort", stopped, { once: true });
  const limit = timeoutMs === undefined ? undefined : createLimit(call.world, timeoutMs);
  limit?.signal.addEventListener("abort", stopped, { once: true });
  try {
    sent.connection = connection;
    try {
      return await ask(connection, params, stop.signal);
    } catch (error) {
      // The session is over on the server: it refused the call before looking at it.
      if (httpStatus(error) !== 404) throw error;
      server.replace(connection, "does not know the session any more");
      sent.connection = await server.connected(stop.signal);
      return await ask(sent.connection, params, stop.signal);
    }
  } catch (error) {
    if (limit?.isOver() === true) {
      server.checkAlive(sent.connection ?? connection);
      throw timedOut(id, publicName, timeoutMs ?? 0);
    }
    const used = sent.connection ?? connection;
    const reason = used.endReason();
    if (reason !== undefined) throw exitedInCall(id, publicName, reason);
    // What the operator is shown must not go on saying that the server is well.
    const unreachable = networkReason(error);
    if (unreachable !== undefined) server.replace(used, unreachable);
    throw error;
  } finally {
    limit?.cancel();
    signal.removeEventListener("abort", stopped);
  }
}

async function ask(
  connection: Connection,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<JsonObject> {
  return (await abortable(connection.request("tools/call", params, signal), signal)) as JsonObject;
}

function withKey({ idempotencyArgument }: ServerCall, input: JsonObject, { idempotencyKey }: ToolContext): JsonObject {
  if (idempotencyKey === undefined || idempotencyArgument === undefined || Object.hasOwn(input, idempotencyArgument))
    return input;
  return { ...input, [idempotencyArgument]: idempotencyKey };
}
