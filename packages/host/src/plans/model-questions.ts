import { controlSteps, isObject, keyPlaces, modelTools, type Json, type JsonObject } from "@graph/plan";
import { ownValue } from "./step-bodies.ts";

/** What answers: a decision model, or a chat model. */
export type Answerer = "decide" | "infer";

/** As much of a step as says what it asks of models. */
export interface AskingStep {
  readonly tool: string;
  readonly if?: Json;
  readonly input: JsonObject;
}

/** What a gate asks models: one entry a question. */
export function gateQuestions(gate: Json | undefined): readonly Answerer[] {
  const asked: Answerer[] = [];
  // No recursion: a plan that a host builds as data may be nested as deep as it likes.
  const open: (Json | undefined)[] = [gate];
  while (open.length > 0) {
    const part = open.pop();
    if (!isObject(part)) continue;
    for (const kind of ["decide", "infer"] as const) if (Object.hasOwn(part, kind)) asked.push(kind);
    for (const key of ["all", "any"]) {
      const list = ownValue(part, key);
      if (Array.isArray(list)) for (const inner of list as readonly Json[]) open.push(inner);
    }
    open.push(ownValue(part, "not"));
  }
  return asked;
}

/** What a control step's input asks models: at once, of each item (`filter`) or in each round (`loop`). The turns of an `agent` are none of it. */
export function inputQuestions({ tool, input }: AskingStep): readonly Answerer[] {
  const grammar = controlSteps.get(tool);
  if (grammar === undefined) return [];
  return keyPlaces(grammar.keys, input, "").flatMap(({ rule, value, keys }): readonly Answerer[] => {
    const [key = ""] = keys;
    if (rule.kind === "gate") return gateQuestions(value);
    if (keys.length === 1 && (key === "decide" || key === "infer")) return [key];
    return keys.join("/") === "choose/question" ? ["decide"] : [];
  });
}

/** The built-in tools through which a step asks models. */
export function modelToolsOf(step: AskingStep): ReadonlySet<string> {
  const kinds = [...gateQuestions(step.if), ...inputQuestions(step)];
  const names = new Set<string>(kinds.map((kind) => modelTools[kind]));
  if (step.tool === "agent") names.add(modelTools.agent);
  return names;
}
