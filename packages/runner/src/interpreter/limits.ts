import { defaultPlanLimits, type PlanLimits } from "@graph/plan";

/** The limits that hold for a plan while it runs. Times in milliseconds. */
export interface EffectiveLimits {
  readonly concurrency: number;
  readonly maxSteps: number;
  readonly maxItems: number;
  readonly depth: number;
  readonly drainMs: number;
  readonly timeoutMs: number | undefined;
  /** Largest result that sinks show in full, in bytes; `undefined`: 1 MiB. */
  readonly maxOutputBytes: number | undefined;
}

/** Budgets of a run that states none: plan-language §5. */
export const defaultLimits: EffectiveLimits = {
  ...defaultPlanLimits,
  drainMs: 5_000,
  timeoutMs: undefined,
  maxOutputBytes: undefined,
};

/** Most bytes of outputs that a run keeps at a time, by estimate. */
export const maxLiveBytes: number = 64 * 1024 * 1024;

/** The limits of the outermost plan: what it states, else the defaults. How far it may raise them, the checker has decided. */
export function rootLimits(stated: PlanLimits): EffectiveLimits {
  return {
    concurrency: stated.concurrency ?? defaultLimits.concurrency,
    maxSteps: stated.maxSteps ?? defaultLimits.maxSteps,
    maxItems: stated.maxItems ?? defaultLimits.maxItems,
    depth: stated.depth ?? defaultLimits.depth,
    drainMs: stated.drainMs ?? defaultLimits.drainMs,
    timeoutMs: stated.timeoutMs,
    maxOutputBytes: stated.maxOutputBytes,
  };
}

/** The limits of a called plan: its own inside its caller's. */
export function innerLimits(stated: PlanLimits, caller: EffectiveLimits): EffectiveLimits {
  return {
    concurrency: Math.min(stated.concurrency ?? caller.concurrency, caller.concurrency),
    maxSteps: Math.min(stated.maxSteps ?? caller.maxSteps, caller.maxSteps),
    maxItems: Math.min(stated.maxItems ?? caller.maxItems, caller.maxItems),
    depth: Math.min(stated.depth ?? caller.depth, caller.depth),
    drainMs: Math.min(stated.drainMs ?? caller.drainMs, caller.drainMs),
    timeoutMs: stated.timeoutMs,
    maxOutputBytes: smaller(stated.maxOutputBytes, caller.maxOutputBytes),
  };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
