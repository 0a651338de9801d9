import path from "node:path";
import { builtinTools } from "@graph/builtins";
import type { Diagnostic, SourceRange } from "@graph/plan";
import { modelRoles, type DecisionModel } from "@graph/models";
import { createKeywordIndex, type ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config, PlacedPath } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import { listedProblems } from "../config/listed-problems.ts";
import { shorten } from "../config/shorten.ts";
import type { TrustDecision } from "../trust/decide-trust.ts";
import { withUntrustedHosts } from "./untrusted-hosts.ts";

/** Puts graph's own tools into the catalog, with the folders and hosts that the config allows them. */
export function addBuiltins(
  catalog: ToolCatalog,
  parts: {
    readonly world: World;
    readonly folder: string;
    readonly config: Config;
    readonly trust: TrustDecision;
    /** Real paths of what decides what graph may start. */
    readonly neverWritable: readonly string[];
    readonly decisionModels: ReadonlyMap<string, DecisionModel> | undefined;
  },
): void {
  const { world, folder, config, trust } = parts;
  const refused = refusedEntries(trust);
  const allowed = (entry: PlacedPath): boolean => !refused.has(entry);
  const builtins = builtinTools({
    world,
    roots: config.roots.filter(allowed).map((root) => path.resolve(folder, expandHome(world, root.text))),
    neverWritable: parts.neverWritable,
    httpHosts: config.httpHosts.filter(allowed).map((host) => host.text),
    catalog,
    alwaysLoaded: config.alwaysLoaded.map((entry) => entry.text),
    roles: modelRoles({ decision: Object.fromEntries(parts.decisionModels ?? []) }),
    buildIndex: (documents) => createKeywordIndex(documents, { synonyms: config.synonyms }),
  });
  const untrustedHosts = config.httpHosts.filter((host) => !allowed(host)).map((host) => host.text);
  for (const tool of builtins) catalog.add(withUntrustedHosts(tool, untrustedHosts), { namespace: "builtin" });
}

/** Says what of the project's config does not count before it is trusted: folders, hosts, higher limits. */
export function untrustedAccess(config: Config, trust: TrustDecision): readonly Diagnostic[] {
  const refused = refusedEntries(trust);
  const access = [...config.roots, ...config.httpHosts].filter((entry) => refused.has(entry));
  const limits = config.raised.filter((setting) => refused.has(setting));
  return listedProblems([
    ...access.map((entry) => notTrusted(`${shorten(entry.text)} is not allowed`, entry)),
    ...limits.map((entry) => notTrusted(`${entry.key} stays at ${entry.instead}`, entry)),
  ]);
}

function notTrusted(what: string, entry: { readonly place?: SourceRange }): Diagnostic {
  return {
    code: "tool/not-trusted",
    severity: "warning",
    message: `${what}, because this project is not trusted; \`graph trust\` shows what it asks for.`,
    ...entry.place,
  };
}

/** The parts of the config that an untrusted project does not get. */
function refusedEntries(trust: TrustDecision): ReadonlySet<unknown> {
  return new Set(trust.trusted ? [] : trust.things.flatMap((thing) => thing.entry ?? []));
}
