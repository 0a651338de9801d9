import { link } from "../link/link.ts";
import type { Interpreter } from "../port.ts";
import { buildResult } from "./build-result.ts";
import { rootLimits } from "./limits.ts";
import { openFrames } from "./open-frames.ts";
import { PlanFrame, type PlanOutcome } from "./plan-frame.ts";
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

  let outcome: PlanOutcome | undefined;
  const owner = { planEnded: (ended: PlanOutcome): void => void (outcome = ended) };
  const place = { prefix: "", runId: scope.runId, outer: undefined };
  const root = new PlanFrame(run, program.main, rootLimits(plan.limits), owner, place);

  run.listen(scope.cancellation, {
    complete() {
      run.cancelled = true;
      run.event("@run-cancel", { type: "run-cancel", runId: scope.runId, time: run.now });
      root.abort();
    },
  });

  const refused = root.begin(input, undefined);
  if (refused !== undefined) outcome = { kind: "failed", failure: refused };
  for (;;) {
    run.drain();
    // A call that was given up may still be running: a run is over when nothing of it is.
    if (outcome !== undefined && run.callsInFlight === 0) break;
    run.deliver(await scope.next());
  }
  const result = buildResult(run, root, outcome);
  run.event("@run-finish", { type: "run-finish", runId: scope.runId, time: run.now, plan: plan.identifier, result });
  return result;
};
