import {
  isObject,
  type Gate,
  type GateModels,
  type GateQuestion,
  type Json,
  modelTools,
  type TemplateScope,
} from "@graph/plan";
import type { Outcome } from "../port.ts";
import { type Failure, asTemplateError, callFailure, failure, readsSkipped, templateFailure } from "./failure.ts";
import { SideCall } from "./side-call.ts";
import type { StepFrame } from "./step-frame.ts";

/** What a model answered. */
export interface Verdict {
  readonly verdict: boolean;
  /** Of yes, from a decision model. */
  readonly probability?: number;
  /** From a chat model. */
  readonly reason?: string;
}

export type GateOutcome =
  /** `verdict`: of the question that was answered last. */
  | { readonly kind: "decided"; readonly value: boolean; readonly verdict: Verdict | undefined }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "skipped"; readonly reason: string; readonly cause: string }
  | { readonly kind: "aborted" };

export interface GateOwner {
  gateEnded(gate: GateRun, outcome: GateOutcome): void;
}

/** What a gate throws that has to wait for an answer. */
class AnswerNeeded extends Error {}
const answerNeeded = new AnswerNeeded("A gate waits for the answer of a model.");

/**
 * Evaluates a gate that may ask models. Its templates only read what does not change meanwhile, so it is evaluated again after each
 * answer, with the answers it has: `all` and `any` ask no more than they need.
 */
export class GateRun implements GateModels {
  readonly #owner: GateOwner;
  readonly #step: StepFrame;
  readonly #gate: Gate;
  readonly #scope: TemplateScope;
  readonly #key: string;
  readonly #pointer: string;
  readonly #answers: Verdict[] = [];
  #asked: GateQuestion | undefined;
  #call: SideCall | undefined;
  #aborted = false;
  #last: Verdict | undefined;

  /** `key`: of the gate, `E1@if`; `pointer`: of the gate in its plan. */
  constructor(
    owner: GateOwner,
    step: StepFrame,
    gate: Gate,
    scope: TemplateScope,
    place: { readonly key: string; readonly pointer: string },
  ) {
    this.#owner = owner;
    this.#step = step;
    this.#gate = gate;
    this.#scope = scope;
    this.#key = place.key;
    this.#pointer = place.pointer;
  }

  /** Tells its owner at once, or when the answers have come. */
  begin(): void {
    const outcome = this.#evaluate();
    if (outcome !== undefined) this.#owner.gateEnded(this, outcome);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#call?.abort();
  }

  ask(question: GateQuestion): boolean {
    const known = this.#answers[question.index];
    if (known !== undefined) return known.verdict;
    this.#asked = question;
    throw answerNeeded;
  }

  #evaluate(): GateOutcome | undefined {
    try {
      return { kind: "decided", value: this.#gate(this.#scope, this), verdict: this.#last };
    } catch (thrown) {
      if (thrown !== answerNeeded) return this.#failed(thrown);
    }
    const asked = this.#asked as GateQuestion;
    this.#call = new SideCall(this.#step.list.plan, this.#toCall(asked), (outcome) => this.#answered(asked, outcome));
    this.#call.begin();
    return undefined;
  }

  #toCall({ kind, index, question, state, model }: GateQuestion): ConstructorParameters<typeof SideCall>[1] {
    const role = model === undefined ? {} : { model };
    const input =
      kind === "decide"
        ? { question, ...(state === null ? {} : { state }), ...role }
        : { instruction: question, output_schema: verdictSchema, ...role };
    const { timeoutMs } = this.#step.linked.step;
    const call = { key: `${this.#key}.${index}`, tool: modelTools[kind], input, effect: "read" } as const;
    return timeoutMs === undefined ? call : { ...call, timeoutMs };
  }

  #answered(asked: GateQuestion, outcome: Outcome): void {
    this.#call = undefined;
    if (this.#aborted) return this.#owner.gateEnded(this, { kind: "aborted" });
    const origin = { plan: this.#step.list.plan.plan, pointer: this.#pointer };
    if (!outcome.ok) {
      const cause = callFailure(outcome.error, { step: this.#step.path, tool: modelTools[asked.kind] }, origin);
      return this.#owner.gateEnded(this, { kind: "failed", failure: cause });
    }
    const verdict = asked.kind === "decide" ? decided(outcome.value, asked) : inferred(outcome.value);
    if (verdict === undefined) {
      const message = `\`${modelTools[asked.kind]}\` did not answer a yes/no question with a verdict.`;
      const details = { class: "type", code: "tool/output-mismatch", message, step: this.#step.path } as const;
      return this.#owner.gateEnded(this, { kind: "failed", failure: failure(details, origin) });
    }
    this.#answers[asked.index] = verdict;
    this.#last = verdict;
    this.begin();
  }

  #failed(thrown: unknown): GateOutcome {
    const error = asTemplateError(thrown);
    if (error.skippedBy !== undefined) return { kind: "skipped", reason: readsSkipped(error), cause: error.message };
    const at = { step: this.#step.path, tool: this.#step.linked.step.tool };
    return { kind: "failed", failure: templateFailure(error, this.#step.list.plan.plan, this.#pointer, at) };
  }
}

const verdictSchema = {
  type: "object",
  required: ["verdict", "reason"],
  additionalProperties: false,
  properties: {
    verdict: { type: "boolean", description: "true for yes, false for no" },
    reason: { type: "string", description: "Why, in one sentence" },
  },
} as const;

function decided(value: Json, { minProbability }: GateQuestion): Verdict | undefined {
  const probability = own(value, "probability");
  if (typeof probability !== "number") return undefined;
  return { verdict: probability >= minProbability, probability };
}

function inferred(value: Json): Verdict | undefined {
  const output = own(value, "output") ?? null;
  const verdict = own(output, "verdict");
  const reason = own(output, "reason");
  if (typeof verdict !== "boolean") return undefined;
  return typeof reason === "string" ? { verdict, reason } : { verdict };
}

function own(value: Json, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
