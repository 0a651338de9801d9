import { controlSteps } from "../control/control-step.ts";
import type { Frames } from "./frames.ts";
import { StepFrame } from "./step-frame.ts";
import { SubPlanFrame } from "./sub-plan.ts";
import { ToolCallFrame } from "./tool-call.ts";

export const openFrames: Frames = {
  step: (list, linked) => new StepFrame(list, linked),
  attempt(step) {
    const { kind, tool } = step.linked;
    if (kind === "call") return new ToolCallFrame(step);
    if (kind === "plan") return new SubPlanFrame(step);
    const control = controlSteps.get(tool);
    if (control === undefined) throw new Error(`There is no control step ${tool}.`);
    return control.open(step);
  },
};
