import type { Json, JsonObject } from "@graph/plan";
import { RandomSource } from "./random-source.ts";

/** A random plan over shared cells, with the plans that it calls. Time limits are far from every delay, so that they decide alike. */
export interface GeneratedPlan {
  readonly seed: number;
  readonly main: JsonObject;
  readonly called: readonly JsonObject[];
  /** A step states `needs`: its order is its author's affair, so only the invariants hold. */
  readonly usesNeeds: boolean;
  /** A body that writes runs side by side: it has given its order away. */
  readonly orderFree: boolean;
  readonly input: JsonObject;
}

/** A name that may be read here, and a field of it that holds a number. */
interface Readable {
  readonly id: string;
  readonly field: string;
  /** Nothing declares its shape, so that a field which is not there is found at run time only. */
  readonly open: boolean;
}

interface Place {
  /** Earlier steps of this list and of those around it. */
  readonly readable: Readable[];
  readonly depth: number;
  /** Names of a body's own: `item`, `index`. */
  readonly itemName: string | undefined;
  /** Whether a step that writes may stand here. */
  readonly mayWrite: boolean;
  /** `exit` stands only where it ends a plan, or a body that runs one item at a time. */
  readonly mayExit: boolean;
}

const declaredInput: JsonObject = { type: "object", properties: { n: {}, list: { type: "array", default: [1, 2] } } };

const classes = ["unavailable", "rate_limited", "tool_error", "denied", "invalid_input"] as const;

/** Delays stay under 8 ms and 5 ms of jitter; what must run into its limit of 40 ms waits 400. */
const limitMs = 40;
const tooLongMs = 400;

/** Makes the plan of a seed. */
export function generatePlan(seed: number): GeneratedPlan {
  return new Generator(seed).make();
}

