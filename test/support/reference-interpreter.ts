import { compileValue, type Json, type JsonObject } from "@graph/plan";
import type { GeneratedPlan } from "./generate-plan.ts";
import { controls } from "./reference-control.ts";
import {
  errorValue,
  Failed,
  failureOf,
  type ReferenceFailure,
  rendered,
  Skipped,
  Stopped,
  withCause,
} from "./reference-ending.ts";
import {
  type ListPlace,
  milliseconds,
  pathOf,
  type PlanRun,
  type ReferenceRecord,
  ReferenceRun,
} from "./reference-run.ts";
import { afterScope, namesScope, planScope } from "./reference-scope.ts";
import { type Attempt, openList } from "./reference-step.ts";

/** What a plan comes to, step after step. */
export interface ReferenceResult {
  readonly status: "succeeded" | "failed" | "exited" | "cancelled";
  readonly output: Json;
  readonly error: ReferenceFailure | undefined;
  readonly exit: { readonly status: string; readonly message?: string } | undefined;
  readonly records: ReadonlyMap<string, ReferenceRecord>;
  readonly effects: readonly string[];
  readonly calls: readonly string[];
  readonly failedItems: number;
  readonly unknown: number;
  readonly tookMs: number;
}

/** What a plan gives: its output, or what its `exit` says. */
interface PlanEnd {
  readonly value: Json;
  readonly exit?: NonNullable<PlanRun["exit"]>;
}

/** Runs the data of a plan, without the checker's word on anything: the simplest thing that does what the language says. */
export function referenceRun(
  plan: GeneratedPlan,
  { jitter, cancelAt = Number.POSITIVE_INFINITY }: { readonly jitter: number; readonly cancelAt?: number },
): ReferenceResult {
  const run = new ReferenceRun(new Map(plan.called.map((data) => [data["identifier"] as string, data])), jitter);
  const place = { prefix: "", stops: [{ at: cancelAt }], cleanup: false };
  let end: PlanEnd = { value: null };
  let error: ReferenceFailure | undefined;
  let status: ReferenceResult["status"];
  try {
    end = runPlan(run, plan.main, plan.input, place, "", undefined);
    status = end.exit === undefined ? "succeeded" : "exited";
  } catch (thrown) {
    status = thrown instanceof Stopped ? "cancelled" : "failed";
    if (!(thrown instanceof Stopped)) error = failureOf(thrown);
  }
  const cancelled = cancelAt <= run.now && status !== "succeeded";
  const { exit } = end;
  return {
    status: cancelled ? "cancelled" : status,
    output: end.value,
    error: cancelled ? undefined : error,
    exit: cancelled
      ? undefined
      : exit && { status: exit.status, ...(exit.message !== undefined && { message: exit.message }) },
    records: run.records,
    effects: run.cells.effects,
    calls: run.cells.calls,
    failedItems: [...run.records.values()].reduce((sum, { failedItems = 0 }) => sum + failedItems, 0),
    unknown: run.unknown,
    tookMs: run.now,
  };
}

