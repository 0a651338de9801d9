import type { CheckedStep } from "@graph/plan";
import { compileValue } from "@graph/plan";
import { textOf } from "../interpreter/text-of.ts";
import { type GateOutcome, type GateOwner, GateRun } from "../interpreter/gate-run.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import { type LinkedGate, linkGate, verdictFields } from "./control-gate.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

interface LinkedExit {
  readonly gate: LinkedGate | undefined;
  readonly status: "success" | "error";
  readonly message: Evaluate | undefined;
  readonly output: Evaluate | undefined;
}

/** `exit`: ends its plan when its gate is true. */
export const exitStep: ControlStep = {
  link: ({ input }: CheckedStep): LinkedExit => ({
    gate: linkGate(input, "when"),
    status: input["status"] === "error" ? "error" : "success",
    message: input["message"] === undefined ? undefined : compileValue(input["message"]),
    output: input["output"] === undefined ? undefined : compileValue(input["output"]),
  }),
  open: (step) => new ExitFrame(step, step.linked.control as LinkedExit),
};

class ExitFrame implements InnerFrame, GateOwner {
  readonly #step: StepFrame;
  readonly #linked: LinkedExit;
  #gate: GateRun | undefined;
  #drained = false;

  constructor(step: StepFrame, linked: LinkedExit) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    const { gate } = this.#linked;
    if (gate === undefined) return this.#exit({ kind: "decided", value: true, verdict: undefined });
    const { list, linked, attemptKey } = this.#step;
    const place = { key: `${attemptKey}@${gate.name}`, pointer: `${linked.step.pointer}/input${gate.pointer}` };
    this.#gate = new GateRun(this, this.#step, gate.gate, list, place);
    this.#gate.begin();
  }

  gateEnded(_gate: GateRun, outcome: GateOutcome): void {
    if (outcome.kind !== "decided") return this.#step.innerEnded(this, outcome);
    // A step before it has failed: a yes that comes now must not stop what still decides which failure is the first.
    if (this.#drained) return this.#step.innerEnded(this, { kind: "aborted" });
    if (outcome.value) return this.#exit(outcome);
    this.#step.innerEnded(this, { kind: "succeeded", value: { passed: true, ...verdictFields(outcome.verdict) } });
  }

  drain(): void {
    this.#drained = true;
  }

  abort(): void {
    this.#gate?.abort();
  }

  #exit({ verdict }: Extract<GateOutcome, { kind: "decided" }>): void {
    const { list, linked, path } = this.#step;
    const { status, message, output } = this.#linked;
    let base = `${linked.step.pointer}/input/message`;
    try {
      const said = message?.(list);
      base = `${linked.step.pointer}/input/output`;
      const value = output?.(list) ?? null;
      const text = said === undefined ? undefined : textOf(said);
      // A person who reads why the plan ended wants the model's reason as well.
      const reasons = [text, verdict?.reason].filter((part) => part !== undefined);
      // The request first: ending the step may end the plan, which asks why.
      const request = { status, output: value, step: path };
      list.plan.requestExit(reasons.length === 0 ? request : { ...request, message: reasons.join(" ") });
    } catch (thrown) {
      return this.#step.innerEnded(this, templateOutcome(thrown, this.#step, base));
    }
    this.#step.innerEnded(this, { kind: "succeeded", value: { passed: false, ...verdictFields(verdict) } });
    list.plan.abort();
  }
}
