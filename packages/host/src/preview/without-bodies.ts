import { bodyPlaces, controlSteps, type CheckedStep, type Json, type JsonObject } from "@graph/plan";

/** The input of a step without the bodies in it, which are shown as the steps they are. */
export function withoutBodies({ tool, input }: Pick<CheckedStep, "tool" | "input">): JsonObject {
  const grammar = controlSteps.get(tool);
  if (grammar === undefined) return input;
  return leaveOut(
    input,
    bodyPlaces(grammar.keys, input, "").map(({ keys }) => keys),
  ) as JsonObject;
}

/** A value without what stands at some paths in it; what is empty then is left out as well. */
function leaveOut(value: Json, paths: readonly (readonly string[])[]): Json {
  const kept = Object.entries(value as object as JsonObject).flatMap(([key, item]): readonly [string, Json][] => {
    const inside = paths.filter(([first]) => first === key);
    if (inside.length === 0) return [[key, item]];
    if (inside.some((path) => path.length === 1)) return [];
    const rest = leaveOut(
      item,
      inside.map((path) => path.slice(1)),
    );
    return Object.keys(rest as object).length === 0 ? [] : [[key, rest]];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
