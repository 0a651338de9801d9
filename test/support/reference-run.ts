import { type Json, type JsonObject, parseDuration, type TemplateScope } from "@graph/plan";
import { ToolError } from "@graph/tools";
import { cellModels } from "./cell-models.ts";
import { cellTools, timeOf } from "./cell-tools.ts";
import { Cells } from "./cells.ts";
import { sortedJson } from "./json-text.ts";
import { Failed, type ReferenceFailure, Stopped } from "./reference-ending.ts";

/** A moment from which on whatever stands under it is stopped. */
interface Stop {
  at: number;
}

/** A run of a plan, and what an `exit` in it has asked for. */
export interface PlanRun {
  readonly data: JsonObject;
  readonly outer: PlanRun | undefined;
  readonly depth: number;
  readonly limits: { readonly max_steps: number; readonly max_items: number; readonly depth: number };
  readonly exitStop: Stop;
  exit:
    { readonly status: string; readonly message?: string; readonly output: Json; readonly step: string } | undefined;
  starts: number;
}

/** Where a list of steps runs. */
export interface ListPlace {
  readonly plan: PlanRun;
  /** What the ids of its steps are written after, in keys. */
  readonly prefix: string;
  readonly scope: TemplateScope;
  /** What stops it. A clean-up has none of those around it. */
  readonly stops: readonly Stop[];
  readonly cleanup: boolean;
}

export interface ReferenceRecord {
  status: string;
  attempts: number;
  output?: Json;
  error?: ReferenceFailure;
  /** Items of the step that failed and were tolerated. */
  failedItems?: number;
}

/** How long a result is used again, in milliseconds, and for which calls. */
export interface Cache {
  readonly ttl: number;
  readonly key: Json;
}

interface Call {
  readonly tool: string;
  readonly input: JsonObject;
  readonly key: string;
  readonly cache?: Cache;
}

/** Step starts that clean-ups may make beyond the budget. */
const cleanupReserve = 1_000;

const tools = new Map([...cellTools, ...cellModels].map((tool) => [`${tool.namespace}__${tool.name}`, tool]));

/** How long a duration is; nothing stated is for ever. */
export const milliseconds = (duration: Json | undefined): number =>
  typeof duration === "string" ? (parseDuration(duration) ?? 0) : Infinity;

/** The key without the attempts in it. */
export const pathOf = (key: string): string => key.replaceAll(/#\d+/gu, "");

/** What all of one run shares: its clock, its cells, its records. */
export class ReferenceRun {
  readonly called: ReadonlyMap<string, JsonObject>;
  readonly cells: Cells = new Cells();
  readonly records: Map<string, ReferenceRecord> = new Map();
  now = 0;
  unknown = 0;
  readonly #jitter: number;
  readonly #cache = new Map<string, { readonly value: Json; readonly until: number }>();

  constructor(called: ReadonlyMap<string, JsonObject>, jitter: number) {
    this.called = called;
    this.#jitter = jitter;
  }

  /** Whether what runs at a place has been stopped. */
  stopped({ stops }: ListPlace): boolean {
    return stops.some(({ at }) => at <= this.now);
  }

  /** Lets an `exit` take effect: before, the lists that it was the last step of end as if nothing were. */
  takeTurn({ plan }: ListPlace): void {
    if (plan.exit !== undefined) plan.exitStop.at = Number.NEGATIVE_INFINITY;
  }

  /** Before anything new begins. */
  goOn(place: ListPlace): void {
    this.takeTurn(place);
    if (this.stopped(place)) throw new Stopped();
  }

  /** Lets time pass, at most until something stops it. */
  pass(length: number, place: ListPlace): void {
    this.goOn(place);
    const first = Math.min(...place.stops.map(({ at }) => at));
    this.now = Math.min(this.now + length, first);
    if (this.now === first) throw new Stopped();
  }

  /** Calls a tool. `failed`: what its failure is told as. */
  call({ tool, input, key, cache }: Call, place: ListPlace, failed: Omit<ReferenceFailure, "class">): Json {
    this.goOn(place);
    const cacheKey = cache === undefined ? "" : sortedJson([tool, cache.key]);
    const known = this.#cache.get(cacheKey);
    if (known !== undefined && known.until > this.now) return known.value;
    this.cells.calls.push(key);
    const work = tools.get(tool)?.begin(input, key, this.cells);
    if (work === undefined) throw new Error(`There is no tool ${tool}.`);
    const length = timeOf(work, this.#jitter, key);
    if (length > 0) this.pass(length, place);
    try {
      const value = work.end();
      if (cache !== undefined) this.#cache.set(cacheKey, { value, until: this.now + cache.ttl });
      return value;
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      throw new Failed({ ...failed, class: thrown.class, acted: thrown.effect === "maybe" });
    }
  }

  /** Makes a call that no step names, for the step at a path. Without a limit of its own it has that of its plan. */
  ask(call: Call, place: ListPlace, step: string, timeout?: Json): Json {
    const defaults = (place.plan.data["defaults"] ?? {}) as JsonObject;
    const limit = { at: this.now + milliseconds(timeout ?? defaults["timeout"]) };
    try {
      return this.call(call, { ...place, stops: [...place.stops, limit] }, { step });
    } catch (thrown) {
      throw thrown instanceof Stopped && !this.stopped(place) ? new Failed({ class: "timeout", step }) : thrown;
    }
  }

  /** Takes a step start out of the budgets of a plan and of those that called it. */
  countStart(plan: PlanRun, step: string, cleanup: boolean): void {
    if (plan.starts >= plan.limits.max_steps + (cleanup ? cleanupReserve : 0))
      throw new Failed({ class: "limit", step, fatal: plan.outer === undefined });
    plan.starts += 1;
    if (plan.outer !== undefined) this.countStart(plan.outer, step, cleanup);
  }

  /** A new attempt of a step: what ran in the one before is forgotten. */
  forgetInside(path: string): void {
    for (const name of this.records.keys())
      if (name.startsWith(`${path}/`) || name.startsWith(`${path}[`)) this.records.delete(name);
  }
}
