import { agent } from "./agent.ts";
import { ask } from "./ask.ts";
import type { ControlStepGrammar } from "./control-step.ts";
import { exit } from "./exit.ts";
import { filter } from "./filter.ts";
import { loop } from "./loop.ts";
import { map } from "./map.ts";
import { parallel } from "./parallel.ts";
import { reduce } from "./reduce.ts";
import { route } from "./route.ts";
import { wait } from "./wait.ts";

/** The control steps, by name. */
export const controlSteps: ReadonlyMap<string, ControlStepGrammar> = new Map(
  [exit, route, filter, map, reduce, loop, parallel, ask, wait, agent].map((grammar) => [grammar.name, grammar]),
);
