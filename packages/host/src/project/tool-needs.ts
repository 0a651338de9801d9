import { controlSteps, type Json, type JsonObject, type ParsedPlan } from "@graph/plan";

/** Builtins whose answer is about the whole catalog, so that every server has to be listed before they run. */
export const readsCatalog: ReadonlySet<string> = new Set(["builtin__catalog_tools", "builtin__describe_tools"]);

/** The tools that a plan needs, sub-plans included. */
export interface ToolNeeds {
  readonly names: ReadonlySet<string>;
  /** The plans among them that exist, by tool name, the plan itself not included. */
  readonly plans: ReadonlyMap<string, ParsedPlan>;
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
  return { names, plans };
}

/** The `tool_name` of every step of a plan, bodies included. A `tool_name` in the input of a tool is data: it starts nothing. */
function toolNamesIn(data: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  // No recursion: the data of a plan that a host builds may be nested as deep as it likes.
  const open: Json[] = [own(data, "steps")];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const step of value as readonly Json[]) open.push(step);
      continue;
    }
    if (!isObject(value)) continue;
    const name = own(value, "tool_name");
    if (typeof name !== "string") continue;
    names.add(name);
    const input = own(value, "input");
    for (const [key, grammar] of Object.entries(controlSteps.get(name)?.keys ?? {})) {
      if (grammar.kind === "body" && isObject(input)) open.push(own(input, key));
    }
  }
  return names;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (table: JsonObject, key: string): Json => (Object.hasOwn(table, key) ? (table[key] ?? null) : null);

/** The servers whose tools some names could be: a server's tools begin with its id and `__`. */
export function serversOf(names: ReadonlySet<string>, serverIds: Iterable<string>): readonly string[] {
  return [...serverIds].filter((id) => [...names].some((name) => name.startsWith(`${id}__`)));
}
