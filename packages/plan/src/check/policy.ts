import type { ErrorClass, PlanLimits, RetryPolicy } from "../checked-plan.ts";
import { parseDuration } from "../duration.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { own } from "./plan-tree.ts";

/** The classes that are retried when `errors` is not given. */
const defaultRetryErrors: readonly ErrorClass[] = ["timeout", "unavailable", "rate_limited"];

function duration(value: Json | undefined): number | undefined {
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
    delayMs: duration(own(retry, "delay")) ?? 1000,
    backoff: (own(retry, "backoff") as RetryPolicy["backoff"] | undefined) ?? "exponential",
    maxDelayMs: duration(own(retry, "max_delay")) ?? 30_000,
    jitter: (own(retry, "jitter") as RetryPolicy["jitter"] | undefined) ?? "none",
    errors: Array.isArray(errors) ? (errors as ErrorClass[]) : defaultRetryErrors,
  };
}

/** What a plan's `limits` say. */
export function planLimits(data: JsonObject): PlanLimits {
  const limits = own(data, "limits");
  if (!isObject(limits)) return {};
  const read = {
    timeoutMs: duration(own(limits, "timeout")),
    concurrency: number(own(limits, "concurrency")),
    maxSteps: number(own(limits, "max_steps")),
    maxItems: number(own(limits, "max_items")),
    maxPlanSteps: number(own(limits, "max_plan_steps")),
    depth: number(own(limits, "depth")),
    drainMs: duration(own(limits, "drain")),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PlanLimits;
}

export { duration as durationOf };
