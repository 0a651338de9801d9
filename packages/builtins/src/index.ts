// Adding a line here makes it public.

export { builtinTools } from "./builtin-tools.ts";
export type { BuiltinDependencies, SearchCatalog } from "./dependencies.ts";
export type { BuildIndex } from "./search/keyword-scores.ts";

// For whoever reads the operator's config
export { isHostEntry } from "./http/host-rules.ts";
