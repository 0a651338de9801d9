import { callTool } from "./call-tool.ts";
import type { Script, ScriptedTool } from "./script.ts";
import type { Wire } from "./wire.ts";

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
}

/** What the server does to its process. */
export interface ChaosProcess {
  readonly count: (method: string) => void;
  readonly exit: (code: number) => void;
  readonly complain: (text: string) => void;
}

/** The protocol by hand, so that every part of it can go wrong. Returns what to do with a line of stdin. */
export function createServer(
  script: Script,
  wire: Wire,
  { count, exit, complain }: ChaosProcess,
): (line: string) => void {
  const has = (behaviour: string): boolean => script.behaviours.has(behaviour);
  let tools: readonly ScriptedTool[] = script.tools;
  let stuck = false;
  let listed = false;
  const calls = new Set<unknown>();

  const answer = (id: unknown, result: unknown): void => {
    wire.send({ jsonrpc: "2.0", id, result });
    if (has("double_answer")) wire.send({ jsonrpc: "2.0", id, result });
  };
  const refuse = (id: unknown, code: number, message: string): void =>
    wire.send({ jsonrpc: "2.0", id, error: { code, message } });
  const listChanged = (): void => wire.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });

  const initialize = (message: Message): void => {
    if (has("hang_in_handshake")) return;
    if (has("exit_in_handshake")) {
      complain("chaos: no configuration found\n");
      return exit(4);
    }
    const welcome = (): void =>
      answer(message.id, {
        protocolVersion: message.params?.["protocolVersion"] ?? "2025-11-25",
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "chaos", version: "1.0.0" },
      });
    const delay = script.behaviours.get("slow_start");
    if (delay === undefined) welcome();
    else setTimeout(welcome, delay);
  };

  const afterFirstList = (): void => {
    const { later } = script;
    if (later) {
      setTimeout(() => {
        tools = later.tools;
        if (later.notify) listChanged();
      }, later.afterMs);
    }
    if (has("list_changed_storm")) for (let index = 0; index < 1000; index += 1) listChanged();
    if (has("crash_loop")) setTimeout(() => exit(9), 20);
  };

  const list = (message: Message): void => {
    const pages = script.behaviours.get("pages") ?? 1;
    const size = Math.max(1, Math.ceil(tools.length / pages));
    const page = Number(message.params?.["cursor"] ?? 0);
    const shown = has("stuck_cursor") ? tools : tools.slice(page * size, (page + 1) * size);
    const next = has("stuck_cursor") ? "1" : page + 1 < pages ? String(page + 1) : undefined;
    answer(message.id, {
      tools: shown.map((tool) => tool.definition),
      ...(next === undefined ? {} : { nextCursor: next }),
    });
    if (!listed) afterFirstList();
    listed = true;
  };

  const call = (message: Message): void => {
    const name = message.params?.["name"];
    count(`tools/call:${String(name)}`);
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) return refuse(message.id, -32602, `Unknown tool: ${String(name)}`);
    const meta = message.params?.["_meta"] as { progressToken?: unknown } | undefined;
    if (has("progress_flood")) {
      for (let index = 0; index < 5000; index += 1)
        wire.send({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: meta?.progressToken ?? message.id, progress: index, total: 5000 },
        });
    }
    const effect = callTool(tool, message.params?.["arguments"] ?? {}, has("non_utf8"));
    if (effect.kind === "exit") {
      complain(`chaos: ${tool.does}\n`);
      return exit(effect.code);
    }
    calls.add(message.id);
    if (effect.kind === "nothing") return;
    const id = has("wrong_id") ? `wrong-${String(message.id)}` : message.id;
    const reply = (): void => {
      if (calls.delete(message.id) && !stuck) answer(id, effect.result);
    };
    if (effect.afterMs > 0) setTimeout(reply, effect.afterMs);
    else reply();
  };

  const cancelled = (message: Message): void => {
    if (has("stuck_after_cancel")) stuck = true;
    // Answering a call that was taken back is allowed by nobody and done by many.
    else if (has("ignores_cancel"))
      answer(message.params?.["requestId"], { content: [], structuredContent: { late: true } });
    else calls.delete(message.params?.["requestId"]);
  };

  const handlers = new Map<string, (message: Message) => void>([
    ["initialize", initialize],
    ["tools/list", list],
    ["tools/call", call],
    ["notifications/cancelled", cancelled],
    ["ping", (message) => answer(message.id, {})],
  ]);

  if (has("banner")) wire.raw("Chaos server 1.0.0\nListening on stdio\n\n{ not json }\n");
  if (has("stderr_flood"))
    for (let index = 0; index < 2000; index += 1) complain(`chaos: ${"noise ".repeat(200)}${index}\n`);

  return (line) => {
    const message = JSON.parse(line) as Message;
    if (message.method === undefined) return;
    count(message.method);
    if (stuck) return;
    const handler = handlers.get(message.method);
    if (handler) handler(message);
    else if (message.id !== undefined) refuse(message.id, -32601, "Method not found");
  };
}
