import type { EffectiveLimits } from "../interpreter/limits.ts";
import type {
  CheckedBody,
  CheckedPlan,
  CheckedStep,
  Gate,
  Json,
  JsonObject,
  SchemaValidator,
  SecretSlot,
  TemplateScope,
} from "@graph/plan";

/** Evaluates templates of a plan against a scope. Throws a `TemplateError`. */
export type Evaluate<T = Json> = (scope: TemplateScope) => T;

/** A step with its templates compiled. Shared by all runs of its plan: it holds nothing of a run. */
export interface LinkedStep {
  // What every call reads comes first and is not looked up in `step`: a run over thousands of steps waits for memory otherwise.
  readonly kind: CheckedStep["kind"];
  readonly tool: string;
  readonly effect: CheckedStep["effect"];
  /** A call with an input and nothing else that has to be looked at while it is made. */
  readonly plainCall: boolean;
  readonly index: number;
  readonly step: CheckedStep;
  readonly gate: Gate | undefined;
  /** Its gate asks a model, so that the answer may have to be waited for. */
  readonly gateAsks: boolean;
  /** The whole input; of a control step nothing is compiled here, because bodies are rendered item by item. */
  readonly input: Evaluate;
  /** What stands in its input where a secret belongs; missing: no secret does. */
  readonly secrets: Evaluate<readonly SecretSlot[]> | undefined;
  readonly idempotencyKey: Evaluate | undefined;
  readonly cacheKey: Evaluate | undefined;
  /** Its tool asks a model, whose usage counts. */
  readonly countsTokens: boolean;
  /** The `result` of each handler of its `catch`; missing: what its body yields. */
  readonly catchResults: readonly (Evaluate | undefined)[];
  /** The body of its `finally`. */
  readonly finalBody: LinkedBody | undefined;
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
  readonly solver: LinkedSolver | undefined;
  /** The body of its `finally`. */
  readonly finalBody: LinkedBody | undefined;
  /** What `secrets` reads: `***` for each one that it names. The values never come near the interpreter. */
  readonly maskedSecrets: JsonObject;
  readonly inputValidator: SchemaValidator | undefined;
  readonly outputValidator: SchemaValidator | undefined;
}

/** How a chat model writes a plan's result. */
export interface LinkedSolver {
  readonly queryToAnswer: Evaluate;
  readonly systemPrompt: Evaluate | undefined;
  readonly data: Evaluate | undefined;
}

/** A plan and every plan it calls, by tool name. */
export interface LinkedProgram {
  readonly main: LinkedPlan;
  /** What `env` reads. */
  readonly env: JsonObject;
  plan(toolName: string): LinkedPlan | undefined;
}
