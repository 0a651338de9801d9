import { runTransitions } from "./run-transitions.ts";

/** Where a run stands in its life. */
export type RunState =
  "pending" | "running" | "waiting" | "cancelling" | "succeeded" | "failed" | "cancelled" | "exited";
/** What moves a run from one state to another. */
export type RunLifecycleEvent = "START" | "WAIT" | "RESUME" | "CANCEL" | "SUCCEED" | "FAIL" | "CANCELLED" | "EXIT";

/** The state after an event; the same state where the event means nothing. The table is written from the machine of `machine/run-lifecycle.ts`. */
export function nextRunState(state: RunState, event: RunLifecycleEvent): RunState {
  return runTransitions[state][event] ?? state;
}
