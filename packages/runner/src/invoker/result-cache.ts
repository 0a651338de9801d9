import { type JsonObject, sha256 } from "@graph/plan";
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

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What tells calls apart. The whole input, secrets included, goes into a digest, so that no key gives anything of it away. */
  keyOf({ tool }: ToolCall, { key, scope }: CallCache, { digest }: RegisteredTool, input: JsonObject): string {
    return sha256(canonicalJson([scope, tool, digest, key === undefined ? { input } : { key }]));
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
    const [oldest] = this.#kept.size > keptResults ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return outcome;
  }
}
