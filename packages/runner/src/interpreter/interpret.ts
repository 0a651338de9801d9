import { walkResult } from "../invoker/walk-result.ts";
import { link } from "../link/link.ts";
import type { Interpreter } from "../port.ts";
import { buildResult } from "./build-result.ts";
import { unreadableInput } from "./invalid-input.ts";
import { openFrames } from "./open-frames.ts";
import { PlanFrame, type PlanOutcome, type PlanOwner } from "./plan-frame.ts";
import type { Receiver } from "./receiver.ts";
import { RunState } from "./run-state.ts";

/**
 * Runs a plan over a scope, by the rules of the port: everything is driven from one queue, the only await is `next`, time and randomness
 * come from what was recorded. Called again with the same completions it does the same again.
 */
export const interpret: Interpreter = async ({ plan: snapshot, input }, scope) => {
  const program = link(snapshot);
  const run = new RunState(scope, program, openFrames);
  const { plan } = program.main;
  run.event("@run-start", { type: "run-start", runId: scope.runId, time: run.now, plan: plan.identifier, input });

  const root = new Root(run);
  const frame = new PlanFrame(run, program.main, program.main.limits, root, {
    prefix: "",
    runId: scope.runId,
    outer: undefined,
    cleanup: false,
  });
  root.frame = frame;
  run.stop = () => frame.abort();
  run.listen(scope.cancellation, root);
  const given = walkResult(input);
  const refused =
    given.fault === undefined ? frame.begin(given.value, undefined) : unreadableInput(plan, given.fault.message);
  if (refused !== undefined) root.planEnded({ kind: "failed", failure: refused });
  for (;;) {
    run.drain();
    // A call that was given up may still be running, and so may a clean-up: a run is over when nothing of it is.
    if (root.outcome !== undefined && run.callsInFlight === 0 && run.openCleanups === 0) break;
    run.deliver(await scope.next());
  }
  const result = buildResult(run, frame, root.outcome);
  run.event("@run-finish", { type: "run-finish", runId: scope.runId, time: run.now, plan: plan.identifier, result });
  return result;
};

/** Owns the outermost plan: takes its outcome, and the cancellation of the run. */
class Root implements PlanOwner, Receiver {
  readonly #run: RunState;
  frame: PlanFrame | undefined;
  outcome: PlanOutcome | undefined;

  constructor(run: RunState) {
    this.#run = run;
  }

  planEnded(outcome: PlanOutcome): void {
    this.outcome = outcome;
  }

  /** What has ended has ended: a cancellation that comes while a call that was given up still runs changes nothing. */
  complete(): void {
    if (this.outcome !== undefined) return;
    const { scope, now } = this.#run;
    this.#run.cancelled = true;
    this.#run.event("@run-cancel", { type: "run-cancel", runId: scope.runId, time: now });
    this.frame?.abort();
  }
}
