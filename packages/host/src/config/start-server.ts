import path from "node:path";
import type { ServerConfig as StartedServer } from "@graph/mcp";
import type { World } from "@graph/world";
import type { ServerConfig } from "./config.ts";
import { fillVariables } from "./fill-variables.ts";
import { expandHome } from "./home-folder.ts";

/** A server ready to be started, or why it cannot be. */
export type ServerStart = { readonly server: StartedServer } | { readonly problem: string };

/**
 * Fills in the variables of a server's table. Called right before it is started; nothing of the result is kept. `operatorSecrets`: what
 * else must not be seen in the words of the server.
 */
export function startServer(
  world: World,
  folder: string,
  config: ServerConfig,
  operatorSecrets: readonly string[] = [],
): ServerStart {
  if (config.unusable !== undefined) return { problem: config.unusable };
  const missing = new Set<string>();
  const secrets = new Set(operatorSecrets);
  const fill = (text: string): string => {
    const filled = fillVariables(text, (name) => world.processes.environment(name));
    for (const name of filled.missing) missing.add(name);
    for (const value of filled.values) secrets.add(value);
    return filled.text;
  };
  const fillAll = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(table).map(([key, text]) => [key, fill(text)]));
  const command = config.command === undefined ? undefined : fill(config.command);
  const url = config.url === undefined ? undefined : fill(config.url);
  const args = config.args.map(fill);
  const env = fillAll(config.env);
  const headers = fillAll(config.headers);
  const cwd = path.resolve(folder, expandHome(world, fill(config.cwd ?? ".")));
  if (missing.size > 0) {
    const names = [...missing].map((name) => `\`${name}\``).join(" and ");
    return { problem: `cannot be started: the environment variable ${names}, which its config reads, is not set` };
  }
  const reached =
    url !== undefined
      ? ({ kind: "http", url, headers } as const)
      : ({ kind: "stdio", command: commandPath(expandHome(world, command ?? ""), folder), args, env, cwd } as const);
  const overrides = [...config.toolOverrides];
  const word = (key: "readOnly" | "idempotent"): readonly string[] => [
    ...config[key],
    ...overrides.flatMap(([tool, override]) => {
      const said = override[key];
      return said === undefined ? [] : [said ? tool : `!${tool}`];
    }),
  ];
  return {
    server: {
      ...reached,
      id: config.id,
      secrets: [...secrets],
      ...(config.url !== undefined && { shownUrl: config.url }),
      ...(config.timeoutMs !== undefined && { timeoutMs: config.timeoutMs }),
      ...(config.concurrency !== undefined && { concurrency: config.concurrency }),
      ...(config.includeTools !== undefined && { includeTools: config.includeTools }),
      excludeTools: config.excludeTools,
      trustAnnotations: config.trustAnnotations,
      readOnly: word("readOnly"),
      idempotent: word("idempotent"),
      ...(config.idempotencyArgument !== undefined && { idempotencyArgument: config.idempotencyArgument }),
      tags: config.tags,
      ...(config.category !== undefined && { category: config.category }),
      toolOverrides: Object.fromEntries(
        overrides.map(([tool, { readOnly: _readOnly, idempotent: _idempotent, ...rest }]) => [tool, rest]),
      ),
    },
  };
}

/** A command with a folder in it counts from the project; one without is looked up on the `PATH`. */
function commandPath(command: string, folder: string): string {
  return command.includes("/") ? path.resolve(folder, command) : command;
}
