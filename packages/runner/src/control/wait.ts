import type { CheckedStep, Json } from "@graph/plan";
import { compileValue, parseDuration, parseMoment } from "@graph/plan";
import { failure } from "../interpreter/failure.ts";
import type { Receiver } from "../interpreter/receiver.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { Outcome, Ticket } from "../port.ts";
import type { ControlStep, InnerFrame, InnerOutcome } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

interface LinkedWait {
  readonly key: "for" | "until" | "signal";
  readonly value: Evaluate;
  readonly timeout: Evaluate | undefined;
}

/** `wait`: for a length of time, until a moment, or for a signal. */
export const waitStep: ControlStep = {
  link({ input }: CheckedStep): LinkedWait {
    const key = (["for", "until", "signal"] as const).find((name) => input[name] !== undefined) ?? "for";
    const timeout = input["timeout"];
    return {
      key,
      value: compileValue(input[key] ?? null),
      timeout: timeout === undefined ? undefined : compileValue(timeout),
    };
  },
  open: (step) => new WaitFrame(step, step.linked.control as LinkedWait),
};

class WaitFrame implements InnerFrame, Receiver {
  readonly #step: StepFrame;
  readonly #linked: LinkedWait;
  #timer: Ticket | undefined;
  #signal: Ticket | undefined;
  #name = "";

  constructor(step: StepFrame, linked: LinkedWait) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const { run, list, linked } = this.#step;
    const { key, value, timeout } = this.#linked;
    const { attemptKey } = this.#step;
    let base = `${linked.step.pointer}/input/${key}`;
    try {
      const given = value(list);
      if (key === "until") {
        const at = typeof given === "string" ? parseMoment(given) : undefined;
        if (at === undefined)
          return this.#refuse(base, "a date and time with its offset (2026-11-30T09:00:00Z)", given);
        stepStartEvent(this.#step);
        this.#timer = run.timerAt(`${attemptKey}@wait`, at, this);
        return;
      }
      if (key === "for") {
        const length = duration(given);
        if (length === undefined) return this.#refuse(base, "a duration (30s, 2h, PT1H)", given);
        stepStartEvent(this.#step);
        this.#timer = run.timer(`${attemptKey}@wait`, length, this);
        return;
      }
      if (typeof given !== "string" || given === "") return this.#refuse(base, "the name of a signal, a text", given);
      base = `${linked.step.pointer}/input/timeout`;
      const limit = timeout?.(list);
      const length = limit === undefined ? undefined : duration(limit);
      if (limit !== undefined && length === undefined) return this.#refuse(base, "a duration (30s, 2h, PT1H)", limit);
      stepStartEvent(this.#step);
      this.#name = given;
      list.plan.questionOpened();
      this.#signal = run.question(attemptKey, { from: "signal", name: given }, this);
      if (length !== undefined) this.#timer = run.timer(`${attemptKey}@wait`, length, this);
    } catch (thrown) {
      this.#step.innerEnded(this, templateOutcome(thrown, this.#step, base));
    } finally {
      if (this.#timer !== undefined || this.#signal !== undefined) this.#step.startTimeout();
    }
  }

  complete(ticket: Ticket, outcome: Outcome): void {
    const { run } = this.#step;
    if (ticket === this.#timer) {
      this.#timer = undefined;
      if (this.#signal === undefined) return this.#end({ timed_out: false });
      this.#close();
      return this.#end({ signal: this.#name, payload: null, timed_out: true });
    }
    this.#signal = undefined;
    this.#step.list.plan.questionClosed();
    run.dropTimer(this.#timer);
    if (outcome.ok) return this.#end({ signal: this.#name, payload: outcome.value, timed_out: false });
    this.#step.innerEnded(this, { kind: "aborted" });
  }

  abort(): void {
    this.#step.run.dropTimer(this.#timer);
    this.#close();
    this.#step.innerEnded(this, { kind: "aborted" });
  }

  #close(): void {
    if (this.#signal === undefined) return;
    this.#step.run.dropTimer(this.#signal);
    this.#step.list.plan.questionClosed();
    this.#signal = undefined;
  }

  #end(value: Json): void {
    this.#step.innerEnded(this, { kind: "succeeded", value });
  }

  #refuse(pointer: string, wanted: string, given: Json): void {
    stepStartEvent(this.#step);
    const key = pointer.slice(pointer.lastIndexOf("/") + 1);
    const shown = typeof given === "string" ? `\`${given.slice(0, 60)}\`` : given === null ? "null" : typeof given;
    const details = {
      class: "type",
      code: "schema/bad-value",
      message: `\`${key}\` of \`wait\` must be ${wanted}, not ${shown}.`,
      step: this.#step.path,
      tool: "wait",
    } as const;
    const outcome: InnerOutcome = {
      kind: "failed",
      failure: failure(details, { plan: this.#step.list.plan.plan, pointer }),
    };
    this.#step.innerEnded(this, outcome);
  }
}

function duration(value: Json): number | undefined {
  return typeof value === "string" ? parseDuration(value) : undefined;
}
