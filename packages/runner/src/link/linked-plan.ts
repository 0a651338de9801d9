import type { EffectiveLimits } from "../interpreter/limits.ts";
import type { CheckedBody, CheckedPlan, CheckedStep, Json, SchemaValidator, TemplateScope } from "@graph/plan";

/** Evaluates templates of a plan against a scope. Throws a `TemplateError`. */
export type Evaluate<T = Json> = (scope: TemplateScope) => T;

/** A step with its templates compiled. Shared by all runs of its plan: it holds nothing of a run. */
export interface LinkedStep {
  readonly step: CheckedStep;
  readonly index: number;
  readonly gate: Evaluate<boolean> | undefined;
  /** The whole input; of a control step nothing is compiled here, because bodies are rendered item by item. */
  readonly input: Evaluate;
  readonly idempotencyKey: Evaluate | undefined;
  readonly outputValidator: SchemaValidator | undefined;
  /** What a control step compiled for itself. */
  readonly control: unknown;
  readonly bodies: ReadonlyMap<string, LinkedBody>;
}

/** How the steps of a list wait for each other. */
export interface Ordering {
  /** How many steps each one waits for. */
  readonly waitsFor: readonly number[];
  /** The steps that wait for each one, in document order. */
  readonly dependents: readonly (readonly number[])[];
}

export interface LinkedBody {
  readonly body: CheckedBody;
  readonly steps: readonly LinkedStep[];
  readonly indexById: ReadonlyMap<string, number>;
  /** As many holes as there are steps: what a run of the list begins with. */
  readonly noneStarted: readonly undefined[];
  readonly dataflow: Ordering;
  /** Made when a run is first sequential. */
  readonly sequential: Ordering;
}

export interface LinkedPlan {
  readonly plan: CheckedPlan;
  /** What holds when it is the outermost plan. */
  readonly limits: EffectiveLimits;
  readonly body: LinkedBody;
  readonly output: Evaluate | undefined;
  readonly inputValidator: SchemaValidator | undefined;
  readonly outputValidator: SchemaValidator | undefined;
}

/** A plan and every plan it calls, by tool name. */
export interface LinkedProgram {
  readonly main: LinkedPlan;
  plan(toolName: string): LinkedPlan | undefined;
}
