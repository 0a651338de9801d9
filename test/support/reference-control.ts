import { compileValue, type Json, type JsonObject, type TemplateScope } from "@graph/plan";
import { Failed, failureOf, rendered, Skipped } from "./reference-ending.ts";
import { writingTools } from "./generate-writes.ts";
import { gateHolds, ownGate } from "./reference-gate.ts";
import { milliseconds } from "./reference-run.ts";
import { bodyScope, roundScope } from "./reference-scope.ts";
import type { Attempt, Perform } from "./reference-step.ts";

const render = ({ place, path }: Attempt, value: Json = null): Json =>
  rendered(path, () => compileValue(value)(place.scope));

const holds = (
  { run, place, key, path, step }: Attempt,
  gate: Json,
  name: string,
  scope: TemplateScope = place.scope,
): ReturnType<typeof gateHolds> =>
  gateHolds(run, gate, { place: { ...place, scope }, key: key + name, path, timeout: step["timeout"] });

const inside = ({ place, key, path, body }: Attempt, taken: Json, singleId: string, name: string): Json =>
  body(taken, singleId, { ...place, prefix: `${key}/`, scope: bodyScope(place.scope, path, name) });

function over(attempt: Attempt): readonly Json[] {
  const items = render(attempt, attempt.input["over"]);
  const { path: step, place } = attempt;
  if (!Array.isArray(items)) throw new Failed({ class: "type", step });
  if (items.length > place.plan.limits.max_items) throw new Failed({ class: "limit", step });
  return items as readonly Json[];
}

/** Runs what belongs to one item or round: its failure carries the index. */
function indexed<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof Failed ? new Failed({ ...thrown.failure, index }) : thrown;
  }
}

/** One round of a body. */
function round({ place, key, path, input, body }: Attempt, names: JsonObject, index: number): Json {
  const at = { ...place, scope: roundScope(place.scope, names, index, path), prefix: `${key}[${String(index)}]/` };
  return indexed(index, () => body(input["do"] ?? null, "@do", at));
}

function map(attempt: Attempt): Json {
  const { run, path, place, input } = attempt;
  const { as = "item", on_item_error: onError = "fail", batch_size: size } = input;
  const items = over(attempt);
  const starts = (index: number): boolean => index % Number(size) === 0;
  const batch = (index: number): readonly Json[] => items.slice(index, index + Number(size));
  const batches = size === undefined ? items : items.flatMap((_, index) => (starts(index) ? [batch(index)] : []));
  const results: Json[] = [];
  const failed: Json[] = [];
  for (const [index, item] of batches.entries()) {
    try {
      results.push(round(attempt, { [as as string]: item }, index));
    } catch (thrown) {
      run.takeTurn(place);
      if (!(thrown instanceof Failed) || onError === "fail" || thrown.failure.fatal === true) throw thrown;
      failed.push({ index, error: { class: thrown.failure.class, step: thrown.failure.step } });
      Object.assign(run.records.get(path) ?? {}, { failedItems: failed.length });
      if (onError === "collect") results.push(null);
    }
    run.goOn(place);
  }
  return { count: items.length, results, failed };
}

/** A round that builds on the one before. One in which no step starts counts as a start, so that a loop of nothing ends. */
function countedRound(attempt: Attempt, names: JsonObject, index: number): Json {
  const { run, place, path } = attempt;
  run.goOn(place);
  const before = place.plan.starts;
  const value = round(attempt, names, index);
  if (place.plan.starts === before) run.countStart(place.plan, path, place.cleanup);
  return value;
}

function reduce(attempt: Attempt): Json {
  const items = over(attempt);
  let accumulator = render(attempt, attempt.input["initial"]);
  for (const [index, item] of items.entries()) {
    accumulator = countedRound(attempt, { item, accumulator }, index);
  }
  return { count: items.length, result: accumulator };
}

