import type { CatalogServer } from "@graph/plan";
import type { ModelRoles } from "@graph/models";
import type { RegisteredTool } from "@graph/tools";
import type { World } from "@graph/world";
import type { BuildIndex } from "./search/keyword-scores.ts";

/** What the search sees of the tools: a catalog of `@graph/tools` is one. */
export interface SearchCatalog {
  get(name: string): RegisteredTool | undefined;
  /** All tools, sorted by name by code unit. */
  entries(): readonly RegisteredTool[];
  servers(): readonly CatalogServer[];
  /** Changes with every change of the tools. */
  readonly version: number;
}

/**
 * What the built-in tools work with. Everything is read at each call, so that a long-lived host may change it (with getters, or by
 * replacing the parts of one object).
 */
export interface BuiltinDependencies {
  readonly world: World;
  /** Folders that files may be read from and written to (`[tools].roots`): absolute paths, tried in this order. */
  readonly roots: readonly string[];
  /**
   * What no plan may write, though it lies in an open folder: folders with all that is in them, and files, as real absolute paths, whether
   * they exist or not. It is for what decides what graph may start (the operator's config, trust, plans). Default: none.
   */
  readonly neverWritable?: readonly string[];
  /** Hosts that may be asked (`[tools].http_hosts`): `example.org`, `example.org:8080`, `*.example.org` or `*`. */
  readonly httpHosts: readonly string[];
  readonly catalog: SearchCatalog;
  /** Tools that are always offered (`[tools].always_loaded`): names, or globs with `*` and `?`. */
  readonly alwaysLoaded: readonly string[];
  readonly roles: ModelRoles;
  /** `createKeywordIndex` of `@graph/tools`. */
  readonly buildIndex: BuildIndex;
}
