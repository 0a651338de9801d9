import { readFileSync, writeFileSync } from "node:fs";

/**
 * Counters of the fake tools. They stand outside of the tools, and with a file outside of the process too, so that a call that the
 * engine forgets to record is counted all the same.
 */
export class FakeState {
  readonly calls: Map<string, number> = new Map();
  readonly inFlight: Map<string, number> = new Map();
  readonly maxInFlight: Map<string, number> = new Map();
  readonly idempotencyKeys: Map<string, Set<string>> = new Map();
  /** What `count`, `fail` and `append_line` remember, by tool and key. */
  readonly memory: Map<string, number> = new Map();
  serial = 0;
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined) this.#load(file);
  }

  begin(tool: string, idempotencyKey: string | undefined): void {
    add(this.calls, tool, 1);
    const running = add(this.inFlight, tool, 1);
    this.maxInFlight.set(tool, Math.max(running, this.maxInFlight.get(tool) ?? 0));
    if (idempotencyKey !== undefined) {
      const keys = this.idempotencyKeys.get(tool) ?? new Set<string>();
      this.idempotencyKeys.set(tool, keys.add(idempotencyKey));
    }
    this.#save();
  }

  end(tool: string): void {
    add(this.inFlight, tool, -1);
  }

  /** Counts one more under a tool and key, and returns how many there are. */
  count(tool: string, key: string): number {
    const count = add(this.memory, `${tool} ${key}`, 1);
    this.#save();
    return count;
  }

  nextSerial(): number {
    this.serial += 1;
    this.#save();
    return this.serial;
  }

  /** The counters as they stand now. */
  copy(): FakeState {
    const copy = new FakeState();
    for (const [tool, count] of this.calls) copy.calls.set(tool, count);
    for (const [tool, count] of this.inFlight) copy.inFlight.set(tool, count);
    for (const [tool, count] of this.maxInFlight) copy.maxInFlight.set(tool, count);
    for (const [tool, keys] of this.idempotencyKeys) copy.idempotencyKeys.set(tool, new Set(keys));
    return copy;
  }

  reset(): void {
    for (const map of [this.calls, this.inFlight, this.maxInFlight, this.idempotencyKeys, this.memory]) map.clear();
    this.serial = 0;
  }

  #load(file: string): void {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return;
    }
    const saved = JSON.parse(text) as Saved;
    for (const [tool, count] of saved.calls) this.calls.set(tool, count);
    for (const [key, count] of saved.memory) this.memory.set(key, count);
    this.serial = saved.serial;
  }

  #save(): void {
    if (this.#file === undefined) return;
    const saved: Saved = { calls: [...this.calls], memory: [...this.memory], serial: this.serial };
    writeFileSync(this.#file, JSON.stringify(saved));
  }
}

interface Saved {
  readonly calls: readonly (readonly [string, number])[];
  readonly memory: readonly (readonly [string, number])[];
  readonly serial: number;
}

function add(map: Map<string, number>, key: string, by: number): number {
  const value = (map.get(key) ?? 0) + by;
  map.set(key, value);
  return value;
}
