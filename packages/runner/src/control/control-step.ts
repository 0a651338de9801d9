import type { CheckedStep, Json } from "@graph/plan";
import type { Failure } from "../interpreter/failure.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { agentStep } from "./agent.ts";
import { askStep } from "./ask.ts";
import { exitStep } from "./exit.ts";
import { filterStep } from "./filter.ts";
import { loopStep } from "./loop.ts";
import { mapStep } from "./map.ts";
import { parallelStep } from "./parallel.ts";
import { reduceStep } from "./reduce.ts";
import { routeStep } from "./route.ts";
import { waitStep } from "./wait.ts";

/** How a control step or a called plan ended, as its step sees it. */
export type InnerOutcome =
  | { readonly kind: "succeeded"; readonly value: Json }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "skipped"; readonly reason: string; readonly cause: string }
  | { readonly kind: "aborted" };

/** One attempt of a control step, or of a called plan. Ends by `step.innerEnded`, once. */
export interface InnerFrame {
  /** True while its tool call only waits for a slot: such a step can still be taken back. */
  readonly waitsForSlot?: boolean;
  begin(): void;
  /** Starts nothing more of what is inside; what is in flight may finish. The frame then ends as aborted. */
  drain?(): void;
  /** Stops what is inside; the frame still ends, as aborted, when nothing of it is left in flight. */
  abort(): void;
  /** Its time is over: answers true when that gives the step a result all the same. */
  timedOut?(): boolean;
  /** What has run inside. */
  visit?(visitor: FrameVisitor): void;
}

/** A control step: what it compiles of its input, and the frame that runs one attempt. */
export interface ControlStep {
  link(step: CheckedStep): unknown;
  open(step: StepFrame): InnerFrame;
}

/** Every control step there is, by name. */
export const controlSteps: ReadonlyMap<string, ControlStep> = new Map<string, ControlStep>([
  ["exit", exitStep],
  ["route", routeStep],
  ["filter", filterStep],
  ["map", mapStep],
  ["reduce", reduceStep],
  ["loop", loopStep],
  ["parallel", parallelStep],
  ["ask", askStep],
  ["wait", waitStep],
  ["agent", agentStep],
]);
