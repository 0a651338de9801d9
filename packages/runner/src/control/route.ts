import type { CheckedStep, Json, JsonObject } from "@graph/plan";
import { compileGate, compileValue, modelTools, modelsAsked } from "@graph/plan";
import { asTemplateError, callFailure, failure } from "../interpreter/failure.ts";
import { BodyScope } from "../interpreter/body-scope.ts";
import type { FrameVisitor } from "../interpreter/frame-visitor.ts";
import { type GateOutcome, type GateOwner, GateRun, type Verdict } from "../interpreter/gate-run.ts";
import { ListFrame, type ListOutcome, type ListOwner } from "../interpreter/list-frame.ts";
import { SideCall } from "../interpreter/side-call.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { Outcome } from "../port.ts";
import { type LinkedGate, linkGate, verdictFields } from "./control-gate.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

/** One branch that a gate guards: the key of its body, and its name in the result. */
interface LinkedCase {
  readonly gate: LinkedGate;
  readonly body: string;
  readonly branch: string;
}

interface LinkedRoute {
  readonly cases: readonly LinkedCase[];
  readonly choose: LinkedChoice | undefined;
}

interface LinkedChoice {
  readonly question: Evaluate;
  readonly state: Evaluate | undefined;
  readonly model: Evaluate | undefined;
  /** The labels with what the model is told of them. */
  readonly options: readonly (readonly [string, Evaluate | undefined])[];
}

/** `route`: takes one of several branches. */
export const routeStep: ControlStep = {
  link: ({ input }: CheckedStep): LinkedRoute => ({ cases: linkCases(input), choose: linkChoice(input["choose"]) }),
  open: (step) => new RouteFrame(step, step.linked.control as LinkedRoute),
};

function linkCases(input: JsonObject): readonly LinkedCase[] {
  const own = linkGate(input, "if");
  // Not by the name `if`: the step's own gate asks under it.
  if (own !== undefined)
    return [{ gate: own.name === "if" ? { ...own, name: "then" } : own, body: "then", branch: "then" }];
  const cases = Array.isArray(input["cases"]) ? (input["cases"] as readonly JsonObject[]) : [];
  return cases.map(({ if: gate = false }, index) => ({
    gate: {
      gate: compileGate(gate),
      asks: modelsAsked(gate).size > 0,
      pointer: `/cases/${index}/if`,
      name: `cases.${index}`,
    },
    body: `cases/${index}/do`,
    branch: `cases.${index}`,
  }));
}

function linkChoice(choose: Json | undefined): LinkedChoice | undefined {
  if (choose === undefined) return undefined;
  const { question = "", state, model, options = {} } = choose as JsonObject;
  return {
    question: compileValue(question),
    state: state === undefined ? undefined : compileValue(state),
    model: model === undefined ? undefined : compileValue(model),
    options: Object.entries(options as JsonObject).map(([label, option]) => {
      const { description } = option as JsonObject;
      return [label, description === undefined ? undefined : compileValue(description)];
    }),
  };
}

/** One attempt of a `route`: its gates in order, then the branch that is taken. */
class RouteFrame implements InnerFrame, GateOwner, ListOwner {
  readonly #step: StepFrame;
  readonly #linked: LinkedRoute;
  #next = 0;
  #gate: GateRun | undefined;
  #choice: SideCall | undefined;
  #list: ListFrame | undefined;
  #taken: JsonObject = { branch: null };
  #verdict: Verdict | undefined;
  #stopped = false;

