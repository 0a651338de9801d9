import type { Json } from "@graph/plan";
import type { RunEvents } from "../events.ts";
import { sizeOf } from "../invoker/size-of.ts";
import type { StepError, StepStatus } from "../run-result.ts";
import type { StepFrame } from "./step-frame.ts";

/** A class, because the size of an output is only counted when somebody reads it. */
class StepFinish {
  readonly type = "step-finish" as const;
  readonly runId: string;
  readonly time: number;
  readonly key: string;
  readonly path: string;
  readonly tool: string;
  readonly status: StepStatus;
  readonly attempt: number;
  declare readonly output?: Json;
  declare readonly error?: StepError;
  declare readonly reason?: string;

  constructor(step: StepFrame, status: StepStatus) {
    this.runId = step.run.scope.runId;
    this.time = step.run.now;
    this.key = step.attemptKey;
    this.path = step.path;
    this.tool = step.linked.tool;
    this.status = status;
    this.attempt = step.attempt;
    if (status === "succeeded" || status === "caught") this.output = step.shown;
    if (status === "succeeded") return;
    const reason = step.extras?.reason;
    if (reason !== undefined) this.reason = reason;
    else if (step.failure !== undefined) this.error = step.failure.error;
  }

  get bytes(): number {
    return this.output === undefined ? 0 : sizeOf(this.output);
  }

  toJSON(): object {
    return Object.assign(Object.fromEntries(Object.entries(this)), { bytes: this.bytes });
  }
}

export function stepFinishEvent(step: StepFrame, status: StepStatus): RunEvents["step-finish"] {
  return new StepFinish(step, status);
}
