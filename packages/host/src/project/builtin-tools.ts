import path from "node:path";
import { builtinTools } from "@graph/builtins";
import type { Diagnostic } from "@graph/plan";
import { modelRoles, type DecisionModel } from "@graph/models";
import { createKeywordIndex, type ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config, PlacedPath } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import type { TrustDecision } from "../trust/decide-trust.ts";

/** Puts graph's own tools into the catalog, with the folders and hosts that the config allows them. */
export function addBuiltins(
  catalog: ToolCatalog,
  parts: {
    readonly world: World;
    readonly folder: string;
    readonly config: Config;
    readonly trust: TrustDecision;
    readonly decisionModels: ReadonlyMap<string, DecisionModel> | undefined;
  },
): void {
  const { world, folder, config, trust } = parts;
  const allowed = (entry: PlacedPath): boolean => isAllowed(entry, trust);
  const builtins = builtinTools({
    world,
    roots: config.roots.filter(allowed).map((root) => path.resolve(folder, expandHome(world, root.text))),
    httpHosts: config.httpHosts.filter(allowed).map((host) => host.text),
    catalog,
    alwaysLoaded: config.alwaysLoaded.map((entry) => entry.text),
    roles: modelRoles({ decision: Object.fromEntries(parts.decisionModels ?? []) }),
    buildIndex: (documents) => createKeywordIndex(documents, { synonyms: config.synonyms }),
  });
  for (const tool of builtins) catalog.add(tool, { namespace: "builtin" });
}

/** Says which folders and hosts of the project's config are not allowed before it is trusted. */
export function untrustedAccess(config: Config, trust: TrustDecision): readonly Diagnostic[] {
  return [...config.roots, ...config.httpHosts].flatMap((entry) =>
    isAllowed(entry, trust)
      ? []
      : [
          {
            code: "tool/not-trusted" as const,
            severity: "warning" as const,
            message: `${entry.text} is not allowed, because this project is not trusted; \`graph trust\` shows what it asks for.`,
            ...entry.place,
          },
        ],
  );
}

function isAllowed(entry: PlacedPath, trust: TrustDecision): boolean {
  if (trust.trusted || !entry.fromProject) return true;
  return !trust.things.some((thing) => thing.entry === entry);
}
