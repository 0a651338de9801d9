// The contract of the package: adding a line makes it public.

// For hosts
export {
  createRunner,
  type LoadedPlan,
  type Run,
  type Runner,
  type RunnerOptions,
  type StartOptions,
} from "./create-runner.ts";
export { PlanError } from "./plan-error.ts";
export type { RunEvent, RunEventName, RunEvents } from "./events.ts";
export type { RunListener } from "./emitter.ts";
export type { RunCounts, RunResult, RunStatus, RunUsage, StepError, StepRecord, StepStatus } from "./run-result.ts";

// For places where runs live
export { interpret } from "./interpreter/interpret.ts";
export { createInvoker, type InvokerOptions, type ToolSource } from "./invoker/create-invoker.ts";
export { createRedactor, type Redactor } from "./secrets/redactor.ts";
export { createSecretSource, type SecretSource } from "./secrets/secret-source.ts";
export { secretState } from "./secrets/secret-state.ts";
export { MemoryEngine, type MemoryEngineOptions } from "./memory/memory-engine.ts";
export { createReplayingMemoryEngine } from "./memory/replaying-engine.ts";
export { EngineError } from "./engine-error.ts";
export { RunDiverged } from "./run-diverged.ts";
export { nextRunState, type RunLifecycleEvent, type RunState } from "./run-lifecycle.ts";
export type {
  CallCache,
  Completion,
  Decision,
  DeclineReason,
  Interpreter,
  InvocationContext,
  LargeValue,
  Outcome,
  OutcomeError,
  OutcomeWarning,
  Question,
  RunEngine,
  RunFilter,
  RunScope,
  RunSummary,
  Ticket,
  ToolCall,
  ToolInvoker,
} from "./port.ts";
export { defaultLimits, type EffectiveLimits } from "./interpreter/limits.ts";
