import path from "node:path";
import { builtinTools } from "@graph/builtins";
import { modelRoles, type ChatModel, type DecisionModel } from "@graph/models";
import { createKeywordIndex, type ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config, PlacedPath } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import type { TrustDecision } from "../trust/decide-trust.ts";
import { refusedEntries } from "../trust/refused-entries.ts";
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
    readonly chatModels?: ReadonlyMap<string, ChatModel> | undefined;
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
    roles: modelRoles({
      decision: Object.fromEntries(parts.decisionModels ?? []),
      chat: Object.fromEntries(parts.chatModels ?? []),
    }),
    buildIndex: (documents) => createKeywordIndex(documents, { synonyms: config.synonyms }),
  });
  const untrustedHosts = config.httpHosts.filter((host) => !allowed(host)).map((host) => host.text);
  for (const tool of builtins) catalog.add(withUntrustedHosts(tool, untrustedHosts), { namespace: "builtin" });
}