function loop(attempt: Attempt): Json {
  const { run, place, path, input } = attempt;
  const { until, delay = "0ms", max_iterations: rounds } = input;
  let accumulator = render(attempt, input["initial"]);
  for (let count = 1; ; count += 1) {
    accumulator = countedRound(attempt, { accumulator }, count - 1);
    run.goOn(place);
    const scope = roundScope(place.scope, { accumulator }, count - 1, path);
    const ends = until !== undefined && endsLoop(attempt, until, count - 1, scope);
    if (ends || count >= Number(rounds)) return { count, result: accumulator, done: ends || until === undefined };
    run.pass(milliseconds(delay), place);
  }
}

/** A loop whose body has run is not skipped any more, whatever its gate reads. */
function endsLoop(attempt: Attempt, until: Json, index: number, scope: TemplateScope): boolean {
  try {
    return holds(attempt, until, `[${String(index)}]@until`, scope).value;
  } catch (thrown) {
    throw thrown instanceof Skipped ? new Failed(failureOf(thrown, attempt.path)) : thrown;
  }
}

function parallel(attempt: Attempt): Json {
  const { run, place, input } = attempt;
  const any = input["wait"] === "any";
  const values: Record<string, Json> = {};
  let first: Failed | undefined;
  for (const [name, branch] of Object.entries(input["branches"] as JsonObject)) {
    try {
      values[name] = inside(attempt, branch, `@branches.${name}`, `@branches.${name}`);
    } catch (thrown) {
      run.takeTurn(place);
      if (!(thrown instanceof Failed) || !any || thrown.failure.fatal === true) throw thrown;
      first ??= thrown;
    }
    run.goOn(place);
    if (any && values[name] !== undefined) return { [name]: values[name] };
  }
  if (first !== undefined) throw first;
  return values;
}

function route(attempt: Attempt): Json {
  const { input } = attempt;
  const take = (branch: string, body: Json | undefined, id: string, more: JsonObject): Json =>
    body === undefined
      ? { branch: null, ...more, result: null }
      : { branch, ...more, result: inside(attempt, body, id, `@${branch}`) };
  if (input["choose"] !== undefined) {
    const { label, body, more } = choose(attempt, input["choose"] as JsonObject);
    return take(label, body, "@do", more);
  }
  let last: JsonObject = {};
  const own = ownGate(input, "if");
  if (own !== undefined) {
    // Under its own name the gate of the step itself asks.
    const { value, verdict } = holds(attempt, own.gate, own.name === "if" ? "@then" : `@${own.name}`);
    if (value) return take("then", input["then"], "@then", verdict);
    last = verdict;
  }
  for (const [index, { if: gate = false, do: body }] of ((input["cases"] ?? []) as readonly JsonObject[]).entries()) {
    const { value, verdict } = holds(attempt, gate, `@cases.${String(index)}`);
    if (value) return take(`cases.${String(index)}`, body, "@do", verdict);
    last = verdict;
  }
  return take("else", input["else"], "@else", last);
}

function choose(
  attempt: Attempt,
  { question = "", state, options }: JsonObject,
): { readonly label: string; readonly body: Json | undefined; readonly more: JsonObject } {
  const { run, place, key, path } = attempt;
  const labels = options as { readonly [label: string]: JsonObject };
  const looked = state === undefined ? {} : { state: render(attempt, state) };
  const call = {
    tool: "builtin__decide",
    input: { question: render(attempt, question), ...looked, options: labels },
    key: `${key}@choose`,
  };
  const { choice, probabilities } = run.ask(call, place, path) as JsonObject;
  const body = labels[choice as string]?.["do"];
  if (body === undefined) throw new Failed({ class: "type", step: path });
  return { label: choice as string, body, more: probabilities === undefined ? {} : { probabilities } };
}

