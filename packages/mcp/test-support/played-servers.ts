import type { JsonObject } from "@graph/plan";
import { CallResult, type ToolContext } from "@graph/tools";
import { type ScriptedChild, type SimulatedWorld, simulatedWorld } from "@graph/world";
import { createFederation, type Federation, type FederationOptions } from "../src/client/federation.ts";
import type { ServerConfig } from "../src/client/server-config.ts";

/** How a server behaves. */
export interface Play {
  /** Virtual milliseconds before the handshake is answered; Infinity: never. */
  readonly startsAfter?: number;
  readonly tools?: readonly JsonObject[];
  /** Exit code at the start, or in a call. */
  readonly exits?: number;
  readonly diesInCall?: boolean;
  /** Tools after the first look; the change is told before the first list is answered. */
  readonly changesTo?: readonly JsonObject[];
  /** What it writes to stderr when it exits. */
  readonly complains?: string;
}

/** What a server was sent. */
export interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly [key: string]: unknown };
}

/** A tool that gives its arguments back. */
export const echo: JsonObject = { name: "echo", inputSchema: { type: "object" } };

/** A world whose programs are named after what they play. */
export function worldOf(
  plays: Readonly<Record<string, Play>>,
  environment: Readonly<Record<string, string>> = {},
): { world: SimulatedWorld; children: ScriptedChild[]; messages: Message[] } {
  const children: ScriptedChild[] = [];
  const messages: Message[] = [];
  const world: SimulatedWorld = simulatedWorld({
    processes: {
      environment,
      script(child) {
        const play = plays[child.command];
        if (!play) return false;
        children.push(child);
        if (play.exits !== undefined && !play.diesInCall) {
          child.error(play.complains ?? "first\nlast words\n");
          child.exit(play.exits);
        }
        child.onInputEnd(() => child.exit(0));
        child.onInput((text) => {
          for (const line of text.split("\n")) if (line !== "") hear(child, play, JSON.parse(line) as Message);
        });
        return true;
      },
    },
  });
  const hear = (child: ScriptedChild, play: Play, message: Message): void => {
    messages.push(message);
    const answer = (result: unknown): void =>
      child.output(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n`);
    if (message.method === "initialize") {
      const welcome = {
        protocolVersion: "2025-06-18",
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "x", version: "1" },
      };
      const wait = play.startsAfter ?? 0;
      if (wait !== Infinity) world.clock.timer(wait, () => answer(welcome));
    } else if (message.method === "tools/list") {
      const looks = messages.filter(({ method }) => method === "tools/list").length;
      if (play.changesTo && looks === 1)
        child.output(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`);
      answer({ tools: (looks > 1 ? play.changesTo : undefined) ?? play.tools ?? [echo] });
    } else if (message.method === "tools/call") {
      if (play.diesInCall) child.exit(play.exits ?? 1);
      else answer({ content: [], structuredContent: message.params?.["arguments"] });
    }
  };
  return { world, children, messages };
}

/** A federation of stdio servers whose programs are named like them. */
export function federate(
  world: SimulatedWorld,
  servers: readonly (Partial<ServerConfig> & { id: string })[],
  options: Partial<FederationOptions> = {},
): Federation {
  return createFederation({
    world,
    servers: servers.map((server) => ({ kind: "stdio", command: server.id, ...server }) as ServerConfig),
    ...options,
  });
}

const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  signal: new AbortController().signal,
  runId: "r",
  key: "a",
  depth: 0,
  ...more,
});

/** Calls a tool by its public name and gives its value. */
export async function call(
  federation: Federation,
  name: string,
  input: JsonObject = {},
  more: Partial<ToolContext> = {},
): Promise<unknown> {
  const result = await federation
    .tools()
    .find((tool) => tool.name === name)
    ?.call?.(input, context(more));
  return result instanceof CallResult ? result.value : result;
}

/** Each server with its state. */
export const states = (federation: Federation): string[] =>
  federation.servers().map(({ id, state }) => `${id} ${state}`);
