// The contract of the package: a line here is public.

// What a tool is
export type { Tool, ToolAnnotations, ToolContext, ToolDefinition } from "./tool.ts";
export { ToolError } from "./tool.ts";
export { CallResult, type CallWarning } from "./call-result.ts";
export { defineTool } from "./define-tool.ts";
export { DefinitionError } from "./definition-error.ts";

// The catalog
export type { RegisteredTool } from "./registered-tool.ts";
export { registerTool, definitionDigest, type Registration } from "./register-tool.ts";
export { toolEffects, type EffectSources, type ToolEffects } from "./effects.ts";
export { createCatalog, type AddOptions, type OwnerSelector, type ToolCatalog } from "./catalog.ts";
export { type PlanRegistration } from "./plan-tool.ts";
export { validateInput, checkOutput, type ValidationResult } from "./validate.ts";
export { canonicalJson } from "./canonical-json.ts";
export { sha256 } from "@graph/plan";

// Names
export { checkNamespace, checkServerId, publicNamePattern, reservedServerIds, type NameProblem } from "./names.ts";
export { publicNames, type NameReport, type PublicName, type PublicNames } from "./public-names.ts";

// Search
export {
  createKeywordIndex,
  type KeywordIndex,
  type KeywordIndexOptions,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  type SearchTerm,
} from "./search/keyword-index.ts";
export type { SearchDocument } from "./search/document.ts";
export type { MatchedTerm } from "./search/explain.ts";
export type { FieldName } from "./search/constants.ts";
export { searchDocument } from "./search-document.ts";
