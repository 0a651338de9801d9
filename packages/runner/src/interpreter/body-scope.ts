import type { Json, JsonObject, TemplateScope } from "@graph/plan";
import type { StepFrame } from "./step-frame.ts";

/** What a body reads that runs once for its step, a branch or a handler: everything around it, and a `run.id` that no other body has. */
export class BodyScope implements TemplateScope {
  readonly #outer: TemplateScope;
  readonly #runId: string;

  /** `name`: as a body of one call is called in paths, such as `@then`, `@branches.left`, `@catch`. */
  constructor(outer: TemplateScope, { run, path }: Pick<StepFrame, "run" | "path">, name: string) {
    this.#outer = outer;
    this.#runId = `${run.scope.runId}/${path}/${name}`;
  }

  read(root: string): Json {
    if (root !== "run") return this.#outer.read(root);
    return { ...(this.#outer.read("run") as JsonObject), id: this.#runId };
  }

  isRoot(name: string): boolean {
    return this.#outer.isRoot?.(name) ?? false;
  }
}
