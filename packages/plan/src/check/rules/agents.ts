import type { CatalogServer } from "../../catalog.ts";
import { matchesGlob } from "../../gate/glob.ts";
import { nearestNames } from "../../nearest-names.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { agentTools, toolPatterns } from "../agent-tools.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { foreignTools, missingServer, type NamedTool, prefixOf, serverProblem, serversOf } from "../named-tool.ts";
import { own } from "../plan-tree.ts";

/** The tools that an `agent` names: each pattern must fit one, because a slip would quietly take tools away. */
export function agents(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (step.tool !== "agent" || own(step.input, "tools") === undefined) continue;
    const allowed = agentTools(step, context.catalog);
    const servers = serversOf(context);
    for (const { pattern: name, index } of toolPatterns(step)) {
      const tool = { name, pointer: pointerTo(`${step.pointer}/input/tools`, index), step: step.path };
      if (!allowed.some((one) => matchesGlob(one.name, name))) nothingFits(tool, servers, context);
    }
  }
}

function nothingFits(tool: NamedTool, servers: ReadonlyMap<string, CatalogServer>, context: CheckContext): void {
  const { name, pointer, step } = tool;
  const refused = foreignTools.get(name) ?? reasonAgainst(name, context);
  if (refused !== undefined) return void problem(context, "tool/unknown", refused, pointer, { step });
  const prefix = prefixOf(name);
  const server = prefix === undefined ? undefined : servers.get(prefix);
  if (server !== undefined && serverProblem(tool, server, context, false)) return;
  const names = [...context.catalog.entries()].map((entry) => entry.name);
  const isServer = prefix !== undefined && !prefix.includes("*") && !prefix.startsWith("builtin") && prefix !== "user";
  if (isServer && server === undefined && !names.some((one) => one.startsWith(`${prefix}__`)))
    return missingServer(tool, prefix, servers, context);
  const near = hints(context) ? nearestNames(name, names) : [];
  const hint = near.length === 0 ? "" : ` Did you mean ${near.map((one) => `\`${one}\``).join(" or ")}?`;
  problem(context, "tool/unknown", `No tool fits \`${name}\`.${hint}`, pointer, {
    step,
    expected: near,
    suggestions: near.map((one) => ({
      title: `Write \`${one}\``,
      patch: [{ op: "replace", path: pointer, value: one }],
    })),
  });
}

/** Why a tool that is there cannot be called by an agent. */
function reasonAgainst(name: string, { catalog }: CheckContext): string | undefined {
  if (catalog.plan(name) !== undefined || /^(?:builtin_)?plan__/u.test(name))
    return `\`${name}\` names plans, which an agent cannot call. Call the plan in a step of its own.`;
  const unusable = catalog.get(name)?.unusable;
  return unusable === undefined ? undefined : `\`${name}\` cannot be used: ${unusable}. Take it out.`;
}
