// The contract of the package: what stands here is public.

export type { Json, JsonObject } from "./json.ts";

// Problems
export type { Diagnostic, PatchOperation, RelatedPlace, Severity, SourceRange, Suggestion } from "./diagnostic.ts";
export { type DiagnosticCode, diagnosticCodes } from "./codes.ts";
export { listDiagnostics, report, type ReportOptions } from "./source/report.ts";
export { type DiagnosticColors, type FormatOptions, formatCompact, formatDiagnostic } from "./format-diagnostic.ts";
export { nearestNames } from "./nearest-names.ts";

// From a text to a parsed plan
export type { LocateOptions, Locator, ParsedPlan } from "./parsed-plan.ts";
export { createLocator, parsePlan, type ParsePlanOptions } from "./parse-plan.ts";
export { parseDuration } from "./duration.ts";
export { parseMoment } from "./moment.ts";
export { sha256 } from "./sha256.ts";
export { pointerKeys, pointerTo } from "./source/json-pointer.ts";
export { isObject } from "./grammar/is-object.ts";
export { planJsonSchema } from "./plan-json-schema.ts";

// To a checked plan
export type { Catalog, CatalogEntry, CatalogServer, Ceilings, ToolOwner } from "./catalog.ts";
export { defaultCeilings } from "./default-ceilings.ts";
export { defaultPlanLimits } from "./default-limits.ts";
export type {
  CachePolicy,
  CatchHandler,
  CheckedBody,
  CheckedPlan,
  CheckedSolver,
  AgentTool,
  CheckedStep,
  Edge,
  Effect,
  ErrorClass,
  PlanLimits,
  PlanSnapshot,
  RetryPolicy,
} from "./checked-plan.ts";
export type { ControlStepGrammar, KeyCompany, KnownShapes } from "./control/control-step.ts";
export type { KeyRule, KeyTable } from "./grammar/key-rule.ts";
export { type BodyPlace, bodyPlaces, type KeyPlace, keyPlaces } from "./grammar/key-places.ts";
export { controlSteps } from "./control/index.ts";
export { documentOrder } from "./check/order/document-order.ts";
export { planKeys, stepKeys } from "./plan-keys.ts";

// Templates and gates
export type {
  CompiledTemplate,
  Expression,
  ParsedTemplate,
  PathExpression,
  TemplateNode,
  TemplateProblem,
  TemplateScope,
} from "./template/template.ts";
export { TemplateError } from "./template/template-error.ts";
export { parseTemplate } from "./template/parse.ts";
export { compileTemplate } from "./template/compile.ts";
export { compileValue } from "./template/compile-value.ts";
export { compileSecrets, maskedSecret, maskedSecrets, type SecretSlot } from "./template/secret-slots.ts";
export { compileGate, type Gate } from "./gate/compile-gate.ts";
export { type GateModels, type GateQuestion, modelsAsked } from "./gate/gate-question.ts";
export { modelTools } from "./model-tools.ts";
export { longestGlob, matchesGlob } from "./gate/glob.ts";

// JSON Schema
export type { SchemaProblem, SchemaValidator } from "./schema-validation/validator.ts";
export { createValidator } from "./schema-validation/create-validator.ts";
export { inspectSchema } from "./schema-validation/inspect-schema.ts";
export { fillDefaults } from "./schema-validation/fill-defaults.ts";
export { checkPlan, type PlanCheck } from "./check-plan.ts";
