import type { CheckedStep, Json, JsonObject } from "@graph/plan";
import { compileValue, createValidator, type SchemaValidator } from "@graph/plan";
import { failure } from "../interpreter/failure.ts";
import type { Receiver } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { Outcome, Ticket } from "../port.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

interface LinkedAsk {
  readonly prompt: Evaluate;
  readonly schema: JsonObject;
  readonly validator: SchemaValidator;
  readonly unanswered: "fail" | "default" | "suspend";
  readonly fallback: Evaluate;
}

/** `ask`: a question to a person. */
export const askStep: ControlStep = {
  link({ input }: CheckedStep): LinkedAsk {
    const schema = (input["output_schema"] ?? {}) as JsonObject;
    return {
      prompt: compileValue(input["prompt"] ?? ""),
      schema,
      validator: createValidator(schema),
      unanswered: (input["when_unanswered"] as LinkedAsk["unanswered"] | undefined) ?? "fail",
      fallback: compileValue(input["default"] ?? null),
    };
  },
  open: (step) => new AskFrame(step, step.linked.control as LinkedAsk),
};

/** How an engine says that a person has refused to answer; anything else means that there is nobody. */
const declinedCode = "tool/failed";

/** Why a question has no answer. */
type Reason = "declined" | "unavailable" | "timeout";

class AskFrame implements InnerFrame, Receiver {
  readonly #step: StepFrame;
  readonly #linked: LinkedAsk;
  #question: Ticket | undefined;
  #default: Json = null;

  constructor(step: StepFrame, linked: LinkedAsk) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const { run, list, linked, attemptKey } = this.#step;
    const { prompt, schema, unanswered, fallback, validator } = this.#linked;
    let base = `${linked.step.pointer}/input/prompt`;
    let asked: Json;
    try {
      asked = prompt(list);
      base = `${linked.step.pointer}/input/default`;
      this.#default = fallback(list);
    } catch (thrown) {
      return this.#step.innerEnded(this, templateOutcome(thrown, this.#step, base));
    }
    stepStartEvent(this.#step);
    if (unanswered === "default" && !validator.accepts(this.#default)) {
      const problem = validator.validate(this.#default).problems[0];
      return this.#fail(
        "type",
        "input/invalid",
        `\`default\` does not fit \`output_schema\`: ${problem === undefined || problem.pointer === "" ? "it" : problem.pointer} ${problem?.message ?? "is wrong"}.`,
        "/input/default",
      );
    }
    const shown = unanswered === "default" ? { default: this.#default } : {};
    list.plan.questionOpened();
    this.#question = run.question(attemptKey, { from: "person", schema, prompt: asked, unanswered, ...shown }, this);
    this.#step.startTimeout();
  }

  complete(_ticket: Ticket, outcome: Outcome): void {
    this.#question = undefined;
    this.#step.list.plan.questionClosed();
    if (outcome.ok)
      return this.#step.innerEnded(this, { kind: "succeeded", value: { answer: outcome.value, answered: true } });
    if (outcome.error.aborted === true) return this.#step.innerEnded(this, { kind: "aborted" });
    this.#unanswered(outcome.error.code === declinedCode ? "declined" : "unavailable");
  }

  /** Nobody answered in time: with a `default` that is an answer too. */
  timedOut(): boolean {
    if (this.#linked.unanswered !== "default") return false;
    this.#close();
    this.#unanswered("timeout");
    return true;
  }

  abort(): void {
    this.#close();
    this.#step.innerEnded(this, { kind: "aborted" });
  }

  #unanswered(reason: Reason): void {
    if (this.#linked.unanswered === "default") {
      const value = { answer: this.#default, answered: false, reason };
      return this.#step.innerEnded(this, { kind: "succeeded", value });
    }
    const message =
      reason === "declined"
        ? "The question was declined."
        : "Nobody can be asked here, and the question has no default (`when_unanswered: default`).";
    this.#fail("unavailable", "tool/unavailable", message, "/tool_name");
  }

  #fail(errorClass: "type" | "unavailable", code: string, message: string, key: string): void {
    const { path, list, linked, attempt } = this.#step;
    const details = { class: errorClass, code, message, step: path, tool: "ask", attempt } as const;
    const origin = { plan: list.plan.plan, pointer: linked.step.pointer + key };
    this.#step.innerEnded(this, { kind: "failed", failure: failure(details, origin) });
  }

  #close(): void {
    if (this.#question === undefined) return;
    this.#step.run.dropTimer(this.#question);
    this.#step.list.plan.questionClosed();
    this.#question = undefined;
  }
}