class Generator {
  readonly #seed: number;
  readonly #random: RandomSource;
  readonly #called: JsonObject[] = [];
  readonly #wantsNeeds: boolean;
  readonly #wantsFreeOrder: boolean;
  #orderFree = false;
  #usesNeeds = false;
  #ids = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new RandomSource(seed);
    this.#wantsNeeds = this.#random.chance(0.2);
    this.#wantsFreeOrder = this.#random.chance(0.05);
  }

  make(): GeneratedPlan {
    const main = this.#plan("main", 0);
    return {
      seed: this.#seed,
      main,
      called: this.#called,
      usesNeeds: this.#usesNeeds,
      orderFree: this.#orderFree,
      input: { n: this.#random.whole(0, 9), list: this.#list(4) },
    };
  }

  #plan(identifier: string, depth: number): JsonObject {
    const place: Place = { readable: [], depth, itemName: undefined, mayWrite: true, mayExit: true };
    const steps = this.#steps(place, this.#random.whole(1, depth === 0 ? 10 : 4));
    const limits = this.#random.chance(0.2) ? { limits: { concurrency: this.#random.whole(1, 3) } } : {};
    return {
      identifier,
      description: "A generated plan.",
      // A schema that says more has to be compiled, which takes longer than the run of a small plan.
      input_schema: this.#random.chance(0.95) ? { type: "object" } : declaredInput,
      ...limits,
      steps,
      output: this.#output(place),
    };
  }

  #output(place: Place): JsonObject {
    const value = this.#random.chance(0.8) ? this.#safeRead(place) : this.#read(place);
    return { value, all: place.readable.slice(-3).map(({ id, field }) => `<<default ${id}.${field} null>>`) };
  }

  /** A list of steps. What it adds to `readable` is visible to whoever stands after it in the same list. */
  #steps(place: Place, count: number): JsonObject[] {
    return Array.from({ length: count }, () => this.#step(place));
  }

  #step(place: Place): JsonObject {
    this.#ids += 1;
    const id = `s${String(this.#ids)}`;
    const { call, field } = this.#call(place);
    const step = { id, ...call, ...this.#modifiers(place, call) };
    place.readable.push({ id, field, open: isTool(call) });
    return step;
  }

  #modifiers(place: Place, call: JsonObject): JsonObject {
    const random = this.#random;
    const modifiers: Record<string, Json> = {};
    if (random.chance(0.25)) modifiers["if"] = this.#gate(place);
    if (random.chance(0.3)) modifiers["on_error"] = "continue";
    if (call["tool_name"] !== "exit" && random.chance(0.3)) {
      modifiers["retry"] = { max_attempts: random.whole(2, 3), delay: "5ms", jitter: "none" };
    }
    if (isTool(call) && random.chance(0.3)) modifiers["timeout"] = `${String(limitMs)}ms`;
    const ids = place.readable.map(({ id }) => id).filter((id) => id.startsWith("s"));
    if (this.#wantsNeeds && place.itemName === undefined && random.chance(0.4)) {
      this.#usesNeeds = true;
      modifiers["needs"] = ids.length > 0 && random.chance(0.6) ? [random.pick(ids)] : [];
    }
    return modifiers;
  }

  #call(place: Place): { readonly call: JsonObject; readonly field: string } {
    const random = this.#random;
    const kind = random.next();
    if (place.depth < 2 && kind < 0.14) return { call: this.#map(place), field: "count" };
    if (kind < 0.2) return { call: this.#filter(place), field: "count" };
    if (place.depth < 2 && kind < 0.28) return { call: this.#subPlan(place), field: "value" };
    if (place.mayExit && kind < 0.32) return { call: this.#exit(place), field: "passed" };
    if (place.mayWrite && kind < 0.6) return { call: this.#write(place), field: "value" };
    return { call: this.#readTool(place), field: "value" };
  }

  #readTool(place: Place): JsonObject {
    const random = this.#random;
    if (random.chance(0.2)) {
      const input = { times: random.whole(1, 3), class: random.pick(classes) };
      return { tool_name: "cell__flaky", input: { ...input, ...this.#delay(0) } };
    }
    const seen = random.chance(0.5) ? { seen: this.#value(place) } : {};
    return { tool_name: "cell__read", input: { cell: this.#cell(), ...seen, ...this.#delay(0.1), ...this.#fails() } };
  }

  #write(place: Place): JsonObject {
    const tool = this.#random.pick(["cell__write", "cell__bump"]);
    return {
      tool_name: tool,
      input: { cell: this.#cell(), value: this.#value(place), ...this.#delay(0.1), ...this.#fails() },
    };
  }

  #map(place: Place): JsonObject {
    const random = this.#random;
    const concurrency = random.whole(1, 4);
    const freed = this.#wantsFreeOrder && place.mayWrite;
    const itemName = random.chance(0.2) ? `it${String(this.#ids)}` : "item";
    const inner: Place = {
      readable: [...place.readable],
      depth: place.depth + 1,
      itemName,
      mayWrite: place.mayWrite && (concurrency === 1 || freed),
      mayExit: false,
    };
    const single = random.chance(0.4);
    const body = single ? this.#call({ ...inner, depth: 2 }).call : this.#steps(inner, random.whole(1, 3));
    if (concurrency > 1 && writes(body)) this.#orderFree = true;
    return {
      tool_name: "map",
      input: {
        over: this.#over(),
        ...(itemName === "item" ? {} : { as: itemName }),
        concurrency,
        on_item_error: random.pick(["fail", "skip", "collect"]),
        do: body,
      },
    };
  }

  #filter(place: Place): JsonObject {
    const gate = { value: "<<item>>", op: this.#random.pick(["gt", "lt", "eq", "ne"]), to: this.#value(place) };
    return { tool_name: "filter", input: { over: this.#over(), where: gate, concurrency: this.#random.whole(1, 3) } };
  }

  /** A called plan that writes may stand only where writing may. Its text is made here, so it never calls in a ring. */
  #subPlan(place: Place): JsonObject {
    const identifier = `child${String(this.#called.length + 1)}`;
    const at = this.#called.length;
    this.#called.push({});
    const plan = this.#plan(identifier, Math.max(1, place.depth + 1));
    this.#called[at] = place.mayWrite ? plan : { ...plan, steps: [this.#quietStep()], output: { value: 1 } };
    return { tool_name: `plan__${identifier}`, input: { n: this.#value(place) } };
  }

  #quietStep(): JsonObject {
    this.#ids += 1;
    return { id: `s${String(this.#ids)}`, tool_name: "cell__read", input: { cell: this.#cell(), ...this.#fails() } };
  }

  #exit(place: Place): JsonObject {
    const when = this.#random.chance(0.9) ? { when: this.#gate(place) } : {};
    const status = this.#random.pick(["success", "error"]);
    return {
      tool_name: "exit",
      input: { ...when, status, message: "enough", output: { value: this.#safeRead(place) } },
    };
  }

  #gate(place: Place): Json {
    const random = this.#random;
    if (random.chance(0.2) && place.readable.length > 0) return `<<exists ${random.pick(place.readable).id}>>`;
    const op = random.pick(["gt", "lt", "ne", "gte"]);
    return { value: random.chance(0.7) ? this.#safeRead(place) : this.#value(place), op, to: random.whole(0, 500) };
  }

  #over(): Json {
    return this.#random.chance(0.5) ? "<<input.list>>" : this.#list(3);
  }

  #list(longest: number): number[] {
    return Array.from({ length: this.#random.whole(0, longest) }, () => this.#random.whole(0, 9));
  }

  #value(place: Place): Json {
    const random = this.#random;
    if (random.chance(0.25)) return random.whole(0, 900);
    if (place.itemName !== undefined && random.chance(0.5)) return `<<${random.pick([place.itemName, "index"])}>>`;
    if (random.chance(0.1)) return `text <<input.n>> and ${this.#safeRead(place)}`;
    if (random.chance(0.3)) return this.#safeRead(place);
    return this.#read(place);
  }

  #read(place: Place): string {
    if (place.readable.length === 0 || this.#random.chance(0.1)) return "<<input.n>>";
    const { id, field, open } = this.#random.pick(place.readable);
    return open && this.#random.chance(0.05) ? `<<${id}.nothing>>` : `<<${id}.${field}>>`;
  }

  #safeRead(place: Place): string {
    if (place.readable.length === 0) return "<<input.n>>";
    const { id, field } = this.#random.pick(place.readable);
    return `<<default ${id}.${field} 7>>`;
  }

  #cell(): string {
    return this.#random.pick(["a", "b", "c"]);
  }

  #delay(chanceOfTooLong: number): JsonObject {
    if (this.#random.chance(chanceOfTooLong)) return { ms: tooLongMs };
    return this.#random.chance(0.6) ? { ms: this.#random.whole(0, 8) } : {};
  }

  #fails(): JsonObject {
    return this.#random.chance(0.12) ? { fail: this.#random.pick(classes) } : {};
  }
}

const isTool = (call: JsonObject): boolean =>
  typeof call["tool_name"] === "string" && call["tool_name"].startsWith("cell__");

const writingTools = new Set(["cell__write", "cell__bump"]);

/** Whether a body writes itself or may do so through a plan that it calls. */
function writes(body: Json): boolean {
  if (Array.isArray(body)) return body.some((item: Json) => writes(item));
  if (body === null || typeof body !== "object") return false;
  const { tool_name: tool, input } = body as JsonObject;
  if (typeof tool === "string" && (writingTools.has(tool) || tool.startsWith("plan__"))) return true;
  if (input === undefined || input === null || typeof input !== "object") return false;
  return writes((input as JsonObject)["do"] ?? null);
}
