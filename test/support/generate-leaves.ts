import type { JsonObject } from "@graph/plan";
import type { Call, Making } from "./generate-making.ts";
import type { Place } from "./generate-place.ts";
import { gate, over, question, read, safeRead, toolClasses, value } from "./generate-values.ts";

/** Calls take up to 8 ms and 5 ms of jitter; what must run into its limit of time takes this long. */
export const tooLongMs = 400;

const cell = ({ random }: Making): string => random.pick(["a", "b", "c"]);

const delay = ({ random }: Making, chanceOfTooLong: number): JsonObject =>
  random.chance(chanceOfTooLong) ? { ms: tooLongMs } : random.chance(0.6) ? { ms: random.whole(0, 8) } : {};

const fails = (making: Making): JsonObject =>
  making.random.chance(making.has("trouble") ? 0.15 : 0.02)
    ? { fail: making.random.pick(toolClasses), ...(making.random.chance(0.4) ? { effect: "none" } : {}) }
    : {};

/** A call of a tool that reads. */
export function readTool(making: Making, place: Place): Call {
  const { random } = making;
  if (random.chance(making.has("trouble") ? 0.2 : 0.04)) {
    const errorClass = random.pick(["unavailable", "rate_limited", ...toolClasses]);
    const input = { times: random.pick([1, 1, 2, 3]), class: errorClass, ...delay(making, 0) };
    return { call: { tool_name: "cell__flaky", input }, field: "value", open: true };
  }
  const seen = random.chance(0.5) ? { seen: value(making, place) } : {};
  const input = { cell: cell(making), ...seen, ...delay(making, 0.1), ...fails(making) };
  return { call: { tool_name: "cell__read", input }, field: "value", open: true };
}

/** A call of a tool that writes. */
export function writeTool(making: Making, place: Place): Call {
  const tool = making.random.pick(["cell__write", "cell__bump"]);
  const input = { cell: cell(making), value: value(making, place), ...delay(making, 0.1), ...fails(making) };
  return { call: { tool_name: tool, input }, field: "value", open: true };
}

export function exit(making: Making, place: Place): Call {
  const { random } = making;
  const form = random.next();
  const when =
    form < 0.1 ? {} : form < 0.3 && making.has("models") ? question(making, place) : { when: gate(making, place) };
  const input = {
    ...when,
    status: random.pick(["success", "error"]),
    ...(random.chance(0.7) ? { message: "enough" } : {}),
    output: { value: random.chance(0.9) ? safeRead(making, place) : read(making, place) },
  };
  return { call: { tool_name: "exit", input }, field: "passed", open: false };
}

export function filter(making: Making, place: Place): Call {
  const { random } = making;
  const here = { ...place, names: [...place.names, "item", "index"] };
  const form = random.next();
  const where =
    form < 0.3 && making.has("models")
      ? question(making, here)
      : {
          where:
            form < 0.6
              ? gate(making, here)
              : { value: "<<item>>", op: random.pick(["gt", "lt"]), to: value(making, place) },
        };
  const input = { over: over(making, place), ...where, concurrency: random.whole(1, 3) };
  return { call: { tool_name: "filter", input }, field: "dropped_count", open: false };
}

/** Nobody is there to answer. */
export function ask(making: Making, place: Place): Call {
  const { random } = making;
  const fallback = random.chance(0.85) ? { when_unanswered: "default", default: { n: random.whole(0, 9) } } : {};
  const schema = { type: "object", properties: { n: { type: "integer" } } };
  const input = { prompt: `How many beside ${safeRead(making, place)}?`, output_schema: schema, ...fallback };
  return { call: { tool_name: "ask", input }, field: "answered", open: false };
}

export function wait({ random }: Making): Call {
  const ms = random.chance(0.1) ? tooLongMs : random.whole(0, 20);
  return { call: { tool_name: "wait", input: { for: `${String(ms)}ms` } }, field: "timed_out", open: false };
}

export function agent(making: Making, place: Place): Call {
  const { random } = making;
  const reading = [[], ["cell__read"], ["cell__read", "cell__flaky"]];
  const tools = random.pick(place.mayWrite ? [...reading, ["cell__*"], ["cell__bump"]] : reading);
  const prompt = `Task ${String(random.whole(0, 99))} about ${safeRead(making, place)}`;
  const input = { prompt, tools, max_iterations: random.whole(1, 3) };
  return { call: { tool_name: "agent", input }, field: "iterations", open: false };
}
