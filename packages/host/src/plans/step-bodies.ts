import {
  bodyPlaces,
  controlSteps,
  isObject,
  planKeys,
  stepKeys,
  type BodyPlace,
  type Json,
  type JsonObject,
} from "@graph/plan";

/** The bodies of a step as its plan says it: those of its input, then those of its `catch` and its `finally`. */
export function stepBodies(step: JsonObject): readonly BodyPlace[] {
  const tool = ownValue(step, "tool_name");
  const input = ownValue(step, "input");
  const grammar = typeof tool === "string" ? controlSteps.get(tool) : undefined;
  const inside = grammar === undefined || !isObject(input) ? [] : bodyPlaces(grammar.keys, input, "/input");
  return [...inside, ...bodyPlaces(stepKeys, step, "")];
}

/** What a plan says is done at its end. */
export function finalBody(plan: JsonObject): Json | undefined {
  return bodyPlaces(planKeys, plan, "")[0]?.value;
}

/** What stands under a key of a map itself. */
export const ownValue = (map: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
