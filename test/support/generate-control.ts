import type { Json, JsonObject } from "@graph/plan";
import type { Body, Call, Making } from "./generate-making.ts";
import { fieldOf, inside, type Place } from "./generate-place.ts";
import { gate, list, over, question, value } from "./generate-values.ts";
import { breaksOrder } from "./generate-writes.ts";

/** What a body that runs side by side with itself or another one may do: only a plan that gives its order away writes or exits there. */
const besideOthers = (making: Making): Partial<Place> =>
  making.has("freeOrder") ? {} : { mayWrite: false, mayExit: false };

const noteOrder = (making: Making, bodies: readonly Json[]): void => {
  if (bodies.some((body) => breaksOrder(body, making.called))) making.facts.orderFree = true;
};

export function map(making: Making, place: Place): Call {
  const { random } = making;
  const concurrency = random.whole(1, 4);
  const as = random.chance(0.2) ? `it${making.nextId()}` : "item";
  const here = inside(place, {
    names: [...place.names, as, "index"],
    ...(concurrency > 1 ? besideOthers(making) : {}),
  });
  const { body } = making.body(here);
  if (concurrency > 1) noteOrder(making, [body]);
  const input = {
    over: over(making, place),
    ...(as === "item" ? {} : { as }),
    concurrency,
    on_item_error: random.pick(["fail", "skip", "collect"]),
    ...(random.chance(0.1) ? { batch_size: 2 } : {}),
    do: body,
  };
  return { call: { tool_name: "map", input }, field: "count", open: false };
}

/** A body whose rounds read what the round before has come to. */
function rounds(making: Making, place: Place, names: readonly string[]): Body & { readonly initial: JsonObject } {
  const { random } = making;
  // What the last step will yield is not known before it is made: both common fields are tried.
  const accumulator = `accumulator.${random.pick(["value", "count"])}`;
  const made = making.body(inside(place, { names: [...place.names, ...names, accumulator] }));
  const initial = random.chance(0.5) ? { initial: { value: value(making, place), count: random.whole(0, 9) } } : {};
  return { ...made, initial };
}

export function reduce(making: Making, place: Place): Call {
  const { body, initial } = rounds(making, place, ["item", "index"]);
  const input = { over: over(making, place), ...initial, do: body };
  return { call: { tool_name: "reduce", input }, field: "count", open: false };
}

export function loop(making: Making, place: Place): Call {
  const { random } = making;
  const { body, initial, field, open } = rounds(making, place, ["index"]);
  const here = { ...place, names: [...place.names, "index", open ? `accumulator.${field}` : "index"] };
  const input = {
    ...initial,
    do: body,
    max_iterations: random.whole(1, 4),
    ...(random.chance(0.6) ? { until: gate(making, here) } : {}),
    ...(random.chance(0.3) ? { delay: `${String(random.whole(0, 9))}ms` } : {}),
  };
  return { call: { tool_name: "loop", input }, field: random.pick(["count", "done"]), open: false };
}

export function route(making: Making, place: Place): Call {
  const { random } = making;
  const body = (): Json => making.body(inside(place)).body;
  const otherwise = random.chance(0.6) ? { else: body() } : {};
  const form = random.next();
  let input: JsonObject;
  // oxlint-disable unicorn/no-thenable -- a key of the language
  if (form < 0.3) input = { if: gate(making, place), then: body(), ...otherwise };
  else if (form < 0.45 && making.has("models")) input = { ...question(making, place), then: body(), ...otherwise };
  // oxlint-enable unicorn/no-thenable
  else if (form < 0.65 && making.has("models")) {
    const options = { yes: { description: "Yes.", do: body() }, "not sure": { do: body() } };
    input = {
      choose: { question: `What about ${String(random.whole(0, 30))}?`, state: value(making, place), options },
    };
  } else {
    const cases = Array.from({ length: random.whole(1, 3) }, () => ({ if: gate(making, place), do: body() }));
    input = { cases, ...otherwise };
  }
  return { call: { tool_name: "route", input }, field: "branch", open: false };
}

export function parallel(making: Making, place: Place): Call {
  const { random } = making;
  const names = ["left", "right", "third"].slice(0, random.whole(1, 3));
  const alone = names.length === 1;
  const here = (): Place => inside(place, alone ? {} : besideOthers(making));
  const branches = names.map((name) => [name, making.body(here())] as const);
  const any = (alone || making.has("freeOrder")) && random.chance(0.5);
  if (!alone)
    noteOrder(
      making,
      branches.map(([, { body }]) => body),
    );
  if (!alone && any) making.facts.orderFree = true;
  const input = {
    branches: Object.fromEntries(branches.map(([name, { body }]) => [name, body])),
    ...(any ? { wait: "any" } : {}),
  };
  const [name, { field }] = random.pick(branches);
  return { call: { tool_name: "parallel", input }, field: fieldOf(name, field), open: false };
}

/** A called plan. Its text is made before its caller's, so that it never calls in a ring. */
export function subPlan(making: Making, place: Place): Call {
  const here = inside(place, { readable: [], names: [], mayExit: true, mayNeed: true });
  const { identifier, field } = making.plan(here);
  const { random } = making;
  const input = { n: value(making, place), ...(random.chance(0.5) ? { list: list(making, 3) } : {}) };
  return { call: { tool_name: `plan__${identifier}`, input }, field, open: false };
}
