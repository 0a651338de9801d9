import type { Diagnostic, Json } from "@graph/plan";
import type { RunCounts, RunResult, RunStatus, RunUsage, StepError, StepRecord } from "../run-result.ts";
import type { Failure } from "./failure.ts";
import { countSteps } from "./count-steps.ts";
import { failureDiagnostic, noticeDiagnostic } from "./locate-failure.ts";
import type { PlanFrame, PlanOutcome } from "./plan-frame.ts";
import { collectRecords } from "./records.ts";
import type { RunState } from "./run-state.ts";

/** The result of a run. Records and places are made when they are read: most hosts only look at the output. */
export function buildResult(run: RunState, root: PlanFrame, outcome: PlanOutcome): RunResult {
  return new Result(run, root, outcome);
}

const noneLarge: ReadonlyMap<string, Json> = new Map();

class Result implements RunResult {
  readonly runId: string;
  readonly plan: string;
  readonly status: RunStatus;
  readonly output: Json;
  declare readonly error?: StepError;
  declare readonly exit?: { readonly status: "success" | "error"; readonly message?: string };
  readonly usage: RunUsage;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly #run: RunState;
  readonly #root: PlanFrame;
  readonly #failure: Failure | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;
  #counts: RunCounts | undefined;
  #steps: ReadonlyMap<string, StepRecord> | undefined;

  constructor(run: RunState, root: PlanFrame, outcome: PlanOutcome) {
    this.#run = run;
    this.#root = root;
    this.#failure = outcome.kind === "failed" ? outcome.failure : undefined;
    this.runId = run.scope.runId;
    this.plan = root.plan.identifier;
    this.status = statusOf(run, outcome);
    this.output = outcome.kind === "succeeded" ? outcome.value : outcome.kind === "exited" ? outcome.exit.output : null;
    if (this.status === "failed" && this.#failure !== undefined) this.error = this.#failure.error;
    if (outcome.kind === "exited" && this.status === "exited") {
      const { status, message } = outcome.exit;
      this.exit = message === undefined ? { status } : { status, message };
    }
    this.usage = run.tokens === 0 ? { calls: run.calls } : { calls: run.calls, tokens: run.tokens };
    this.startedAt = run.scope.startedAt;
    this.endedAt = run.now;
    // Listeners see the same object as the host.
    Object.freeze(this);
  }

  get counts(): RunCounts {
    this.#counts ??= countSteps(this.#root);
    return this.#counts;
  }

  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= [
      ...(this.#failure === undefined ? [] : [failureDiagnostic(this.#failure)]),
      ...this.#run.notices.map(noticeDiagnostic),
    ];
    return this.#diagnostics;
  }

  get large(): ReadonlyMap<string, Json> {
    return this.#run.large ?? noneLarge;
  }

  get steps(): ReadonlyMap<string, StepRecord> {
    this.#steps ??= collectRecords(this.#root);
    return this.#steps;
  }

  toJSON(): object {
    const { counts, diagnostics, steps } = this;
    return Object.assign(Object.fromEntries(Object.entries(this)), { counts, diagnostics, steps: [...steps.values()] });
  }
}

function statusOf(run: RunState, outcome: PlanOutcome): RunStatus {
  if (run.cancelled && outcome.kind !== "succeeded") return "cancelled";
  if (outcome.kind === "aborted") return "cancelled";
  return outcome.kind;
}
