import { defaultPlanLimits } from "../default-limits.ts";
import type { Ceilings } from "../catalog.ts";
import type { CachePolicy, CatchHandler, ErrorClass, PlanLimits, RetryPolicy } from "../checked-plan.ts";
import { parseDuration } from "../duration.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { own } from "./plan-tree.ts";

/** The classes that are retried when `errors` is not given. */
const defaultRetryErrors: readonly ErrorClass[] = ["timeout", "unavailable", "rate_limited"];

/** A duration that a plan says, in milliseconds; `undefined` when it says none. */
export function durationOf(value: Json | undefined): number | undefined {
  return typeof value === "string" ? parseDuration(value) : undefined;
}

function number(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** What a step's `retry` says, with its defaults filled in. */
export function retryPolicy(retry: JsonObject): RetryPolicy {
  const errors = own(retry, "errors");
  return {
    maxAttempts: number(own(retry, "max_attempts")) ?? 1,
    delayMs: durationOf(own(retry, "delay")) ?? 1000,
    backoff: (own(retry, "backoff") as RetryPolicy["backoff"] | undefined) ?? "exponential",
    maxDelayMs: durationOf(own(retry, "max_delay")) ?? 30_000,
    jitter: (own(retry, "jitter") as RetryPolicy["jitter"] | undefined) ?? "none",
    errors: Array.isArray(errors) ? (errors as ErrorClass[]) : defaultRetryErrors,
  };
}

/**
 * What a plan's `limits` say. Where a plan states nothing and the operator allows less than the default, the operator's ceiling is
 * written down, so that whoever runs the plan needs no config.
 */
export function planLimits(data: JsonObject, ceilings: Partial<Ceilings> = {}): PlanLimits {
  const stated = own(data, "limits");
  const limits = isObject(stated) ? stated : {};
  const below = (ceiling: number | undefined, usual: number): number | undefined =>
    ceiling !== undefined && ceiling < usual ? ceiling : undefined;
  const read = {
    timeoutMs: durationOf(own(limits, "timeout")),
    concurrency: number(own(limits, "concurrency")) ?? below(ceilings.max_concurrency, defaultPlanLimits.concurrency),
    maxSteps: number(own(limits, "max_steps")) ?? below(ceilings.max_steps, defaultPlanLimits.maxSteps),
    maxItems: number(own(limits, "max_items")) ?? below(ceilings.max_items, defaultPlanLimits.maxItems),
    maxPlanSteps: number(own(limits, "max_plan_steps")),
    depth: number(own(limits, "depth")) ?? below(ceilings.max_depth, defaultPlanLimits.depth),
    drainMs: durationOf(own(limits, "drain")),
    maxOutputBytes: number(own(limits, "max_output_bytes")),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PlanLimits;
}

/** What a step's `catch` says. */
export function catchHandlers(handlers: readonly Json[]): CatchHandler[] {
  return handlers.filter(isObject).map(catchHandler);
}

function catchHandler(handler: JsonObject): CatchHandler {
  const errors = own(handler, "errors");
  const result = own(handler, "result");
  return {
    ...(Array.isArray(errors) && { errors: errors as ErrorClass[] }),
    ...(result !== undefined && { result }),
  };
}

/** What a step's `cache` says. */
export function cachePolicy(cache: JsonObject): CachePolicy {
  const key = own(cache, "key");
  return {
    ttlMs: durationOf(own(cache, "ttl")) ?? 0,
    ...(key !== undefined && { key }),
    scope: (own(cache, "scope") as CachePolicy["scope"] | undefined) ?? "run",
  };
}
