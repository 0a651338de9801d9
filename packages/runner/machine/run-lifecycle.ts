import { createMachine } from "xstate";

/**
 * The lifecycle of a run: small and fixed. No timers and no invoked promises: a restored machine would lose the first and start the
 * second again. Engines feed it what they record; the table that they use is written from it, so that a run does not import xstate.
 */
export const runLifecycle = createMachine({
  id: "run",
  initial: "pending",
  states: {
    pending: { on: { START: "running", CANCEL: "cancelling", FAIL: "failed" } },
    running: { on: { WAIT: "waiting", CANCEL: "cancelling", SUCCEED: "succeeded", FAIL: "failed", EXIT: "exited" } },
    waiting: { on: { RESUME: "running", CANCEL: "cancelling", FAIL: "failed" } },
    // What was in flight may still end the run in its own way before the cancellation reaches it.
    cancelling: { on: { SUCCEED: "succeeded", FAIL: "failed", CANCELLED: "cancelled", EXIT: "exited" } },
    succeeded: { type: "final" },
    failed: { type: "final" },
    cancelled: { type: "final" },
    exited: { type: "final" },
  },
});

export const runEvents = ["START", "WAIT", "RESUME", "CANCEL", "SUCCEED", "FAIL", "CANCELLED", "EXIT"] as const;
