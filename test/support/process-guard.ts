const settleMs = 3_000;

/** Kinds of handles that a run could leave behind. Streams of the test process itself do not count. */
const counted = new Set(["Timeout", "Immediate", "ProcessWrap", "TCPSocketWrap", "TCPServerWrap", "FSEventWrap"]);

const prototypeKeys = (): string =>
  Reflect.ownKeys(Object.prototype)
    .map((key) => String(key))
    .join(" ");

function handles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (counted.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

const grown = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] =>
  [...after]
    .filter(([kind, count]) => count > (before.get(kind) ?? 0))
    .map(([kind, count]) => `${kind}: ${String(before.get(kind) ?? 0)} before, ${String(count)} after`);

/**
 * Watches this process while a case runs: unhandled rejections, warnings, changes of `Object.prototype`, handles and children
 * that are left. Ask for `problems` when everything is closed.
 */
export class ProcessGuard {
  readonly #problems: string[] = [];
  readonly #before = handles();
  readonly #prototype = prototypeKeys();
  readonly #onRejection = (reason: unknown): void => {
    this.#problems.push(`unhandled rejection: ${String(reason)}`);
  };
  readonly #onWarning = (warning: Error): void => {
    this.#problems.push(`process warning: ${warning.name}: ${warning.message}`);
  };

  constructor() {
    process.on("unhandledRejection", this.#onRejection);
    process.on("warning", this.#onWarning);
  }

  /** Waits until no more handles are open than at the beginning, at most three seconds, and stops watching. */
  async problems(): Promise<string[]> {
    const end = performance.now() + settleMs;
    let left: string[];
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      left = grown(this.#before, handles());
      if (left.length === 0 || performance.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.off("unhandledRejection", this.#onRejection);
    process.off("warning", this.#onWarning);
    if (left.length > 0) this.#problems.push(`left open: ${left.join(", ")}`);
    if (prototypeKeys() !== this.#prototype) this.#problems.push("Object.prototype was changed");
    return this.#problems;
  }
}

/** Measures the longest time for which the event loop stood still. */
export class StallMeter {
  #last = performance.now();
  #longest = 0;
  readonly #timer = setInterval(() => this.#look(), 5);

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last - 5);
    this.#last = now;
  }

  stop(): number {
    this.#look();
    clearInterval(this.#timer);
    return this.#longest;
  }
}
