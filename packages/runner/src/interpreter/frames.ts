import type { InnerFrame } from "../control/control-step.ts";
import type { LinkedStep } from "../link/linked-plan.ts";
import type { ListFrame } from "./list-frame.ts";
import type { StepFrame } from "./step-frame.ts";

/** Opens frames. Lists hold steps, steps hold lists: each asks for the other here, so that no file imports the one that imports it. */
export interface Frames {
  step(list: ListFrame, linked: LinkedStep): StepFrame;
  /** One attempt of a step: a tool call, a called plan, or a control step. */
  attempt(step: StepFrame): InnerFrame;
}
