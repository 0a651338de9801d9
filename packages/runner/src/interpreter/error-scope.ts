import type { Json, TemplateScope } from "@graph/plan";
import { TemplateError } from "@graph/plan";
import type { Failure } from "./failure.ts";
import type { ListFrame } from "./list-frame.ts";

/** What a `catch` or a `finally` reads: `error`, and everything around it. */
export class ErrorScope implements TemplateScope {
  readonly #outer: TemplateScope;
  readonly #error: Json;

  constructor(outer: TemplateScope, error: Json) {
    this.#outer = outer;
    this.#error = error;
  }

  read(root: string): Json {
    return root === "error" ? this.#error : this.#outer.read(root);
  }

  isRoot(name: string): boolean {
    return name === "error" || (this.#outer.isRoot?.(name) ?? false);
  }
}

/**
 * What a plan's own `finally` reads: whatever has been done. A step without a result, for whatever reason, skips the step that reads
 * it: what was never opened need not be closed. So does a read that ran ahead of the failure: how far the reads beside a failure have
 * come is a matter of time, and what is cleaned up must not be.
 */
export class AfterScope extends ErrorScope {
  readonly #list: ListFrame;

  constructor(list: ListFrame, error: Json) {
    super(list, error);
    this.#list = list;
  }

  override read(root: string): Json {
    if (this.#list.ranAhead(root)) {
      const message = `\`${root}\` stands after the step that failed: one after another, it would not have run.`;
      throw new TemplateError("ref/missing-step", "missing_step", message, { skippedBy: root });
    }
    try {
      return super.read(root);
    } catch (thrown) {
      if (!(thrown instanceof TemplateError) || thrown.class !== "missing_step" || thrown.skippedBy !== undefined)
        throw thrown;
      throw new TemplateError(thrown.code, thrown.class, thrown.message, { skippedBy: root });
    }
  }
}

/** What `error` yields of a failure. */
export function errorValue(cause: Failure | undefined, attempts: number): Json {
  if (cause === undefined) return null;
  const { class: errorClass, code, message, step, attempt = Math.max(1, attempts) } = cause.error;
  return { class: errorClass, code, message, step, attempt };
}
