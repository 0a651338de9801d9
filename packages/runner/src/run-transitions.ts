// Written from machine/run-lifecycle.ts by machine/write-table.ts; do not edit.
import type { RunLifecycleEvent, RunState } from "./run-lifecycle.ts";

export const runTransitions: { readonly [State in RunState]: { readonly [Event in RunLifecycleEvent]?: RunState } } = {
  pending: { START: "running", CANCEL: "cancelling", FAIL: "failed" },
  running: { WAIT: "waiting", CANCEL: "cancelling", SUCCEED: "succeeded", FAIL: "failed", EXIT: "exited" },
  waiting: { RESUME: "running", CANCEL: "cancelling", FAIL: "failed" },
  cancelling: { SUCCEED: "succeeded", FAIL: "failed", CANCELLED: "cancelled", EXIT: "exited" },
  succeeded: {},
  failed: {},
  cancelled: {},
  exited: {},
};
