import type { CatalogServer, Config } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { columns } from "../output/columns.ts";
import { reportDiagnostics } from "../output/report.ts";

/** `graph mcp list`: what is configured. Nothing is started. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const servers = await project.servers();
  // Which server is away stands in the list itself.
  const { diagnostics } = project.config;
  reportDiagnostics(context.streams, diagnostics, (file) => project.textOf(file));
  const rows = servers.map((server) => describeServer(server, project.config));
  if (context.json) {
    const list = rows.map(({ id, reached, state, fromProject }) => ({ id, reached, state, from_project: fromProject }));
    context.streams.document({ servers: list, trusted: project.trust.trusted, diagnostics });
    return exitCode.done;
  }
  if (rows.length === 0) context.streams.tell("No server is configured. Add [mcp.<name>] to .graph/config.toml.");
  else context.streams.out(columns(rows.map(({ id, state, reached }) => [id, state, reached])));
  if (!project.trust.trusted)
    context.streams.tell("This project is not trusted; `graph trust` shows what it would start.");
  return exitCode.done;
};

/** A server as a list shows it. `stale` means that nobody has needed it yet. */
export function describeServer(
  server: CatalogServer,
  config: Config,
): { readonly id: string; readonly state: string; readonly reached: string; readonly fromProject: boolean } {
  const { command, args = [], url, fromProject = false } = config.servers.get(server.id) ?? {};
  return {
    id: server.id,
    state: server.state === "stale" ? "configured" : server.state,
    reached: url ?? [command ?? "", ...args].join(" "),
    fromProject,
  };
}
