import { simulatedWorld, type ScriptedChild, type SimulatedWorld } from "@graph/world";
import { createRequire } from "node:module";
import path from "node:path";

const shipped = path.dirname(createRequire(import.meta.url).resolve("@graph/plans/package.json"));

/** What a played server does; changed by a test while it goes on. */
export interface Play {
  /** Virtual milliseconds before the handshake is answered; `Infinity`: never. */
  startsAfter?: number;
  tools?: readonly { readonly name: string; readonly description?: string; readonly inputSchema: object }[];
  /** It exits at once. */
  broken?: boolean;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly [key: string]: unknown };
}

/** A world with servers that are played. */
export interface PlayedWorld {
  readonly world: SimulatedWorld;
  /** How often each was started. */
  readonly starts: Map<string, number>;
  /** Those that run now. */
  readonly running: Set<ScriptedChild>;
  /** Names of the tools that were called. */
  readonly called: string[];
  /** Says that the list of tools has changed. */
  listChanged(command: string): void;
}

const echo = { name: "echo", inputSchema: { type: "object" } };

/** A project in `/p` whose servers are the plays, each a command of its name. */
export function worldOfServers(
  plays: Readonly<Record<string, Play>>,
  files: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
): PlayedWorld {
  const starts = new Map<string, number>();
  const running = new Set<ScriptedChild>();
  const called: string[] = [];
  const config = Object.keys(plays).map((id) => `[mcp.${id}]\ncommand = "${id}"\n`);
  const world = simulatedWorld({
    files: {
      [`${shipped}/package.json`]: "{}",
      "/p/.graph/config.toml": config.join(""),
      ...files,
    },
    processes: {
      workingFolder: "/p",
      homeFolder: "/home/me",
      environment,
      script(child) {
        const play = plays[child.command];
        if (play === undefined) return false;
        starts.set(child.command, (starts.get(child.command) ?? 0) + 1);
        if (play.broken === true) {
          child.exit(1);
          return true;
        }
        running.add(child);
        const leave = (): void => {
          running.delete(child);
          child.exit(0);
        };
        child.onInputEnd(leave);
        child.onKill(leave);
        child.onInput((text) => {
          for (const line of text.split("\n")) if (line !== "") hear(child, play, JSON.parse(line) as Message);
        });
        return true;
      },
    },
  });

  function hear(child: ScriptedChild, play: Play, { id, method, params }: Message): void {
    const answer = (result: unknown): void => child.output(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
    if (method === "initialize") {
      const wait = play.startsAfter ?? 0;
      if (wait === Infinity) return;
      const welcome = (): void =>
        answer({
          protocolVersion: "2025-06-18",
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: "x", version: "1" },
        });
      if (wait === 0) welcome();
      else world.clock.timer(wait, welcome);
    } else if (method === "tools/list") answer({ tools: play.tools ?? [echo] });
    else if (method === "tools/call") {
      called.push(String(params?.["name"]));
      answer({ content: [], structuredContent: params?.["arguments"] });
    }
  }

  return {
    world,
    starts,
    running,
    called,
    listChanged(command) {
      for (const child of running) {
        if (child.command !== command) continue;
        child.output(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`);
      }
    },
  };
}
