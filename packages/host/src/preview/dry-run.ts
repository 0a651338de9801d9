import {
  compileValue,
  fillDefaults,
  modelTools,
  TemplateError,
  type CheckedBody,
  type CheckedSolver,
  type Json,
  type JsonObject,
  type PlanSnapshot,
} from "@graph/plan";
import { waves } from "../explain/waves.ts";
import { withoutBodies } from "./without-bodies.ts";

/** What one step would be called with. */
export interface PreviewedStep {
  readonly path: string;
  readonly tool: string;
  readonly effect: "read" | "write";
  /** The body it stands in, by its key in the step around it (`cases/0/do`, `catch/0/do`); `finally` of the plan itself. */
  readonly body?: string;
  /** The wave, counted from 1, below that of its control step: `2.1` is the first wave of the body of a step of the second. */
  readonly number: string;
  /** Steps of one wave may run side by side. */
  readonly wave: number;
  /** Rendered as far as the plan's input tells; what reads a result or an item stands there as its template. */
  readonly input: JsonObject;
  /** Whether nothing in `input` is left to be filled in by the run. */
  readonly known: boolean;
  /** Its gate, when it has one: it may be skipped. */
  readonly if?: Json;
}

/**
 * Lists what a run would call, and calls nothing. Bodies stand behind their step, those that a run might not take among them; what is done
 * at the end of the plan stands last, behind the call of the model that writes its result.
 */
export function previewRun(snapshot: PlanSnapshot, input: JsonObject): readonly PreviewedStep[] {
  const { main } = snapshot;
  const filled = main.inputSchema === undefined ? input : fillDefaults(main.inputSchema, input);
  const steps: PreviewedStep[] = [];
  previewBody(main.body, { path: "", number: "" }, filled, steps);
  if (main.solver !== undefined) steps.push(previewSolver(main.solver, filled, steps));
  const last = { path: "", number: "finally.", body: "finally" };
  if (main.finally !== undefined) previewBody(main.finally, last, filled, steps);
  return steps;
}

function previewBody(
  body: CheckedBody,
  prefix: Pick<PreviewedStep, "path" | "number" | "body">,
  input: Json,
  steps: PreviewedStep[],
): void {
  waves(body).forEach((members, wave) => {
    const number = `${prefix.number}${wave + 1}`;
    for (const index of members) {
      const step = body.steps[index];
      if (step === undefined) continue;
      const path = `${prefix.path}${step.id}`;
      const rendered = renderKnown(withoutBodies(step), input);
      steps.push({
        path,
        tool: step.tool,
        effect: step.effect,
        ...(prefix.body !== undefined && { body: prefix.body }),
        number,
        wave,
        input: rendered.value as JsonObject,
        known: rendered.known,
        ...(step.if !== undefined && { if: step.if }),
      });
      for (const [key, inner] of Object.entries(step.bodies ?? {}))
        previewBody(inner, { path: `${path}/`, number: `${number}.`, body: key }, input, steps);
    }
  });
}

/** The call of the chat model that writes the plan's result: behind everything else. */
function previewSolver(
  { queryToAnswer, data, systemPrompt }: CheckedSolver,
  input: Json,
  before: readonly PreviewedStep[],
): PreviewedStep {
  const wave = Math.max(-1, ...before.filter(({ number }) => !number.includes(".")).map((step) => step.wave)) + 1;
  const rendered = renderKnown(
    {
      instruction: queryToAnswer,
      ...(data !== undefined && { state: data }),
      ...(systemPrompt !== undefined && { system_prompt: systemPrompt }),
    },
    input,
  );
  return {
    path: "@solver",
    tool: modelTools.infer,
    effect: "read",
    number: String(wave + 1),
    wave,
    input: rendered.value as JsonObject,
    known: rendered.known,
  };
}

/** Renders each scalar by itself, so that one that reads a result does not keep its neighbours from being shown. */
function renderKnown(value: Json, input: Json): { readonly value: Json; readonly known: boolean } {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => renderKnown(item, input));
    return { value: items.map((item) => item.value), known: items.every((item) => item.known) };
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value as JsonObject).map(([key, item]) => [key, renderKnown(item, input)] as const);
    return {
      value: Object.fromEntries(entries.map(([key, item]) => [key, item.value])),
      known: entries.every(([, item]) => item.known),
    };
  }
  if (typeof value !== "string") return { value, known: true };
  let known = true;
  const scope = {
    read: (root: string): Json => {
      if (root === "input") return input;
      // Also under `default` and `exists`, which would turn "not known yet" into an answer.
      known = false;
      throw new TemplateError("ref/missing-step", "missing_step", `\`${root}\` is not known before the run`);
    },
  };
  try {
    const rendered = compileValue(value)(scope);
    return known ? { value: rendered, known } : { value, known };
  } catch (error) {
    if (error instanceof TemplateError) return { value, known: false };
    throw error;
  }
}
