import { type CatalogServer, longestGlob, matchesGlob } from "@graph/plan";
import { defineTool, type RegisteredTool, type Tool } from "@graph/tools";
import type { BuiltinDependencies } from "./dependencies.ts";
import { isSearchable, openings } from "./search/searchable.ts";

/** A tool as a search sees it. */
interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

/** What `builtin__catalog_tools` gives. */
export interface CatalogToolsOutput {
  readonly tools: readonly ListedTool[];
  readonly always: readonly string[];
  readonly servers: readonly {
    readonly server: string;
    readonly state: string;
    readonly searched: boolean;
    readonly tools: number;
    readonly reason?: string;
  }[];
  readonly unusable: readonly { readonly name: string; readonly reason: string }[];
}

const text = { type: "string" };
const texts = { type: "array", items: text };

/** `builtin__catalog_tools`: the tools that a search looks through. */
export function catalogToolsTool(dependencies: BuiltinDependencies): Tool<object, CatalogToolsOutput> {
  let kept: { readonly key: string; readonly lists: Lists } | undefined;
  return defineTool({
    name: "catalog_tools",
    title: "List the catalog",
    description:
      "Lists every tool that a tool search can offer, with its description. Tools that are always loaded are named apart, and each server says whether its tools could be searched.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    outputSchema: {
      type: "object",
      required: ["tools", "always", "servers", "unusable"],
      properties: {
        tools: {
          type: "array",
          description: "The candidates of a search, sorted by name.",
          items: {
            type: "object",
            required: ["name", "description"],
            properties: { name: text, description: text, title: text, category: text, tags: texts },
          },
        },
        always: {
          ...texts,
          description: "Names of the tools that are always offered, sorted; they are not candidates.",
        },
        servers: {
          type: "array",
          description: "The configured servers, and whether their tools were searched.",
          items: {
            type: "object",
            required: ["server", "state", "searched", "tools"],
            properties: {
              server: text,
              state: { enum: ["ok", "stale", "starting", "failed", "auth", "untrusted"] },
              searched: { type: "boolean" },
              tools: { type: "integer" },
              reason: text,
            },
          },
        },
        unusable: {
          type: "array",
          description: "Tools whose definition cannot be used; they are not candidates.",
          items: { type: "object", required: ["name", "reason"], properties: { name: text, reason: text } },
        },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run() {
      // The same list for the same catalog: an index that was made from it can be found again.
      const { alwaysLoaded, catalog } = dependencies;
      const key = JSON.stringify([catalog.version, alwaysLoaded, openings(dependencies)]);
      if (kept?.key !== key) kept = { key, lists: listTools(dependencies) };
      return { ...kept.lists, servers: listServers(dependencies) };
    },
  });
}

function isGlob(pattern: string): boolean {
  return /[*?]/u.test(pattern);
}

type Lists = Pick<CatalogToolsOutput, "tools" | "always" | "unusable">;

function listTools(dependencies: BuiltinDependencies): Lists {
  const exact = new Set(dependencies.alwaysLoaded.filter((pattern) => !isGlob(pattern)));
  // A longer one is refused by `matchesGlob`; a name that it could fit has at most 63 characters.
  const globs = dependencies.alwaysLoaded.filter((pattern) => isGlob(pattern) && pattern.length <= longestGlob);
  const tools: ListedTool[] = [];
  const always: string[] = [];
  const unusable: { name: string; reason: string }[] = [];
  for (const tool of dependencies.catalog.entries()) {
    const searchable = isSearchable(tool, dependencies);
    // A name spelled out is meant, even if a search would never return it; a glob means what a search could return.
    const isAlways = exact.has(tool.name) || (searchable && globs.some((glob) => matchesGlob(tool.name, glob)));
    if (tool.unusable !== undefined) unusable.push({ name: tool.name, reason: tool.unusable });
    else if (isAlways) always.push(tool.name);
    else if (searchable) tools.push(listed(tool));
  }
  return { tools, always, unusable };
}

function listed({ name, description, title, category, tags }: RegisteredTool): ListedTool {
  return {
    name,
    description,
    ...(title !== undefined && { title }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
  };
}

function listServers(dependencies: BuiltinDependencies): CatalogToolsOutput["servers"] {
  return dependencies.catalog.servers().map(listedServer);
}

function listedServer({ id, state, tools, reason }: CatalogServer): CatalogToolsOutput["servers"][number] {
  const searched = state === "ok" || state === "stale";
  return { server: id, state, searched, tools, ...(reason !== undefined && { reason }) };
}
