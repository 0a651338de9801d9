import type { Json, JsonObject } from "@graph/plan";
import type { InnerFrame } from "../control/control-step.ts";
import type { LinkedStep } from "../link/linked-plan.ts";
import type { StepStatus } from "../run-result.ts";
import type { Failure, Origin } from "./failure.ts";
import type { FrameVisitor } from "./frame-visitor.ts";
import type { ListFrame } from "./list-frame.ts";
import { pathOf } from "./path-of.ts";
import type { RunState } from "./run-state.ts";
import { StepExtras } from "./step-extras.ts";

export const noInput: JsonObject = {};

/** What one run of a step has come to: its record, while it runs and after it. */
export class StepState {
  readonly list: ListFrame;
  readonly linked: LinkedStep;
  /** Set when the step has ended. */
  status: StepStatus | undefined;
  value: Json = null;
  attempt = 0;
  /** The attempt under way, or the last one: its bodies hold the records of what ran inside. */
  inner: InnerFrame | undefined;
  input: JsonObject = noInput;
  extras: StepExtras | undefined;
  /** Milliseconds after the start of the run, -1 for never: small numbers take no memory of their own. */
  startedAfter = -1;
  endedAfter = -1;

  constructor(list: ListFrame, linked: LinkedStep) {
    this.list = list;
    this.linked = linked;
  }

  get run(): RunState {
    return this.list.plan.run;
  }

  /** Path in the plan with every attempt above it, as keys are written. */
  get key(): string {
    return this.list.prefix + this.linked.step.id;
  }

  /** Key of the attempt under way; what runs inside is written below it. */
  get attemptKey(): string {
    return this.attempt > 1 ? `${this.key}#${this.attempt}` : this.key;
  }

  /** `outer[2]/inner`. */
  get path(): string {
    return pathOf(this.key);
  }

  /** Where it stands in its plan. */
  get origin(): Origin {
    return { plan: this.list.plan.plan, pointer: this.linked.step.pointer };
  }

  /** Milliseconds since 1970. */
  get startedAt(): number | undefined {
    return this.startedAfter < 0 ? undefined : this.run.scope.startedAt + this.startedAfter;
  }

  get endedAt(): number | undefined {
    return this.endedAfter < 0 ? undefined : this.run.scope.startedAt + this.endedAfter;
  }

  get failure(): Failure | undefined {
    return this.extras?.failure;
  }

  /** What sinks show of its result. */
  get shown(): Json {
    const large = this.extras?.large;
    return large === undefined ? this.value : { ...large };
  }

  /** Where what few steps have is put. */
  get rare(): StepExtras {
    return (this.extras ??= new StepExtras());
  }

  /** What ran inside: the last attempt, then its handler and its clean-up. */
  visit(visitor: FrameVisitor): void {
    this.inner?.visit?.(visitor);
    const aftermath = this.extras?.aftermath;
    if (aftermath?.handler !== undefined) visitor.list(aftermath.handler);
    if (aftermath?.final !== undefined) visitor.list(aftermath.final);
  }
}
