import { type JsonObject, sha256 } from "@graph/plan";
import { realWorld } from "@graph/world";
import { canonicalJson, type RegisteredTool } from "@graph/tools";
import type { CallCache, Outcome, ToolCall } from "../port.ts";

/** Results that are kept at a time, over all runs; the oldest goes first. */
const keptResults = 1_000;

interface Kept {
  readonly outcome: Outcome;
  readonly until: number;
}

/** Results of earlier calls, in this process. */
export class ResultCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #random: string | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What tells calls apart. The whole input goes into a digest under a random text of this process: no key gives a secret away. */
  keyOf(
    { tool, maxOutputBytes = 0 }: ToolCall,
    { key, scope }: CallCache,
    { digest }: RegisteredTool,
    input: JsonObject,
  ): string {
    return sha256(
      canonicalJson([this.#salt(), scope, tool, digest, maxOutputBytes, key === undefined ? { input } : { key }]),
    );
  }

  get(key: string): Outcome | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.until > this.#now()) return kept.outcome;
    this.#kept.delete(key);
    return undefined;
  }

  /** Keeps a call that went well, and gives its outcome back. */
  keep(key: string, outcome: Outcome, ttlMs: number): Outcome {
    if (!outcome.ok) return outcome;
    this.#kept.delete(key);
    this.#kept.set(key, { outcome: { ...outcome, cached: true }, until: this.#now() + ttlMs });
    for (const [other, { until }] of this.#kept) {
      if (until > this.#now()) break;
      this.#kept.delete(other);
    }
    const [oldest] = this.#kept.size > keptResults ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return outcome;
  }

  #salt(): string {
    return (this.#random ??= realWorld().random.uuid());
  }
}