function filter(attempt: Attempt): Json {
  const { place, path, input } = attempt;
  const { gate, name } = ownGate(input, "where") ?? { gate: true, name: "where" };
  const items: Json[] = [];
  const dropped: Json[] = [];
  for (const [index, item] of over(attempt).entries()) {
    const scope = roundScope(place.scope, { item }, index, path);
    const kept = indexed(index, () => holds(attempt, gate, `[${String(index)}]@${name}`, scope).value);
    (kept ? items : dropped).push(item);
  }
  return { count: items.length, items, dropped, dropped_count: dropped.length };
}

function exit(attempt: Attempt): Json {
  const { place, path, input } = attempt;
  const own = ownGate(input, "when");
  const { value, verdict } =
    own === undefined ? { value: true, verdict: {} as JsonObject } : holds(attempt, own.gate, `@${own.name}`);
  if (!value) return { passed: true, ...verdict };
  const { status = "success", message } = input;
  const said = [message === undefined ? undefined : render(attempt, message), verdict["reason"]];
  const words = said.filter((part) => typeof part === "string").join(" ");
  const shown = words === "" ? {} : { message: words };
  const output = render(attempt, input["output"]);
  place.plan.exit ??= { status: status as string, ...shown, output, step: path };
  return { passed: false, ...verdict };
}

function ask(attempt: Attempt): Json {
  const { path, number, input } = attempt;
  render(attempt, input["prompt"]);
  if (input["when_unanswered"] !== "default") throw new Failed({ class: "unavailable", step: path, attempt: number });
  return { answer: render(attempt, input["default"]), answered: false, reason: "unavailable" };
}

function wait({ run, place, input }: Attempt): Json {
  run.pass(milliseconds(input["for"]), place);
  return { timed_out: false };
}

function agent(attempt: Attempt): Json {
  const { run, place, key, path, input } = attempt;
  const prompt = render(attempt, input["prompt"]);
  const allowed = agentTools(input["tools"] as readonly string[]);
  const called: Json[] = [];
  const history: null[] = [];
  for (let iterations = 1; ; iterations += 1) {
    const last = iterations >= Number(input["max_iterations"]);
    const told = { prompt, tools: last ? [] : allowed, history, final: last };
    const at = `${key}[${String(iterations - 1)}]`;
    const said = run.ask({ tool: "builtin__agent_turn", input: told, key: `${at}@turn` }, place, path);
    const { calls = [], output } = said as JsonObject;
    const wanted = calls as readonly JsonObject[];
    // Neither calls nor an output: the model is told that something was wrong.
    const done = wanted.length === 0 && output !== undefined;
    if (done || last) return { output: done ? output : null, iterations, tools_called: called, final: done };
    for (const [index, { tool, input: given }] of wanted.entries()) {
      const call = { tool: tool as string, input: given as JsonObject, key: `${at}@call.${String(index)}` };
      called.push({ tool: call.tool, iteration: iterations, ok: allowed.includes(call.tool) && works(attempt, call) });
    }
    history.push(null, null);
  }
}

/** Calls a tool for an agent, whom a failure is told. */
function works(
  { run, place, path }: Attempt,
  call: { readonly tool: string; readonly input: JsonObject; readonly key: string },
): boolean {
  run.countStart(place.plan, path, place.cleanup);
  try {
    run.ask(call, place, path);
    return true;
  } catch (thrown) {
    const stopped = !(thrown instanceof Failed) || thrown.failure.class === "timeout";
    if (writingTools.has(call.tool) && stopped) run.unknown += 1;
    if (thrown instanceof Failed) return false;
    throw thrown;
  }
}

function agentTools(patterns: readonly string[]): readonly string[] {
  const all = ["cell__bump", "cell__flaky", "cell__read", "cell__write"];
  return patterns.includes("cell__*") ? all : [...patterns].sort();
}

/** One attempt of each control step. */
export const controls: ReadonlyMap<string, Perform> = new Map(
  Object.entries({ map, reduce, loop, parallel, route, filter, exit, ask, wait, agent }),
);
