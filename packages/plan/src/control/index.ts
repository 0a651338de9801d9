import type { ControlStepGrammar } from "./control-step.ts";
import { exit } from "./exit.ts";
import { filter } from "./filter.ts";
import { map } from "./map.ts";

/** The control steps that this version knows, by name. */
export const controlSteps: ReadonlyMap<string, ControlStepGrammar> = new Map(
  [exit, map, filter].map((grammar) => [grammar.name, grammar]),
);

/** Control steps of the language that this version does not have (`decide`: the old name of `route`). */
export const laterControlSteps: ReadonlySet<string> = new Set([
  "route",
  "reduce",
  "loop",
  "parallel",
  "ask",
  "wait",
  "agent",
  "decide",
]);

/** Keys that the language has for a control step's input and this version does not. */
export const laterControlKeys: ReadonlySet<string> = new Set(["infer", "decide", "model", "min_probability"]);
