import { isObject, modelTools, type Json, type JsonObject, type ParsedPlan } from "@graph/plan";
import { modelToolsOf } from "../plans/model-questions.ts";
import { finalBody, ownValue, stepBodies } from "../plans/step-bodies.ts";

/** Builtins whose answer is about the whole catalog, so that every server has to be listed before they run. */
export const readsCatalog: ReadonlySet<string> = new Set(["builtin__catalog_tools", "builtin__describe_tools"]);

/** The tools that a plan needs, sub-plans included. */
export interface ToolNeeds {
  readonly names: ReadonlySet<string>;
  /** The patterns by which its agents name tools: which those are is known only when the servers have listed theirs. */
  readonly patterns: ReadonlySet<string>;
  /** The plans among them that exist, by tool name, the plan itself not included. */
  readonly plans: ReadonlyMap<string, ParsedPlan>;
}

/** Follows a plan's tool names into the plans it calls. `planOf` finds a plan by its tool name. */
export function toolNeeds(plan: ParsedPlan, planOf: (toolName: string) => ParsedPlan | undefined): ToolNeeds {
  const names = new Set<string>();
  const patterns = new Set<string>();
  const plans = new Map<string, ParsedPlan>();
  const open = [plan];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const own = namesIn(next.data);
    for (const pattern of own.patterns) patterns.add(pattern);
    for (const name of own.names) {
      if (names.has(name)) continue;
      names.add(name);
      const called = planOf(name);
      if (called === undefined) continue;
      plans.set(name, called);
      open.push(called);
    }
  }
  return { names, patterns, plans };
}

/**
 * The `tool_name` of every step of a plan, bodies included, and the tools through which steps ask models. A `tool_name` in the input of
 * a tool is data: it starts nothing.
 */
function namesIn(data: JsonObject): Pick<ToolNeeds, "names" | "patterns"> {
  const names = new Set<string>();
  const patterns = new Set<string>();
  if (isObject(ownValue(data, "solver"))) names.add(modelTools.infer);
  // No recursion: the data of a plan that a host builds may be nested as deep as it likes.
  const open: (Json | undefined)[] = [ownValue(data, "steps"), finalBody(data)];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const step of value as readonly Json[]) open.push(step);
      continue;
    }
    const tool = isObject(value) ? ownValue(value, "tool_name") : undefined;
    if (!isObject(value) || typeof tool !== "string") continue;
    names.add(tool);
    const written = ownValue(value, "input");
    const input = isObject(written) ? written : {};
    const gate = ownValue(value, "if");
    for (const name of modelToolsOf({ tool, input, ...(gate !== undefined && { if: gate }) })) names.add(name);
    if (tool === "agent") for (const pattern of agentPatterns(input)) patterns.add(pattern);
    for (const body of stepBodies(value)) open.push(body.value);
  }
  return { names, patterns };
}

/** Without any it may call every tool. */
function agentPatterns(input: JsonObject): readonly string[] {
  const patterns = ownValue(input, "tools");
  if (patterns === undefined) return ["*"];
  return Array.isArray(patterns) ? patterns.filter((pattern): pattern is string => typeof pattern === "string") : [];
}

/** The servers whose tools some names could be: a server's tools begin with its id and `__`. So could those that a pattern fits. */
export function serversOf(
  names: ReadonlySet<string>,
  serverIds: Iterable<string>,
  patterns: ReadonlySet<string> = new Set(),
): readonly string[] {
  const beginnings = [...patterns].map((pattern) => /^[^*?]*/u.exec(pattern)?.[0] ?? "");
  const open = beginnings.filter((beginning) => !patterns.has(beginning));
  const known = [...names, ...beginnings];
  return [...serverIds].filter((id) => {
    const own = `${id}__`;
    return known.some((name) => name.startsWith(own)) || open.some((beginning) => own.startsWith(beginning));
  });
}
