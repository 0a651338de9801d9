import type { Ceilings } from "./catalog.ts";

/**
 * How far a plan may raise its limits where the operator says nothing: step starts of a run, items of a `map`, levels of plans that call
 * each other, steps of a plan. Concurrency has no bound of its own.
 */
export const defaultCeilings: Readonly<Partial<Ceilings>> = {
  max_steps: 100_000,
  max_items: 100_000,
  max_depth: 64,
  max_plan_steps: 10_000,
};
