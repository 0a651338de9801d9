/** The fake tools as an MCP server over stdio: `fake-server STATE_FILE OUT_FILE`. Answers line by line, in the order of arrival. */
import { createInterface } from "node:readline";
import { FakeFailure, fakeBehaviours, type FakeContext } from "./fake-behaviours.ts";
import { fakeDefinitions } from "./fake-definitions.ts";
import { FakeState } from "./fake-state.ts";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const [stateFile = "", outFile = ""] = process.argv.slice(2);
const state = new FakeState(stateFile);
const aborts = new Map<number | string, AbortController>();

const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
};

const tools = fakeDefinitions.map((definition) => ({
  name: definition.name,
  description: definition.description,
  inputSchema: definition.inputSchema,
  annotations: { readOnlyHint: definition.readOnly, idempotentHint: definition.idempotent },
}));

async function callTool(id: number | string, params: Readonly<Record<string, unknown>>): Promise<void> {
  const name = String(params["name"]);
  const input = (params["arguments"] ?? {}) as Readonly<Record<string, unknown>>;
  const behaviour = fakeBehaviours.get(name);
  if (behaviour === undefined) {
    send({ id, error: { code: -32602, message: `there is no tool ${name}` } });
    return;
  }
  const abort = new AbortController();
  aborts.set(id, abort);
  const key = input["idempotency_key"];
  state.begin(name, typeof key === "string" ? key : undefined);
  const context: FakeContext = {
    state,
    signal: () => abort.signal,
    delay: (milliseconds, fire) => {
      const timer = setTimeout(fire, milliseconds);
      return { cancel: () => clearTimeout(timer) };
    },
    random: () => Math.random(),
    outFile,
  };
  try {
    const value = (await behaviour(input, context)) ?? null;
    const structured = typeof value === "object" && !Array.isArray(value) ? { structuredContent: value } : {};
    send({ id, result: { content: [{ type: "text", text: JSON.stringify(value) }], ...structured } });
  } catch (failure) {
    const text = failure instanceof FakeFailure ? failure.message : String(failure);
    send({ id, result: { isError: true, content: [{ type: "text", text }] } });
  } finally {
    state.end(name);
    aborts.delete(id);
  }
}

function answer({ id, method, params = {} }: Message): void {
  if (method === "notifications/cancelled") aborts.get(params["requestId"] as number | string)?.abort();
  if (id === undefined) return;
  switch (method) {
    case "initialize":
      send({
        id,
        result: {
          protocolVersion: params["protocolVersion"],
          capabilities: { tools: {} },
          serverInfo: { name: "fake", version: "1.0.0" },
        },
      });
      break;
    case "tools/list":
      send({ id, result: { tools } });
      break;
    case "tools/call":
      void callTool(id, params);
      break;
    case "ping":
      send({ id, result: {} });
      break;
    default:
      send({ id, error: { code: -32601, message: `unknown method ${String(method)}` } });
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (line.trim() !== "") answer(JSON.parse(line) as Message);
  })
  .on("close", () => process.exit(0));
