import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { compileValue } from "../template/compile-value.ts";
import { kindOf } from "../template/kind-of.ts";
import { templateLimits } from "../template/limits.ts";
import type { TemplateScope } from "../template/template.ts";
import { TemplateError } from "../template/template-error.ts";

/** What a gate asks a model, its templates filled in. */
export interface GateQuestion {
  /** `decide`: a decision model gives the probability of yes; `infer`: a chat model gives a verdict and a reason. */
  readonly kind: "decide" | "infer";
  /** Which question of its gate it is, from 0, in document order. */
  readonly index: number;
  readonly question: string;
  /** What a decision model looks at; `null` when the gate says nothing. */
  readonly state: Json;
  /** The role of the model; missing: the default of its kind. */
  readonly model?: string;
  /** Of `decide`: the least probability of yes that is taken for yes. Default: 0.5. */
  readonly minProbability: number;
}

/** Whoever can ask models. Answers, or throws whatever makes its own caller come back with the answer. */
export interface GateModels {
  ask(question: GateQuestion): boolean;
}

const defaultProbability = 0.5;

/** A gate that asks a model. */
export function compileQuestion(
  gate: JsonObject,
  kind: GateQuestion["kind"],
  pointer: string,
  index: number,
): (scope: TemplateScope, models?: GateModels) => boolean {
  const question = compileValue(gate[kind] ?? "", `${pointer}/${kind}`);
  const state = compileValue(gate["state"] ?? null, `${pointer}/state`);
  const model = gate["model"] === undefined ? undefined : compileValue(gate["model"], `${pointer}/model`);
  const stated = gate["min_probability"];
  const minProbability = typeof stated === "number" ? stated : defaultProbability;
  return (scope, models) => {
    if (models === undefined) throw failed("This gate asks a model, which cannot be done here.", `${pointer}/${kind}`);
    const role = model?.(scope);
    if (role !== undefined && typeof role !== "string")
      throw failed(`\`model\` is the name of a role, and this yields ${kindOf(role)}.`, `${pointer}/model`);
    return models.ask({
      kind,
      index,
      question: asText(question(scope)),
      state: state(scope),
      ...(role !== undefined && { model: role }),
      minProbability,
    });
  };
}

function failed(message: string, pointer: string): TemplateError {
  const error = new TemplateError("step/gate-types", "type", message);
  error.pointer = pointer;
  return error;
}

/** The kinds of models that a gate asks, wherever in it. */
export function modelsAsked(gate: Json | undefined): ReadonlySet<GateQuestion["kind"]> {
  const kinds = new Set<GateQuestion["kind"]>();
  collect(gate, 0, kinds);
  return kinds;
}

function collect(gate: Json | undefined, depth: number, kinds: Set<GateQuestion["kind"]>): void {
  // Deeper gates are refused when they are compiled.
  if (gate === undefined || !isObject(gate) || depth > templateLimits.valueDepth) return;
  for (const kind of ["decide", "infer"] as const) if (Object.hasOwn(gate, kind)) kinds.add(kind);
  for (const key of ["all", "any"]) {
    const list = gate[key];
    if (Array.isArray(list)) for (const part of list as readonly Json[]) collect(part, depth + 1, kinds);
  }
  collect(gate["not"], depth + 1, kinds);
}

/** A question that is one tag may yield anything; the model reads its JSON. */
function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
