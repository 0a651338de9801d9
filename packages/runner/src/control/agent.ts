import type { CheckedStep, Effect, Json, JsonObject } from "@graph/plan";
import { compileValue, modelTools } from "@graph/plan";
import { callFailure, cutMessage, type Failure, type Origin } from "../interpreter/failure.ts";
import type { Resumable } from "../interpreter/receiver.ts";
import { SideCall } from "../interpreter/side-call.ts";
import type { StepFrame } from "../interpreter/step-frame.ts";
import { stepStartEvent } from "../interpreter/step-start.ts";
import type { Evaluate } from "../link/linked-plan.ts";
import type { Outcome } from "../port.ts";
import { tooMuch } from "../interpreter/step-failures.ts";
import { textOf } from "../interpreter/text-of.ts";
import { type AgentCall, readTurn } from "./agent-turn.ts";
import type { ControlStep, InnerFrame } from "./control-step.ts";
import { templateOutcome } from "./over.ts";

interface LinkedAgent {
  readonly prompt: Evaluate;
  readonly systemPrompt: Evaluate | undefined;
  readonly model: Evaluate | undefined;
  readonly schema: Json | undefined;
  readonly maxIterations: number;
  /** The tools that it may call, and what a call of each may do. */
  readonly tools: ReadonlyMap<string, Effect>;
}

const defaultIterations = 8;

/** `agent`: a chat model that works on a task with some tools. */
export const agentStep: ControlStep = {
  link: ({ input, tools = [] }: CheckedStep): LinkedAgent => ({
    prompt: compileValue(input["prompt"] ?? ""),
    systemPrompt: input["system_prompt"] === undefined ? undefined : compileValue(input["system_prompt"]),
    model: input["model"] === undefined ? undefined : compileValue(input["model"]),
    schema: input["output_schema"],
    maxIterations: typeof input["max_iterations"] === "number" ? input["max_iterations"] : defaultIterations,
    tools: new Map(tools.map(({ name, effect }) => [name, effect])),
  }),
  open: (step) => new AgentFrame(step, step.linked.control as LinkedAgent),
};

/**
 * One attempt of an `agent`: the model's turns one after another, each with what the tools of the turn before have said. A tool that
 * fails does not fail the step: the model is told, and may go another way. In the last turn it has no tools and must answer.
 */
class AgentFrame implements InnerFrame, Resumable {
  readonly #step: StepFrame;
  readonly #linked: LinkedAgent;
  readonly #history: Json[] = [];
  readonly #called: Json[] = [];
  readonly #open = new Set<SideCall>();
  #task: JsonObject = {};
  #iteration = 0;
  #calls: readonly AgentCall[] = [];
  #results: Json[] = [];
  #left = 0;
  #next = 0;
  #problem: string | undefined;
  #stopped = false;
  #ended = false;

  constructor(step: StepFrame, linked: LinkedAgent) {
    this.#step = step;
    this.#linked = linked;
  }

  begin(): void {
    const { list, linked } = this.#step;
    const { prompt, systemPrompt, model, schema } = this.#linked;
    try {
      const role = model?.(list);
      this.#task = {
        prompt: textOf(prompt(list)),
        ...(systemPrompt !== undefined && { system_prompt: textOf(systemPrompt(list)) }),
        ...(schema !== undefined && { output_schema: schema }),
        ...(role !== undefined && { model: role }),
      };
    } catch (thrown) {
      return this.#step.innerEnded(this, templateOutcome(thrown, this.#step, `${linked.step.pointer}/input`));
    }
    stepStartEvent(this.#step);
    this.#step.startTimeout();
    this.#turn();
  }

  drain(): void {
    this.#stopped = true;
  }

