import type { RetryPolicy } from "@graph/plan";
import type { Failure } from "./failure.ts";
import type { StepFrame } from "./step-frame.ts";

/**
 * Milliseconds until the next attempt, or `undefined` when there is none.
 *
 * An error known not to have acted may be retried for any tool. One that may have acted only when somebody with the authority to say so
 * has called the tool repeatable, or when an idempotency key travels with every attempt.
 */
export function retryDelay(step: StepFrame, cause: Failure): number | undefined {
  const policy = step.linked.step.retry;
  if (policy === undefined || cause.fatal || step.list.spent || step.attempt >= policy.maxAttempts) return undefined;
  if (!policy.errors.includes(cause.error.class) || !mayRepeat(step, cause)) return undefined;
  // A server that says how long to wait knows better than the plan.
  if (cause.retryAfterMs !== undefined) return cause.retryAfterMs;
  return jittered(backoff(policy, step.attempt), policy, `${step.run.scope.runId}/${step.key}#${step.attempt}`);
}

function mayRepeat(step: StepFrame, cause: Failure): boolean {
  const { kind, effect, repeatable, idempotencyArgument } = step.linked.step;
  if (repeatable) return true;
  if (kind === "call")
    return cause.acted === "none" || (step.extras?.idempotencyKey !== undefined && idempotencyArgument !== undefined);
  // A body that has failed without acting may have written in the steps before.
  return effect === "read" && cause.acted === "none";
}

function backoff(policy: RetryPolicy, attempt: number): number {
  const factor = policy.backoff === "exponential" ? 2 ** (attempt - 1) : policy.backoff === "linear" ? attempt : 1;
  return Math.min(policy.delayMs * factor, policy.maxDelayMs);
}

function jittered(delay: number, policy: RetryPolicy, seed: string): number {
  if (policy.jitter === "none" || delay <= 0) return delay;
  const share = fraction(seed);
  return Math.round(policy.jitter === "full" ? delay * share : delay / 2 + (delay / 2) * share);
}

/** A number in [0, 1) that is the same in every replay: FNV-1a over the key of the attempt, 32 bits. */
function fraction(seed: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  return ((Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
