// The contract of the package: adding a line makes it public.

// Projects
export { openProject } from "./project/open-project.ts";
export type {
  FoundPlan,
  OpenOptions,
  PlanListing,
  Project,
  ProjectCheck,
  RunOptions,
  WaitOptions,
} from "./project/project.ts";
export type { QuestionListener, QuestionReply, RunQuestion } from "./project/run-question.ts";
export type { PlanFile, PlanOrigin } from "./plans/plan-file.ts";

// The config
export type {
  Config,
  PlacedPath,
  PlacedText,
  RaisedSetting,
  SecretConfig,
  ServerConfig,
  ToolOverride,
} from "./config/config.ts";
export { trustProject, type TrustDecision } from "./trust/decide-trust.ts";
export type { TrustedThing } from "./trust/commands.ts";
export { initProject, type InitResult } from "./init/init-project.ts";

// Plans for people
export {
  explainPlan,
  type ExplainedBody,
  type ExplainedEdge,
  type ExplainedStep,
  type PlanExplanation,
} from "./explain/explain-plan.ts";
export { mermaid } from "./explain/mermaid.ts";
export type { WorstCase } from "./explain/worst-case.ts";
export { planPage } from "./page/plan-page.ts";
export { previewRun, type PreviewedStep } from "./preview/dry-run.ts";

// What those who show it need of the packages below
export { createLocator, createValidator, formatDiagnostic, nearestNames, pointerKeys, pointerTo } from "@graph/plan";
export type {
  CatalogServer,
  CheckedBody,
  CheckedPlan,
  CheckedStep,
  Diagnostic,
  Json,
  JsonObject,
  PlanSnapshot,
} from "@graph/plan";
export type { RunEvent, RunResult, StepRecord } from "@graph/runner";
export type { RegisteredTool, ToolCatalog } from "@graph/tools";
