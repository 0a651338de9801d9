import type { Json, JsonObject } from "@graph/plan";
import { filter, agent, ask, exit, readTool, wait, writeTool } from "./generate-leaves.ts";
import { loop, map, parallel, reduce, route, subPlan } from "./generate-control.ts";
import { type Body, type Call, type Feature, hasFeature, type Making, type PlanFacts } from "./generate-making.ts";
import { cleanUp, modifiers, retry, timed } from "./generate-modifiers.ts";
import { fieldOf, type Place } from "./generate-place.ts";
import { list, read, safeRead } from "./generate-values.ts";
import { RandomSource } from "./random-source.ts";

/** A random plan over shared cells, with the plans that it calls. */
export interface GeneratedPlan extends Readonly<PlanFacts> {
  readonly seed: number;
  readonly main: JsonObject;
  readonly called: readonly JsonObject[];
  readonly input: JsonObject;
}

/** How deep bodies stand in each other. */
const deepest = 3;

const declaredInput: JsonObject = { type: "object", properties: { n: {}, list: { type: "array", default: [1, 2] } } };

/** What has bodies. */
const nested: readonly (readonly [Feature, (making: Making, place: Place) => Call])[] = [
  ["map", map],
  ["reduce", reduce],
  ["loop", loop],
  ["route", route],
  ["parallel", parallel],
  ["subPlan", subPlan],
];

/** Makes the plan of a seed. */
export function generatePlan(seed: number): GeneratedPlan {
  return new Generator(seed).make();
}

class Generator implements Making {
  readonly random: RandomSource;
  readonly called: Map<string, JsonObject> = new Map();
  readonly facts: PlanFacts = { usesNeeds: false, orderFree: false, mayRunOut: false, overlaps: false };
  readonly #seed: number;
  #ids = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.random = new RandomSource(seed);
  }

  make(): GeneratedPlan {
    const place = { depth: 0, mayWrite: true, mayExit: true, mayCleanUp: true, mayNeed: true };
    const main = this.#plan("main", { ...place, readable: [], names: [] });
    return {
      seed: this.#seed,
      main,
      called: [...this.called.values()],
      ...this.facts,
      input: { n: this.random.whole(0, 9), list: list(this, 4) },
    };
  }

  has(feature: Feature): boolean {
    return hasFeature(this.#seed, feature);
  }

  nextId(): string {
    this.#ids += 1;
    return `s${String(this.#ids)}`;
  }

  plan(place: Place): { readonly identifier: string; readonly field: string } {
    const identifier = `child${String(this.called.size + 1)}`;
    // Keeps the name while the plans that it calls are made.
    this.called.set(identifier, {});
    // Ids are unique in one plan only: those of its caller may stand in it too.
    const ids = this.#ids;
    this.#ids = 0;
    const plan = this.#plan(identifier, place);
    this.#ids = ids;
    this.called.set(identifier, plan);
    return { identifier, field: plan["solver"] === undefined ? "value" : "" };
  }

  call(place: Place): Call {
    const { random } = this;
    const kinds = place.depth < deepest ? nested.filter(([feature]) => this.has(feature)) : [];
    if (kinds.length > 0 && random.chance([0.4, 0.35, 0.25][place.depth] ?? 0))
      return random.pick(kinds)[1](this, place);
    const kind = random.next();
    if (kind < 0.06 && this.has("filter")) return filter(this, place);
    if (kind < 0.12 && place.mayExit && this.has("exit")) return exit(this, place);
    if (kind < 0.16 && this.has("ask")) return ask(this, place);
    if (kind < 0.2 && this.has("wait")) return wait(this);
    if (kind < 0.26 && this.has("agent")) return agent(this, place);
    return place.mayWrite && kind < 0.6 ? writeTool(this, place) : readTool(this, place);
  }

  body(place: Place): Body {
    if (this.random.chance(0.4)) {
      const { call, field, open } = this.call(place);
      return { body: call, field, open };
    }
    const steps = this.#steps(place, this.random.whole(1, place.depth > 1 ? 2 : 3));
    const { field, open } = place.readable.at(-1) ?? { field: "value", open: true };
    return { body: steps, field, open };
  }

  #plan(identifier: string, place: Place): JsonObject {
    const { random } = this;
    const steps = this.#steps(place, random.whole(1, place.depth === 0 ? 9 : 3));
    const finish = this.#finish(place);
    const final =
      this.has("finally") && place.mayCleanUp && random.chance(0.25) ? { finally: this.#cleanUp(place) } : {};
    return {
      identifier,
      description: "A generated plan.",
      // A schema that says more has to be compiled, which takes longer than the run of a small plan.
      input_schema: random.chance(0.95) ? { type: "object" } : declaredInput,
      ...this.#limits(),
      ...(this.has("defaults") && random.chance(0.5)
        ? { defaults: { ...(random.chance(0.5) ? { timeout: "40ms" } : {}), retry: retry(this) } }
        : {}),
      steps,
      ...finish,
      ...final,
    };
  }

  #cleanUp(place: Place): Json {
    const reads = this.random.chance(0.5);
    return cleanUp(this, reads ? place : { ...place, readable: [] });
  }

  #limits(): JsonObject {
    const { random } = this;
    const limits: Record<string, Json> = {};
    if (this.has("slots") && random.chance(0.7)) limits["concurrency"] = random.whole(1, 3);
    if (this.has("tightTime") && random.chance(0.25)) limits["timeout"] = timed(this, 5, 150);
    if (this.has("items") && random.chance(0.3)) limits["max_items"] = random.whole(1, 3);
    if (this.has("budget") && random.chance(0.7)) {
      if (random.chance(0.8)) {
        limits["max_steps"] = random.whole(2, 20);
        this.facts.mayRunOut = true;
      } else limits["depth"] = random.whole(1, 3);
    }
    return Object.keys(limits).length === 0 ? {} : { limits };
  }

  #finish(place: Place): JsonObject {
    if (this.has("models") && this.random.chance(0.1)) {
      return {
        solver: { query_to_answer: `What is ${String(this.random.whole(0, 30))} to ${safeRead(this, place)}?` },
      };
    }
    return { output: this.#output(place) };
  }

  #output(place: Place): JsonObject {
    const value = this.random.chance(0.93) ? safeRead(this, place) : read(this, place);
    return { value, all: place.readable.slice(-3).map(({ id, field }) => `<<default ${fieldOf(id, field)} null>>`) };
  }

  /** A list of steps. What it adds to `readable` is visible to whoever stands after it in the same list. */
  #steps(place: Place, count: number): JsonObject[] {
    return Array.from({ length: count }, () => this.#step(place));
  }

  #step(place: Place): JsonObject {
    const id = this.nextId();
    const limited = this.has("tightTime") && this.random.chance(0.3);
    const overlaps = limited && this.random.chance(0.2);
    const made = this.call(limited && !overlaps ? { ...place, mayCleanUp: false } : place);
    if (overlaps && /"finally"|plan__/u.test(JSON.stringify(made.call))) this.facts.overlaps = true;
    const step = { id, ...made.call, ...modifiers(this, place, made, limited) };
    place.readable.push({ id, field: made.field, open: made.open });
    return step;
  }
}
