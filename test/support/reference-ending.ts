import { type ErrorClass, type Json, TemplateError } from "@graph/plan";

/** A failure as far as it is compared. */
export interface ReferenceFailure {
  readonly class: ErrorClass;
  readonly step: string;
  readonly attempt?: number;
  readonly index?: number;
  readonly cause?: ErrorClass;
  /** The budget of the whole run is spent. */
  readonly fatal?: boolean;
  /** The tool may have acted. */
  readonly acted?: boolean;
  /** It failed in a clean-up: what is being stopped hands it on. */
  readonly inCleanup?: boolean;
}

/** Something has failed: a step, a list of steps, a plan. */
export class Failed extends Error {
  readonly failure: ReferenceFailure;

  constructor(failure: ReferenceFailure) {
    super(failure.class);
    this.failure = failure;
  }
}

/** A step reads one that was skipped. */
export class Skipped extends Error {}

/** What is under way was told to stop. */
export class Stopped extends Error {}

/** A later failure, which keeps the one that was being dealt with as its cause. That a budget is spent stays true. */
export function withCause(later: ReferenceFailure, first: ReferenceFailure | undefined): ReferenceFailure {
  if (first === undefined) return later;
  return { ...later, cause: first.class, fatal: later.fatal === true || first.fatal === true };
}

/** The failure that was thrown; where nothing can be skipped, a read of a skipped step is one as well. */
export function failureOf(thrown: unknown, path?: string): ReferenceFailure {
  if (thrown instanceof Failed) return thrown.failure;
  if (thrown instanceof Skipped && path !== undefined) return { class: "missing_step", step: path };
  throw thrown;
}

/** Runs what evaluates templates: what they throw ends the step at `path`. */
export function rendered<T>(path: string, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    throw thrown.skippedBy === undefined ? new Failed({ class: thrown.class, step: path }) : new Skipped();
  }
}

/** What `error` reads of a failure. Plans that are compared never read its words. */
export function errorValue(failure: ReferenceFailure | undefined, attempts: number): Json {
  if (failure === undefined) return null;
  const { class: errorClass, step, attempt = Math.max(1, attempts) } = failure;
  return { class: errorClass, step, attempt };
}
