import type { Catalog, JsonObject } from "@graph/plan";

/** The identifier of the plan that a single call runs as. */
const callIdentifier = "one_call";

/** A plan that makes one call, and the input it is started with. */
export interface OneCall {
  readonly plan: JsonObject;
  readonly input: JsonObject;
}

/**
 * A plan of one step that calls a tool with exactly this input. The values come in by their number in a list, so that no name of an
 * argument ever stands in a tag; a value that is handed over whole is never looked into.
 */
export function callPlan(tool: string, input: JsonObject): OneCall {
  const entries = Object.entries(input);
  return {
    plan: {
      identifier: callIdentifier,
      description: "Calls one tool.",
      input_schema: { type: "object", properties: { values: { type: "array" } } },
      steps: [
        {
          id: "call",
          tool_name: tool,
          input: Object.fromEntries(entries.map(([name], index) => [name, `<<input.values[${index}]>>`])),
        },
      ],
      output: { result: "<<call>>" },
    },
    input: { values: entries.map(([, value]) => value) },
  };
}

/**
 * The catalog for the check of such a plan. Arguments that a plan has to write out may come through its tags: whoever makes the call
 * has written them out.
 */
export function callCatalog(catalog: Catalog, tool: string): Catalog {
  return {
    ...(catalog.ceilings !== undefined && { ceilings: catalog.ceilings }),
    // For a tool that is a plan.
    ...(catalog.secrets !== undefined && { secrets: catalog.secrets }),
    ...(catalog.env !== undefined && { env: catalog.env }),
    get(name) {
      const entry = catalog.get(name);
      return entry?.literalArguments === undefined || name !== tool ? entry : { ...entry, literalArguments: [] };
    },
    plan: (name) => catalog.plan(name),
    entries: () => catalog.entries(),
    servers: () => catalog.servers(),
  };
}