  abort(): void {
    this.#stopped = true;
    for (const call of this.#open) call.abort();
  }

  #turn(): void {
    if (this.#stopped || this.#step.list.spent) return this.#aborted();
    const final = this.#iteration + 1 >= this.#linked.maxIterations;
    const input = {
      ...this.#task,
      tools: final ? [] : [...this.#linked.tools.keys()],
      history: [...this.#history],
      final,
    };
    const key = `${this.#step.attemptKey}[${this.#iteration}]@turn`;
    this.#call({ key, tool: modelTools.agent, input, effect: "read" }, (outcome) => this.#answered(outcome, final));
  }

  #answered(outcome: Outcome, final: boolean): void {
    if (!outcome.ok) {
      if (this.#stopped) return this.#aborted();
      const { list, linked, path } = this.#step;
      const origin = { plan: list.plan.plan, pointer: `${linked.step.pointer}/tool_name` };
      return this.#failed(callFailure(outcome.error, { step: path, tool: modelTools.agent }, origin));
    }
    this.#iteration++;
    const turn = readTurn(outcome.value);
    if (turn.calls.length === 0 && turn.problem === undefined) return this.#done(turn.output, true);
    if (final) return this.#done(null, false);
    this.#history.push({
      role: "assistant",
      ...(turn.text !== undefined && { text: turn.text }),
      calls: turn.calls.map((call) => ({ ...call })),
    });
    if (turn.calls.length === 0) {
      this.#history.push({ role: "user", text: turn.problem ?? "" });
      return this.#turn();
    }
    this.#calls = turn.calls;
    this.#problem = turn.problem;
    this.#results = turn.calls.map(() => null);
    this.#runTools();
  }

  /** Reads side by side; calls that may write one after another, in the order that the model gave. */
  #runTools(): void {
    this.#left = this.#calls.length;
    this.#next = 0;
    if (this.#inOrder) return this.#step.run.enqueue(this);
    while (this.#next < this.#calls.length) this.#startNext();
  }

  get #inOrder(): boolean {
    return this.#step.linked.step.effect === "write" || this.#step.list.plan.sequential;
  }

  /** The turn of the next call; a loop, because a model may want thousands that end at once. */
  resume(): void {
    if (!this.#ended) this.#startNext();
  }

  #startNext(): void {
    const index = this.#next++;
    const call = this.#calls[index];
    if (call === undefined) return;
    this.#runTool(call, index, (result) => {
      this.#results[index] = result;
      this.#left--;
      if (this.#left === 0) this.#told();
      else if (this.#inOrder) this.#step.run.enqueue(this);
    });
  }

  #runTool({ id, tool, input }: AgentCall, index: number, ended: (result: Json) => void): void {
    const { attemptKey, path, list } = this.#step;
    const effect = this.#linked.tools.get(tool);
    const told = (ok: boolean, value: Json): void => {
      ended({ id, tool, ok, ...(ok ? { output: value } : { error: value }) });
    };
    if (effect === undefined) return told(false, `There is no tool \`${tool}\` for this task.`);
    const spent = this.#stopped ? undefined : list.plan.countStart(this.#step);
    if (spent !== undefined) return this.#failed(spent);
    if (this.#stopped) return told(false, "The step was stopped.");
    const call = {
      key: `${attemptKey}[${this.#iteration - 1}]@call.${index}`,
      tool,
      input,
      effect,
    };
    this.#call(call, (outcome) => {
      if (!outcome.ok) return told(false, cutMessage(outcome.error.message));
      if (!list.plan.run.keepOutput(outcome.value)) return this.#failed(tooMuch(this.#step));
      for (const { code, message } of outcome.warnings ?? [])
        this.#step.run.notice({ code, message, step: path, origin: this.#origin });
      told(true, outcome.value);
    });
  }

  #told(): void {
    if (this.#ended) return;
    // In the order that the model gave, whichever came back first.
    for (const { tool, ok } of this.#results as readonly JsonObject[])
      this.#called.push({ tool: tool as string, iteration: this.#iteration, ok: ok as boolean });
    this.#history.push({ role: "tool", results: this.#results });
    if (this.#problem !== undefined) this.#history.push({ role: "user", text: this.#problem });
    this.#turn();
  }

  #call(call: ConstructorParameters<typeof SideCall>[1], ended: (outcome: Outcome) => void): void {
    const side = new SideCall(this.#step.list.plan, call, (outcome) => {
      this.#open.delete(side);
      if (!this.#ended) ended(outcome);
    });
    this.#open.add(side);
    side.begin();
  }

  #done(output: Json, final: boolean): void {
    this.#ended = true;
    if (!final) this.#noticeUnfinished();
    const value = { output, iterations: this.#iteration, tools_called: this.#called, final };
    this.#step.innerEnded(this, { kind: "succeeded", value });
  }

  /** The step has a result, and yet not the one that was asked for: it must not pass for plain success. */
  #noticeUnfinished(): void {
    const { run, path } = this.#step;
    const message = `The agent had no usable answer after ${this.#iteration} turns: \`final\` is false and \`output\` null.`;
    run.notice({ code: "tool/output-missing", message, step: path, origin: this.#origin });
  }

  get #origin(): Origin {
    return { ...this.#step.origin, pointer: `${this.#step.linked.step.pointer}/tool_name` };
  }

  #failed(cause: Failure): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const call of this.#open) call.abort();
    this.#step.innerEnded(this, { kind: "failed", failure: cause });
  }

  #aborted(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#step.innerEnded(this, { kind: "aborted" });
  }
}
