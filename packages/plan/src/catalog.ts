import type { Json, JsonObject } from "./json.ts";
import type { ParsedPlan } from "./parsed-plan.ts";

/** Where a tool comes from. */
export type ToolOwner =
  | { readonly kind: "builtin" }
  | { readonly kind: "plan"; readonly identifier: string }
  | { readonly kind: "server"; readonly server: string; readonly tool: string }
  | { readonly kind: "user"; readonly namespace: string };

/** What the checker needs to know of one tool. `tools` fulfils it; a test can write it by hand. */
export interface CatalogEntry {
  /** The public name, as plans write it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly owner: ToolOwner;
  /** Decides order only: true when the definition says read-only and the operator does not overrule it. */
  readonly readOnly: boolean;
  /**
   * A call that may have acted can be made again: the operator's config, a builtin's definition, or a tool the host registers in
   * its own process says read-only or idempotent. A server's own annotations never make this true.
   */
  readonly repeatable: boolean;
  /**
   * Results may be cached: the operator's config, a builtin's definition, or a tool the host registers in its own process says
   * read-only. A server's own annotations never make this true. Missing: nobody says so.
   */
  readonly trustedReadOnly?: boolean;
  /** The argument that takes an idempotency key. */
  readonly idempotencyArgument?: string;
  /** Why the definition cannot be used: a plan that names the tool is told. */
  readonly unusable?: string;
  /** A part of the input schema is not understood and not checked; the reason. */
  readonly unchecked?: string;
  /** Arguments in which a tag may not stand (a command given as one text). JSON Pointers into the input. */
  readonly literalArguments?: readonly string[];
  /** Examples of the output, shown by `describe`. */
  readonly outputExample?: Json;
}

/** State of a configured server, as far as the checker and the search report it. */
export interface CatalogServer {
  readonly id: string;
  /**
   * `starting`: not answered within the wait; `failed`: cannot be started or does not answer; `untrusted`: not started, because the
   * project is not trusted; `stale`: listed from an earlier session, not connected now.
   */
  readonly state: "ok" | "stale" | "starting" | "failed" | "auth" | "untrusted";
  readonly reason?: string;
  readonly tools: number;
}

/** The tools a plan is checked against. */
export interface Catalog {
  get(name: string): CatalogEntry | undefined;
  /** All entries, sorted by name by code unit. */
  entries(): Iterable<CatalogEntry>;
  servers(): Iterable<CatalogServer>;
  /** The plan behind `plan__x` or `builtin_plan__x`; `undefined` when there is none. */
  plan(name: string): ParsedPlan | undefined;
  /** The operator's ceilings (`[settings] max_*`). */
  readonly ceilings?: Partial<Ceilings>;
  /** The secrets of the operator's config by name, with whether each has a value that can be used. Their values are nowhere here. */
  readonly secrets?: ReadonlyMap<string, "set" | "unset" | "short">;
  /** The environment variables that plans may read (`[settings] env`), as they are set. */
  readonly env?: { readonly [name: string]: string };
}

/** How far a plan may raise its limits. Defaults: 100,000 step starts, 100,000 items, 64 levels, 10,000 steps a plan. */
export interface Ceilings {
  readonly max_steps: number;
  readonly max_items: number;
  readonly max_depth: number;
  readonly max_plan_steps: number;
  readonly max_concurrency: number;
}
