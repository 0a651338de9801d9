import type { Json, JsonObject, ParsedPlan } from "@graph/plan";

/** Builtins whose answer is about the whole catalog, so that every server has to be listed before they run. */
export const readsCatalog: ReadonlySet<string> = new Set(["builtin__catalog_tools", "builtin__describe_tools"]);

/** The tools that a plan needs, sub-plans included. */
export interface ToolNeeds {
  readonly names: ReadonlySet<string>;
  /** The plans among them that exist, by tool name, the plan itself not included. */
  readonly plans: ReadonlyMap<string, ParsedPlan>;
  /** Something looks through all tools. */
  readonly wholeCatalog: boolean;
}

/** Follows a plan's tool names into the plans it calls. `planOf` finds a plan by its tool name. */
export function toolNeeds(plan: ParsedPlan, planOf: (toolName: string) => ParsedPlan | undefined): ToolNeeds {
  const names = new Set<string>();
  const plans = new Map<string, ParsedPlan>();
  const open = [plan];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of toolNamesIn(next.data)) {
      if (names.has(name)) continue;
      names.add(name);
      const called = planOf(name);
      if (called === undefined) continue;
      plans.set(name, called);
      open.push(called);
    }
  }
  return { names, plans, wholeCatalog: [...names].some((name) => readsCatalog.has(name)) };
}

/** Every `tool_name` in the steps and bodies of a plan. */
function toolNamesIn(data: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  // No recursion: the data of a plan that a host builds may be nested as deep as it likes.
  const open: Json[] = [data["steps"] ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...(value as readonly Json[]));
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value as JsonObject)) {
        if (key === "tool_name" && typeof item === "string") names.add(item);
        else open.push(item);
      }
    }
  }
  return names;
}

/** The servers whose tools some names could be: a server's tools begin with its id and `__`. */
export function serversOf(names: ReadonlySet<string>, serverIds: Iterable<string>): readonly string[] {
  return [...serverIds].filter((id) => [...names].some((name) => name.startsWith(`${id}__`)));
}