  constructor(step: StepFrame, linked: LinkedRoute) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    const { choose } = this.#linked;
    if (choose === undefined) this.#tryNext();
    else this.#ask(choose);
  }

  gateEnded(_gate: GateRun, outcome: GateOutcome): void {
    this.#gate = undefined;
    if (outcome.kind !== "decided") return this.#step.innerEnded(this, outcome);
    if (this.#stopped) return this.#step.innerEnded(this, { kind: "aborted" });
    this.#verdict = outcome.verdict;
    const { body, branch } = this.#linked.cases[this.#next++] as LinkedCase;
    if (!outcome.value) return this.#tryNext();
    this.#take(body, { branch, ...verdictFields(outcome.verdict) });
  }

  listEnded(_list: ListFrame, outcome: ListOutcome): void {
    if (outcome.kind !== "succeeded") return this.#step.innerEnded(this, outcome);
    this.#step.innerEnded(this, { kind: "succeeded", value: { ...this.#taken, result: outcome.value } });
  }

  drain(): void {
    this.#stopped = true;
    this.#list?.drain();
  }

  abort(): void {
    this.#stopped = true;
    this.#gate?.abort();
    this.#choice?.abort();
    this.#list?.abort();
  }

  visit(visitor: FrameVisitor): void {
    if (this.#list !== undefined) visitor.list(this.#list);
  }

  #tryNext(): void {
    if (this.#step.list.spent) return this.#step.innerEnded(this, { kind: "aborted" });
    const next = this.#linked.cases[this.#next];
    if (next === undefined) {
      const { bodies } = this.#step.linked;
      const taken = { branch: bodies.has("else") ? "else" : null, ...verdictFields(this.#verdict) };
      return this.#take("else", taken);
    }
    const { list, linked, attemptKey } = this.#step;
    const place = {
      key: `${attemptKey}@${next.gate.name}`,
      pointer: `${linked.step.pointer}/input${next.gate.pointer}`,
    };
    this.#gate = new GateRun(this, this.#step, next.gate.gate, list, place);
    this.#gate.begin();
  }

  #take(key: string, taken: JsonObject): void {
    const { list, linked, attemptKey } = this.#step;
    const body = linked.bodies.get(key);
    if (body === undefined)
      return this.#step.innerEnded(this, { kind: "succeeded", value: { ...taken, result: null } });
    this.#taken = taken;
    const place = { prefix: `${attemptKey}/`, index: undefined, cleanup: list.cleanup };
    const scope = new BodyScope(list, this.#step, `@${taken["branch"] as string}`);
    this.#list = new ListFrame(list.plan, body, this, scope, place);
    this.#list.begin();
  }

  #ask(choose: LinkedChoice): void {
    const { list, linked, attemptKey } = this.#step;
    let input: JsonObject;
    try {
      input = this.#question(choose);
    } catch (thrown) {
      const outcome = templateOutcome(asTemplateError(thrown), this.#step, `${linked.step.pointer}/input/choose`);
      return this.#step.innerEnded(this, outcome);
    }
    const call = { key: `${attemptKey}@choose`, tool: modelTools.decide, input, effect: "read" } as const;
    this.#choice = new SideCall(list.plan, call, (outcome) => this.#chosen(outcome));
    this.#choice.begin();
  }

  #question({ question, state, model, options }: LinkedChoice): JsonObject {
    const { list } = this.#step;
    return {
      question: question(list),
      ...(state !== undefined && { state: state(list) }),
      options: Object.fromEntries(options.map(([label, describe]) => [label, describe?.(list) ?? null])),
      ...(model !== undefined && { model: model(list) }),
    };
  }

  #chosen(outcome: Outcome): void {
    this.#choice = undefined;
    const { list, linked, path } = this.#step;
    const origin = { plan: list.plan.plan, pointer: `${linked.step.pointer}/input/choose` };
    const at = { step: path, tool: modelTools.decide };
    if (this.#stopped) return this.#step.innerEnded(this, { kind: "aborted" });
    if (!outcome.ok)
      return this.#step.innerEnded(this, { kind: "failed", failure: callFailure(outcome.error, at, origin) });
    const answer = (typeof outcome.value === "object" ? outcome.value : null) as JsonObject | null;
    const choice = answer?.["choice"];
    const options = this.#linked.choose?.options ?? [];
    if (typeof choice !== "string" || !options.some(([label]) => label === choice)) {
      const message = `\`${modelTools.decide}\` chose none of the options.`;
      const cause = failure({ class: "type", code: "tool/output-mismatch", message, ...at }, origin);
      return this.#step.innerEnded(this, { kind: "failed", failure: cause });
    }
    const probabilities = answer?.["probabilities"];
    this.#take(`choose/options/${choice}/do`, {
      branch: choice,
      ...(probabilities !== undefined && { probabilities }),
    });
  }
}
