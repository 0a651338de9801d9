import { checkPlan, parsePlan, type JsonObject, type PlanSnapshot } from "@graph/plan";
import {
  createInvoker,
  createReplayingMemoryEngine,
  interpret,
  MemoryEngine,
  type RunEvent,
  type RunResult,
} from "@graph/runner";
import { createCatalog, type ToolCatalog } from "@graph/tools";
import { simulatedWorld } from "@graph/world";
import { cellModels } from "./cell-models.ts";
import { cellTools } from "./cell-tools.ts";
import { Cells } from "./cells.ts";
import { inShort } from "./expect-diagnostics.ts";
import type { GeneratedPlan } from "./generate-plan.ts";
import { hashedNumber } from "./random-source.ts";
import { type Stage, stagedTool } from "./staged-tools.ts";

/** How a generated plan is run. */
export interface GeneratedRunOptions {
  readonly jitter: number;
  /** On the engine that throws its interpreter away after every `next`. */
  readonly replaying?: boolean;
  /** When the run is cancelled, in milliseconds of its clock. */
  readonly cancelAt?: number;
}

export interface GeneratedRun {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
  readonly cells: Cells;
  readonly effects: readonly string[];
  readonly tookMs: number;
  /** Calls and timers that were left when the run had ended, and effects that came later. */
  readonly left: readonly string[];
}

const runId = "r";

/** Checks and runs generated plans, one after the other, on virtual clocks. */
export class GeneratedRuns {
  readonly #stage: Stage = { cells: new Cells(), clock: simulatedWorld().clock, jitter: 1 };
  readonly #catalog: ToolCatalog = createCatalog();

  constructor() {
    for (const tool of [...cellTools, ...cellModels]) {
      this.#catalog.add(stagedTool(tool, this.#stage), { namespace: tool.namespace });
    }
  }

  /** The checked plan. Throws when the checker refuses it: the generator makes good plans only. */
  check(plan: GeneratedPlan, execution: "dataflow" | "sequential"): PlanSnapshot {
    const ordered = (data: JsonObject): JsonObject => (execution === "sequential" ? { ...data, execution } : data);
    for (const called of plan.called) this.#catalog.addPlan(parsePlan(ordered(called)));
    const { snapshot, diagnostics } = checkPlan(parsePlan(ordered(plan.main)), this.#catalog);
    if (snapshot !== undefined) return snapshot;
    const errors = diagnostics.filter((found) => found.severity === "error");
    throw new Error(`the checker refuses the plan: ${errors.map(inShort).join("; ")}`);
  }

  async run(plan: GeneratedPlan, snapshot: PlanSnapshot, options: GeneratedRunOptions): Promise<GeneratedRun> {
    const world = simulatedWorld({ seed: plan.seed });
    const { clock } = world;
    const cells = new Cells();
    Object.assign(this.#stage, { cells, clock, jitter: options.jitter });
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      // Nobody is there to be asked.
      if (event.type === "question") void engine.decline(runId, event.key, "unavailable");
    };
    const make = { clock, random: world.random, onEvent };
    const engine = options.replaying === true ? createReplayingMemoryEngine(make) : new MemoryEngine(make);
    const tools = createInvoker(this.#catalog, { now: () => clock.now() });
    engine.serveNow({ interpreter: interpret, tools, concurrency: Number.POSITIVE_INFINITY });
    const { result: ended } = engine.startNow({ runId, plan: snapshot, input: plan.input });
    const cancel =
      options.cancelAt === undefined ? undefined : clock.timer(options.cancelAt, () => void engine.cancel(runId));
    const result = await clock.until(ended);
    cancel?.cancel();
    const tookMs = clock.monotonic();
    const effects = [...cells.effects];
    const left = [
      ...(cells.running === 0 ? [] : [`${String(cells.running)} calls`]),
      ...(clock.pending === 0 ? [] : [`${String(clock.pending)} timers`]),
    ];
    await clock.advance(20_000);
    if (cells.effects.length !== effects.length) left.push("effects after the end");
    return { result, events, cells, effects, tookMs, left };
  }
}

/** A moment of a run's clock that depends on the seed only, and half a sixteenth of a moment off everything else that happens. */
export function momentOf(plan: GeneratedPlan, tookMs: number): number {
  return Math.floor(hashedNumber(plan.seed, "cancel") * (tookMs + 1) * 2048) / 2048 + 1 / 4096;
}
