import type { CheckedPlan, ErrorClass } from "@graph/plan";
import { TemplateError } from "@graph/plan";
import type { OutcomeError } from "../port.ts";
import type { StepError } from "../run-result.ts";

/** Where in a plan a failure has its place. The file is only read again when somebody asks for the line. */
export interface Origin {
  readonly plan: CheckedPlan;
  readonly pointer: string;
  readonly key?: boolean;
  readonly tagStart?: number;
  readonly tagEnd?: number;
  readonly tag?: string;
}

/** A failure on its way up through the frames. */
export interface Failure {
  readonly error: StepError;
  readonly origin: Origin;
  /** A budget of the whole run is spent: nothing may tolerate it. */
  readonly fatal: boolean;
  /** It failed in a clean-up: a step that is being stopped hands it on, because nothing else would tell that the clean-up is not done. */
  readonly inCleanup?: true;
  /** What a retry goes by. The recorded effect is `none` for a tool that says it only reads; here its word does not count. */
  readonly acted: "none" | "maybe";
  readonly retryAfterMs?: number;
  readonly expected?: readonly string[];
}

export interface FailureDetails {
  readonly class: ErrorClass;
  readonly code: string;
  readonly message: string;
  readonly step: string;
  readonly tool?: string;
  readonly attempt?: number;
  readonly effect?: "none" | "maybe";
  readonly at?: string;
}

/** Builds a failure; error texts are cut at 8 KB, because they are stored and shown. */
export function failure(
  details: FailureDetails,
  origin: Origin,
  more: {
    readonly fatal?: boolean;
    readonly acted?: "none" | "maybe";
    readonly retryAfterMs?: number;
    readonly expected?: readonly string[];
  } = {},
): Failure {
  const { effect = "none", message, ...rest } = details;
  return {
    error: { ...rest, effect, message: cutMessage(message) },
    origin,
    fatal: more.fatal ?? false,
    acted: more.acted ?? effect,
    ...(more.retryAfterMs === undefined ? {} : { retryAfterMs: more.retryAfterMs }),
    ...(more.expected === undefined ? {} : { expected: more.expected }),
  };
}

/** The failure that a template met, placed at its tag. `base` is the pointer of the value that was rendered. */
export function templateFailure(
  error: TemplateError,
  plan: CheckedPlan,
  base: string,
  at: { readonly step: string; readonly tool?: string },
): Failure {
  const origin: Origin = {
    plan,
    pointer: base + (error.pointer ?? ""),
    ...(error.tagStart === undefined ? {} : { tagStart: error.tagStart }),
    ...(error.tagEnd === undefined ? {} : { tagEnd: error.tagEnd }),
    ...(error.tag === undefined ? {} : { tag: error.tag }),
  };
  return failure(
    { class: error.class, code: error.code, message: error.message, ...at },
    origin,
    error.expected === undefined ? {} : { expected: error.expected },
  );
}

/** Why a step is skipped that reads one without a result. */
export function readsSkipped(error: TemplateError): string {
  return `it reads \`${error.skippedBy ?? ""}\`: ${error.message}`;
}

/** Anything that is not a template's own error is a fault of graph itself and must not be taken for one of the plan. */
export function asTemplateError(thrown: unknown): TemplateError {
  if (thrown instanceof TemplateError) return thrown;
  throw thrown;
}

/** The failure of a clean-up. `before`: what it was for. */
export function cleanupFailure(cause: Failure, before: Failure | undefined): Failure {
  return { ...(before === undefined ? cause : withCause(cause, before)), inCleanup: true };
}

/** A failure that came while another one was being dealt with: the first one stays with it as its cause. */
export function withCause(later: Failure, first: Failure): Failure {
  const { class: errorClass, code, message, step } = first.error;
  const cause = { class: errorClass, code, message, step };
  return { ...later, fatal: later.fatal || first.fatal, error: { ...later.error, cause } };
}

/** The failure of a call, placed where the plan asks for it. */
export function callFailure(
  error: OutcomeError,
  at: { readonly step: string; readonly tool: string },
  origin: Origin,
): Failure {
  const { code, message, effect, retryAfterMs } = error;
  const details = { class: error.class as ErrorClass, code, message, ...at, effect: "none" } as const;
  return failure(details, origin, { acted: effect, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/** The failure of an item: the same, with the index of the item in it. */
export function atItem(cause: Failure, index: number): Failure {
  return { ...cause, error: { ...cause.error, index } };
}

const longestMessage = 8192;

/** Texts of errors are cut at 8 KB. */
export function cutMessage(message: string): string {
  if (message.length <= longestMessage) return message.toWellFormed();
  return `${message.slice(0, longestMessage - 40).toWellFormed()} … (${message.length} characters in all)`;
}