/** Runs a plan that the step at a path has called. Throws how it ends without a value. */
function runPlan(
  run: ReferenceRun,
  data: JsonObject,
  input: JsonObject,
  { prefix, stops, cleanup }: Pick<ListPlace, "prefix" | "stops" | "cleanup">,
  step: string,
  outer: PlanRun | undefined,
): PlanEnd {
  const plan = planRun(data, outer);
  const described = { id: step === "" ? "r" : `r/${step}`, root: "r", plan: data["identifier"] as string };
  const scope = planScope({ input: withDefaults(data, input), run: described });
  const { timeout } = (data["limits"] ?? {}) as JsonObject;
  const timeStop = { at: run.now + milliseconds(timeout) };
  const place = { plan, prefix, scope, stops: [...stops, plan.exitStop, timeStop], cleanup };
  const list = openList(run, perform, data["steps"] ?? [], "", place);
  const ends = (): PlanEnd => {
    let stopped: unknown;
    try {
      list.go();
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      stopped = thrown;
    }
    const { exit } = plan;
    // What stops whoever has called the plan wins over what the plan says itself.
    if (exit !== undefined && !run.stopped({ ...place, stops })) return { value: exit.output, exit };
    if (stopped !== undefined) throw stopped;
    const render = (value: Json): Json => rendered(step, () => compileValue(value)(list.scope));
    if (data["solver"] === undefined) return { value: render(data["output"] ?? null) };
    const { query_to_answer: instruction } = render(data["solver"]) as JsonObject;
    const call = { tool: "builtin__infer", input: { instruction: instruction ?? "" }, key: `${prefix}@solver` };
    const { output } = run.ask(call, place, step) as JsonObject;
    if (output === undefined) throw new Failed({ class: "type", step });
    return { value: output };
  };
  let end: PlanEnd | undefined;
  let thrown: unknown;
  try {
    end = ends();
  } catch (other) {
    // A plan's output has nothing to skip.
    thrown = other instanceof Skipped ? new Failed(failureOf(other, step)) : other;
  }
  if (timeStop.at <= run.now) {
    end = undefined;
    thrown = new Failed({ class: "limit", step, fatal: outer === undefined });
  }
  if (data["finally"] !== undefined) {
    const after = namesScope(afterScope(list.scope), { error: told(thrown, end, step) });
    try {
      openList(run, perform, data["finally"], "@finally", { ...place, scope: after, stops: [], cleanup: true }).go();
    } catch (later) {
      const cause = withCause(failureOf(later), thrown instanceof Failed ? thrown.failure : undefined);
      throw new Failed({ ...cause, inCleanup: true });
    }
  }
  if (end === undefined) throw thrown;
  return end;
}

/** What the clean-up of a plan is told has happened. */
function told(thrown: unknown, end: PlanEnd | undefined, step: string): Json {
  if (thrown instanceof Failed) return errorValue(thrown.failure, 1);
  if (end === undefined) return errorValue({ class: "cancelled", step }, 1);
  if (end.exit === undefined || end.exit.status === "success") return null;
  return errorValue({ class: "tool_error", step: end.exit.step }, 1);
}

/** Runs one attempt of a step. */
function perform(attempt: Attempt): Json {
  const { run, step, input, place, key, path, number, writes } = attempt;
  const tool = step["tool_name"] as string;
  const control = controls.get(tool);
  if (control !== undefined) return control(attempt);
  const data = run.called.get(tool.slice("plan__".length));
  const cache = attempt.cache === undefined ? {} : { cache: attempt.cache };
  if (data === undefined) return run.call({ tool, input, key, ...cache }, place, { step: path, attempt: number });
  const { plan: outer } = place;
  if (outer.depth >= outer.limits.depth) throw new Failed({ class: "limit", step: path });
  const { value, exit } = runPlan(run, data, input, { ...place, prefix: `${key}/` }, pathOf(key), outer);
  if (exit?.status !== "error") return value;
  throw new Failed({ class: "tool_error", step: path, attempt: number, acted: writes });
}

/** A plan whose steps have not begun, with its limits inside its caller's. */
function planRun(data: JsonObject, outer: PlanRun | undefined): PlanRun {
  const inherited = outer?.limits ?? { max_steps: 10_000, max_items: 1_000, depth: 16 };
  const stated = (data["limits"] ?? {}) as { readonly [name: string]: number };
  const limit = (name: keyof typeof inherited): number => Math.min(stated[name] ?? Infinity, inherited[name]);
  const limits = { max_steps: limit("max_steps"), max_items: limit("max_items"), depth: limit("depth") };
  const depth = (outer?.depth ?? 0) + 1;
  return { data, outer, depth, limits, exitStop: { at: Infinity }, exit: undefined, starts: 0 };
}

/** The input with the defaults of its properties. */
function withDefaults({ input_schema: schema }: JsonObject, given: JsonObject): JsonObject {
  const properties = ((schema as JsonObject)["properties"] ?? {}) as { readonly [name: string]: JsonObject };
  const defaults = Object.entries(properties).filter(([, property]) => property["default"] !== undefined);
  return { ...Object.fromEntries(defaults.map(([name, property]) => [name, property["default"] ?? null])), ...given };
}
