import type { CheckedPlan, Effect } from "../checked-plan.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import type { EnvironmentReads } from "./environment-reads.ts";

/** What the check of one plan has found; what its callers need to know of it. */
export interface PlanFacts {
  /** Missing when the plan has errors, or names a tool that is not there. */
  readonly checked?: CheckedPlan;
  readonly diagnostics: readonly Diagnostic[];
  readonly effect: Effect;
  readonly repeatable: boolean;
  readonly fence: boolean;
  readonly environment: EnvironmentReads;
  /** The shape of what the plan returns. */
  readonly output: JsonObject;
}
