import type { CheckedStep } from "@graph/plan";
import { compileGate, compileValue } from "@graph/plan";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

interface LinkedExit {
  readonly when: Evaluate<boolean> | undefined;
  readonly status: "success" | "error";
  readonly message: Evaluate | undefined;
  readonly output: Evaluate | undefined;
}

/** `exit`: ends its plan when its gate is true. */
export const exitStep: ControlStep = {
  link: ({ input }: CheckedStep): LinkedExit => ({
    when: input["when"] === undefined ? undefined : compileGate(input["when"]),
    status: input["status"] === "error" ? "error" : "success",
    message: input["message"] === undefined ? undefined : compileValue(input["message"]),
    output: input["output"] === undefined ? undefined : compileValue(input["output"]),
  }),
  open: (step) => new ExitFrame(step, step.linked.control as LinkedExit),
};

class ExitFrame implements InnerFrame {
  readonly #step: StepFrame;
  readonly #linked: LinkedExit;

  constructor(step: StepFrame, linked: LinkedExit) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    stepStartEvent(this.#step);
    const { list, linked, path } = this.#step;
    const { when, status, message, output } = this.#linked;
    let base = `${linked.step.pointer}/input/when`;
    try {
      if (when !== undefined && !when(list)) {
        return this.#step.innerEnded(this, { kind: "succeeded", value: { passed: true } });
      }
      base = `${linked.step.pointer}/input/message`;
      const said = message?.(list);
      base = `${linked.step.pointer}/input/output`;
      const value = output?.(list) ?? null;
      // The request first: ending the step may end the plan, which asks why.
      const request = { status, output: value, step: path };
      list.plan.requestExit(
        said === undefined ? request : { ...request, message: typeof said === "string" ? said : JSON.stringify(said) },
      );
    } catch (thrown) {
      return this.#step.innerEnded(this, templateOutcome(thrown, this.#step, base));
    }
    this.#step.innerEnded(this, { kind: "succeeded", value: { passed: false } });
    list.plan.abort();
  }

  /** It ends in the moment it begins: there is nothing to stop. */
  abort(): void {}
}
