import { modelRoles, type ModelRolesOptions } from "@graph/models";
import { type CatalogServer, type Json, type JsonObject, parsePlan } from "@graph/plan";
import {
  CallResult,
  createCatalog,
  createKeywordIndex,
  type RegisteredTool,
  registerTool,
  type Tool,
  type ToolCatalog,
  type ToolContext,
  validateInput,
  checkOutput,
} from "@graph/tools";
import { simulatedWorld, type World } from "@graph/world";
import { type BuiltinDependencies, builtinTools } from "../src/index.ts";

export interface CatalogSetup {
  readonly tools?: readonly RegisteredTool[];
  readonly plans?: readonly string[];
  readonly servers?: readonly Omit<CatalogServer, "tools">[];
  /** Registers the built-in tools themselves. */
  readonly builtins?: boolean;
  readonly alwaysLoaded?: readonly string[];
  readonly roots?: readonly string[];
  readonly httpHosts?: readonly string[];
  readonly neverWritable?: readonly string[];
  readonly world?: World;
  readonly models?: ModelRolesOptions;
}

/** A tool of a server, as a catalog keeps it. */
export function serverTool(server: string, tool: string, description: string, unusable?: string): RegisteredTool {
  return registerTool(
    { name: tool, description, inputSchema: { type: "object", properties: { path: { type: "string" } } } },
    {
      name: `${server}__${tool}`,
      owner: { kind: "server", server, tool },
      readOnly: false,
      repeatable: false,
      ...(unusable !== undefined && { unusable }),
    },
  );
}

export function catalogWith(setup: CatalogSetup): BuiltinDependencies & { readonly catalog: ToolCatalog } {
  const catalog = createCatalog();
  const dependencies = {
    world: setup.world ?? simulatedWorld(),
    roots: setup.roots ?? [],
    httpHosts: setup.httpHosts ?? [],
    ...(setup.neverWritable && { neverWritable: setup.neverWritable }),
    catalog,
    alwaysLoaded: setup.alwaysLoaded ?? [],
    roles: modelRoles(setup.models),
    buildIndex: createKeywordIndex,
  };
  for (const state of setup.servers ?? []) catalog.setServer(state);
  const byServer = new Map<string, RegisteredTool[]>();
  for (const tool of setup.tools ?? []) {
    const server = tool.owner.kind === "server" ? tool.owner.server : "";
    byServer.set(server, [...(byServer.get(server) ?? []), tool]);
  }
  for (const [server, tools] of byServer) catalog.addServerTools(server, tools);
  for (const identifier of setup.plans ?? []) {
    const steps = [{ id: "a", tool_name: "builtin__reshape", input: { shape: 1 } }];
    catalog.addPlan(parsePlan({ identifier, description: `The plan ${identifier}.`, steps }));
  }
  if (setup.builtins === true) {
    for (const tool of builtinTools(dependencies)) catalog.add(tool, { namespace: "builtin" });
  }
  return dependencies;
}

/** A built-in tool by its own name. */
export function builtinNamed(name: string, dependencies: BuiltinDependencies): Tool {
  const tool = builtinTools(dependencies).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no built-in tool ${name}.`);
  return tool;
}

/** Calls a tool the way a run does, and gives its value: the input is checked before, the output after. */
export async function runTool(tool: Tool, input: JsonObject, context: Partial<ToolContext> = {}): Promise<unknown> {
  return (await callTool(tool, input, context)).value;
}

/** The same, with what the tool warned of. */
export async function callTool(
  tool: Tool,
  input: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<Pick<CallResult, "value" | "warnings">> {
  const entry = createCatalog().add(tool, { namespace: "builtin" });
  const before = validateInput(entry, input);
  if (before.problems.length > 0) throw new Error(`input: ${JSON.stringify(before.problems)}`);
  const full = { signal: new AbortController().signal, runId: "r1", key: "step", depth: 0, ...context };
  const returned = await tool.run(input as never, full);
  const { value, warnings } = returned instanceof CallResult ? returned : new CallResult(returned as Json);
  const after = checkOutput(entry, JSON.parse(JSON.stringify(value)) as Json);
  if (after.problems.length > 0) throw new Error(`output: ${JSON.stringify(after.problems)}`);
  return { value, warnings };
}
