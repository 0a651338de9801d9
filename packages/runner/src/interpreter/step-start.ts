import type { StepFrame } from "./step-frame.ts";

/** Reports that an attempt of a step begins. */
export function stepStartEvent(step: StepFrame): void {
  const { run } = step;
  const event = {
    type: "step-start",
    runId: run.scope.runId,
    time: run.now,
    key: step.attemptKey,
    path: step.path,
    tool: step.linked.tool,
    attempt: step.attempt,
  } as const;
  run.samples.start = event;
  run.event(`${event.key}@start`, event);
}
