import type { Json, JsonObject } from "@graph/plan";
import { tooLongMs } from "./generate-leaves.ts";
import type { Call, Making } from "./generate-making.ts";
import { inside, type Place } from "./generate-place.ts";
import { gate, toolClasses } from "./generate-values.ts";

/** A call that is not too long ends before it, a call that is too long after it. */
const callLimit = "40ms";
/** Three attempts that fail end before it, with the pauses between them. */
const callDeadline = "60ms";
/** The same for everything that an agent, a filter or an `exit` asks. */
const askingLimit = "200ms";

const caughtClasses = [...toolClasses, "timeout", "missing_step", "bad_path", "empty_data", "type", "limit"] as const;

const errorNames = ["error.class", "error.step", "error.attempt"] as const;

/** What a step says beside its call. `limited`: nothing in it cleans up, so that it may have a limit of time around it. */
export function modifiers(making: Making, place: Place, { call, field }: Call, limited: boolean): JsonObject {
  const { random } = making;
  const made: Record<string, Json> = {};
  if (random.chance(0.25)) made["if"] = gate(making, place);
  if (random.chance(0.25)) made["on_error"] = "continue";
  const tool = call["tool_name"];
  if (tool !== "exit" && random.chance(tool === "cell__flaky" ? 0.7 : 0.3)) made["retry"] = retry(making);
  Object.assign(made, limits(making, call, limited));
  if (tool === "cell__read" && making.has("cache") && random.chance(0.4)) Object.assign(made, cache(making, call));
  if (making.has("catch") && random.chance(0.35)) made["catch"] = handlers(making, place, field);
  if (making.has("finally") && place.mayCleanUp && random.chance(0.25)) made["finally"] = cleanUp(making, place);
  const ids = place.readable.map(({ id }) => id);
  if (making.has("needs") && place.mayNeed && random.chance(0.4)) {
    making.facts.usesNeeds = true;
    made["needs"] = ids.length > 0 && random.chance(0.6) ? [random.pick(ids)] : [];
  }
  return made;
}

export function retry({ random }: Making): JsonObject {
  return {
    max_attempts: random.whole(2, 3),
    delay: random.pick(["5ms", "5ms", "0ms"]),
    jitter: "none",
    ...(random.chance(0.3) ? { backoff: random.pick(["fixed", "linear"]) } : {}),
    ...(random.chance(0.3) ? { errors: [random.pick(caughtClasses), random.pick(toolClasses)] } : {}),
  };
}

function limits(making: Making, call: JsonObject, limited: boolean): JsonObject {
  const { random } = making;
  const tool = call["tool_name"] as string;
  const tight = making.has("tightTime");
  if (tool.startsWith("cell__")) {
    const timeout = random.chance(0.3) ? { timeout: callLimit } : {};
    if (tight && random.chance(0.2)) return { ...timeout, deadline: timed(making, 3, 25) };
    return making.has("deadline") && random.chance(0.3) ? { ...timeout, deadline: callDeadline } : timeout;
  }
  if (tool === "wait") return random.chance(0.2) ? { [random.pick(["timeout", "deadline"])]: callLimit } : {};
  if (["agent", "exit", "filter", "ask"].includes(tool)) {
    if (tight && random.chance(0.2)) return { [random.pick(["timeout", "deadline"])]: timed(making, 3, 60) };
    return making.has("deadline") && random.chance(0.2) ? { [random.pick(["timeout", "deadline"])]: askingLimit } : {};
  }
  return limited ? { [random.pick(["timeout", "deadline"])]: timed(making, 3, 150) } : {};
}

/** A limit that is met or not depending on how long other things take: in another order they may take longer. */
export function timed({ random, facts }: Making, from: number, to: number): string {
  facts.orderFree = true;
  return `${String(random.whole(from, to))}ms`;
}

/** Results of calls that no limit of time decides, so that it makes no difference which of two calls comes first. */
function cache(making: Making, call: JsonObject): JsonObject {
  const { random } = making;
  const { ms } = call["input"] as JsonObject;
  const tight = making.has("tightTime");
  if (ms === tooLongMs && !tight) return {};
  const scope = random.chance(0.6) ? { scope: random.pick(["run", "plan", "host"]) } : {};
  if (!tight || random.chance(0.3)) return { cache: { ttl: "1h", ...scope } };
  const key = random.chance(0.3) ? { key: "<<input.n>>" } : {};
  return { cache: { ttl: timed(making, 1, 30), ...key, ...scope } };
}

function handlers(making: Making, place: Place, field: string): JsonObject[] {
  const { random } = making;
  const here = { names: [...place.names, ...errorNames] };
  return Array.from({ length: random.whole(1, 2) }, () => ({
    ...(random.chance(0.5) ? { errors: [random.pick(caughtClasses), random.pick(toolClasses)] } : {}),
    do: making.body(inside(place, here)).body,
    ...(random.chance(0.4) && !field.includes(".")
      ? { result: field === "" ? "<<error.step>>" : { [field]: "<<error.attempt>>" } }
      : {}),
  }));
}

/** A body that is run at the end of a step or of a plan. */
export function cleanUp(making: Making, place: Place): Json {
  return making.body(inside(place, { names: [...place.names, ...errorNames], mayExit: false })).body;
}
