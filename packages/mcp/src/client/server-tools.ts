import type { Diagnostic } from "@graph/plan";
import { publicNames, type RegisteredTool } from "@graph/tools";
import type { ListedTool, Listing } from "./list-tools.ts";
import { type ReadTool, readTool } from "./read-tool.ts";
import type { ServerConfig } from "./server-config.ts";
import { redactorOf } from "./server-redactor.ts";
import { matchesAny } from "./tool-globs.ts";
import { cutText, visibleText } from "./visible-text.ts";

/** The tools of one server as the catalog has them, and what there is to say about them. */
export interface ServerTools {
  readonly tools: readonly RegisteredTool[];
  readonly rawNames: ReadonlySet<string>;
  /** All that the server listed, for a snapshot: a name depends on every other, so one that is not wanted belongs to it. */
  readonly raw: readonly ListedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes the function that calls a tool. `described` tells of its record, which is made with the function. */
export type CallOf = (
  rawName: string,
  publicName: string,
  described: () => { readonly hasOutputSchema: boolean; readonly idempotencyArgument: string | undefined },
) => NonNullable<RegisteredTool["call"]>;

/** Gives the listed tools their names and records. Never throws, whatever a server lists. */
export function readServerTools(listing: Listing, config: ServerConfig, callOf: CallOf): ServerTools {
  const redactor = redactorOf(config);
  const wanted = listing.tools.filter((tool) => isWanted(tool.name, config));
  // Over all names, so that a filter in the config changes no name.
  const { names, reports } = publicNames(new Map([[config.id, listing.tools.map((tool) => tool.name)]]));
  const publicByRaw = new Map(names.map((name) => [name.raw, name.public]));
  const first = new Map<string, ListedTool>();
  for (const tool of wanted) if (!first.has(tool.name)) first.set(tool.name, tool);

  const diagnostics: Diagnostic[] = reports
    .filter((report) => first.has(report.raw))
    .map(({ code, severity, message }) => ({ code, severity, message: visibleText(redactor.cutText(message)) }));
  const tools: RegisteredTool[] = [];
  for (const [rawName, raw] of first) {
    const name = publicByRaw.get(rawName);
    if (name === undefined) continue;
    const described = (): ReturnType<Parameters<CallOf>[2]> => ({
      hasOutputSchema: read.tool.outputSchema !== undefined,
      idempotencyArgument: read.tool.idempotencyArgument,
    });
    const read: ReadTool = readTool(raw, name, config, callOf(rawName, name, described));
    tools.push(read.tool);
    if (read.ignoredOutputSchema !== undefined) {
      const message = `The output schema of \`${name}\` is ignored: ${cutText(redactor.cutText(read.ignoredOutputSchema), 300)}.`;
      diagnostics.push({ code: "tool/schema-unchecked", severity: "warning", message });
    }
  }
  if (listing.cut !== undefined) {
    const message = `The tools of the server \`${config.id}\` were not read to the end: ${listing.cut}; ${listing.tools.length} are known.`;
    diagnostics.push({ code: "tool/list-cut", severity: "warning", message });
  }
  if (listing.nameless > 0) {
    const message = `The server \`${config.id}\` lists ${listing.nameless} tools without a name; they are left out.`;
    diagnostics.push({ code: "tool/unusable", severity: "warning", message });
  }
  return { tools, rawNames: new Set(first.keys()), raw: listing.tools, diagnostics };
}

function isWanted(name: string, config: ServerConfig): boolean {
  if (config.excludeTools && matchesAny(config.excludeTools, name)) return false;
  return config.includeTools === undefined || matchesAny(config.includeTools, name);
}
