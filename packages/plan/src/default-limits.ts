/** What a run may use where its plan states nothing: calls in flight, step starts of a run, items of a `map`, levels of plans. */
export const defaultPlanLimits = { concurrency: 64, maxSteps: 10_000, maxItems: 1_000, depth: 16 } as const;
