import type { CatalogEntry, CatalogServer } from "../../catalog.ts";
import { controlSteps } from "../../control/index.ts";
import { nearestNames } from "../../nearest-names.ts";
import { callsBack } from "../calls-back.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { foreignTools, missingServer, type NamedTool, prefixOf, serverProblem, serversOf } from "../named-tool.ts";
import type { StepNode } from "../plan-tree.ts";

/** Whether each step names a tool that is there and can be called. */
export function tools(context: CheckContext): void {
  const servers = serversOf(context);
  let names: Names | undefined;
  for (const step of context.tree.all) {
    const target = context.targets.get(step);
    if (step.tool === "" || target === undefined) continue;
    if (target.kind === "unknown") {
      names ??= namesOf(context);
      unknownTool(step, names, servers, context);
    } else if (target.kind === "call") knownTool(step, target.entry, servers, context);
  }
}

function atTool(step: StepNode): string {
  return `${step.pointer}/tool_name`;
}

function named(step: StepNode): NamedTool {
  return { name: step.tool, pointer: atTool(step), step: step.path };
}

function knownTool(
  step: StepNode,
  entry: CatalogEntry,
  servers: ReadonlyMap<string, CatalogServer>,
  context: CheckContext,
): void {
  const server = entry.owner.kind === "server" ? servers.get(entry.owner.server) : undefined;
  if (server !== undefined && serverProblem(named(step), server, context)) return;
  const options = { step: step.path };
  if (entry.unusable !== undefined) {
    problem(
      context,
      "tool/unusable",
      `\`${step.tool}\` cannot be used: ${sentence(entry.unusable)}`,
      atTool(step),
      options,
    );
  } else if (entry.unchecked !== undefined) {
    const message = `A part of the schema of \`${step.tool}\` is not checked: ${sentence(entry.unchecked)}`;
    problem(context, "tool/schema-unchecked", message, atTool(step), options);
  }
}

/** The names of a catalog, and what stands in front of their first `__`. */
interface Names {
  readonly all: readonly string[];
  /** Names of tools as their servers write them, where the public name is another one. */
  readonly raw: ReadonlyMap<string, string>;
  readonly prefixes: ReadonlySet<string>;
  /** Whether calling it would close a ring of plans. */
  readonly leadsBack: (name: string) => boolean;
}

function namesOf({ catalog, toolName }: CheckContext): Names {
  const all: string[] = [];
  const raw = new Map<string, string>();
  for (const { name, owner } of catalog.entries()) {
    all.push(name);
    if (owner.kind === "server") raw.set(`${owner.server}__${owner.tool}`, name);
  }
  const prefixes = new Set(all.map((name) => name.slice(0, Math.max(0, name.indexOf("__")))));
  return { all, raw, prefixes, leadsBack: callsBack(toolName, catalog) };
}

function unknownTool(
  step: StepNode,
  names: Names,
  servers: ReadonlyMap<string, CatalogServer>,
  context: CheckContext,
): void {
  const prefix = prefixOf(step.tool);
  const server = prefix === undefined ? undefined : servers.get(prefix);
  if (server !== undefined && serverProblem(named(step), server, context, false)) return;
  const known = prefix === undefined || server !== undefined || ownPrefixes.has(prefix) || names.prefixes.has(prefix);
  if (known) nearestTools(step, names, context);
  else missingServer(named(step), prefix, servers, context);
}

const ownPrefixes: ReadonlySet<string> = new Set(["builtin", "builtin_plan", "plan", "user"]);

function nearestTools(step: StepNode, names: Names, context: CheckContext): void {
  const foreign = foreignTools.get(step.tool);
  if (foreign !== undefined) return void problem(context, "tool/unknown", foreign, atTool(step), { step: step.path });
  const renamed = names.raw.get(step.tool);
  const alike = hints(context)
    ? nearestNames(step.tool, [...names.all, ...controlSteps.keys()], Infinity)
        .filter((name) => !names.leadsBack(name))
        .slice(0, 3)
    : [];
  const near = renamed === undefined ? alike : [renamed, ...alike.filter((name) => name !== renamed).slice(0, 2)];

  const lines = near.map(
    (name) =>
      `\`${name}\`${describe(context.catalog.get(name)?.description ?? controlSteps.get(name)?.description ?? "")}`,
  );
  const hint =
    lines.length > 0 ? ` Did you mean ${lines.join(", or ")}?` : " `graph tools search` finds tools by what they do.";
  problem(context, "tool/unknown", `There is no tool \`${step.tool}\`.${hint}`, atTool(step), {
    step: step.path,
    expected: near,
    suggestions: near.map((name) => ({
      title: `Call \`${name}\``,
      patch: [{ op: "replace", path: atTool(step), value: name }],
    })),
  });
}

/** What a tool does, short: the first sentence. */
function describe(description: string): string {
  const [first = ""] = description.split(/(?<=[.!?])\s|\n/u, 1);
  const short = first.length > 120 ? `${first.slice(0, 119)}…` : first;
  return short === "" ? "" : ` (${short.replace(/\.$/u, "")})`;
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
