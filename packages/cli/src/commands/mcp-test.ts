import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { columns } from "../output/columns.ts";
import { reportProject } from "../output/project-notes.ts";
import { UsageError } from "../usage-error.ts";

/** `graph mcp test`: connects to the servers, each until it answers or its own limit is over, and reports. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const ids = [...project.config.servers.keys()];
  const asked = context.argument === undefined ? ids : [context.argument];
  if (context.argument !== undefined && !ids.includes(context.argument)) {
    const names = ids.length === 0 ? "None is configured." : `Configured are ${ids.join(", ")}.`;
    throw new UsageError(`There is no server \`${context.argument}\`. ${names}`, "mcp test");
  }
  const servers = (await project.servers(asked, context)).filter((server) => asked.includes(server.id));
  const diagnostics = reportProject(context, project);
  const ok = servers.every((server) => server.state === "ok");
  if (context.json) context.streams.document({ servers, ok, diagnostics });
  else if (servers.length === 0)
    context.streams.tell("No server is configured. Add [mcp.<name>] to .graph/config.toml.");
  else {
    context.streams.out(
      columns(
        servers.map((server) => [
          server.id,
          server.state,
          server.state === "ok" ? `${server.tools} ${server.tools === 1 ? "tool" : "tools"}` : (server.reason ?? ""),
        ]),
      ),
    );
  }
  return ok ? exitCode.done : exitCode.failed;
};
