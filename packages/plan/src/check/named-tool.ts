import type { CatalogServer } from "../catalog.ts";
import type { DiagnosticCode } from "../codes.ts";
import { nearestNames } from "../nearest-names.ts";
import { hints, problem, type CheckContext } from "./check-context.ts";
import { own } from "./plan-tree.ts";

/** A tool, or a pattern for tools, that a plan names somewhere. */
export interface NamedTool {
  readonly name: string;
  /** JSON Pointer of the name. */
  readonly pointer: string;
  /** Path of the step. */
  readonly step: string;
}

/** Tools of other systems that plans are brought over from, and what to do here instead. */
export const foreignTools: ReadonlyMap<string, string> = new Map([
  [
    "plan_and_execute",
    "There is no tool `plan_and_execute`: no plan is made up while one runs. Write the steps out, call a plan in a step (`plan__x`), or use an `agent` step, which chooses its calls itself.",
  ],
]);

/** What stands in front of the first `__` of a name, if anything does. */
export function prefixOf(name: string): string | undefined {
  const separator = name.indexOf("__");
  return separator > 0 ? name.slice(0, separator) : undefined;
}

/** The servers of a catalog, by their ids. */
export function serversOf({ catalog }: CheckContext): ReadonlyMap<string, CatalogServer> {
  return new Map([...catalog.servers()].map((server) => [server.id, server]));
}

const stateProblems: Readonly<Partial<Record<CatalogServer["state"], readonly [DiagnosticCode, string]>>> = {
  failed: ["tool/unavailable", "cannot be started or does not answer"],
  starting: ["tool/unavailable", "has not answered yet"],
  auth: ["tool/unavailable", "wants to know who asks"],
  untrusted: [
    "tool/not-trusted",
    "is not started, because this project is not trusted. Run `graph trust` after reading what it starts",
  ],
};

/** Reports a server whose tools cannot be called now. A tool that is listed from before may be called while its server starts. */
export function serverProblem(tool: NamedTool, server: CatalogServer, context: CheckContext, listed = true): boolean {
  const state = stateProblems[server.state];
  if (state === undefined || (listed && server.state === "starting")) return false;
  const reason = server.reason === undefined ? "" : ` (${server.reason})`;
  const message = `\`${tool.name}\` is a tool of the server \`${server.id}\`, which ${state[1]}${reason}.`;
  problem(context, state[0], message, tool.pointer, { step: tool.step });
  return true;
}

/** Reports a server that is not configured: a note when the plan itself says that it needs it. */
export function missingServer(
  tool: NamedTool,
  prefix: string,
  servers: ReadonlyMap<string, CatalogServer>,
  context: CheckContext,
): void {
  const ids = [...servers.keys()];
  const near = hints(context) ? nearestNames(prefix, ids) : [];
  const list = ids.length > 0 ? `Configured are: ${ids.join(", ")}.` : "No server is configured.";
  const required = own(context.plan.data, "requires_servers");
  const stated = Array.isArray(required) && required.includes(prefix);
  const rest = tool.name.slice(prefix.length);
  const message = `The server \`${prefix}\` of the tool \`${tool.name}\` is not configured. ${list}`;
  problem(context, "tool/server-missing", message, tool.pointer, {
    step: tool.step,
    ...(stated && { severity: "note" }),
    expected: ids,
    suggestions: near.map((id) => ({
      title: `Call \`${id}${rest}\``,
      patch: [{ op: "replace", path: tool.pointer, value: `${id}${rest}` }],
    })),
  });
}
