import type { Json, JsonObject } from "@graph/plan";

/** How a server is reached: a program whose stdin and stdout carry the protocol, or an address (Streamable HTTP). */
export type ServerKind =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args?: readonly string[];
      /** Added to the few variables that a child inherits. */
      readonly env?: Readonly<Record<string, string>>;
      /** Absolute; the default is the working folder of this process. */
      readonly cwd?: string;
    }
  | {
      readonly kind: "http";
      /** `https:`, or `http:` on this machine. Never shown: a variable that was filled in may be a secret. */
      readonly url: string;
      /** The address as it is configured, its variables not filled in: what messages quote. They quote none without it. */
      readonly shownUrl?: string;
      /** Sent with every request, to this origin only. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** What the operator says about a tool in the place of its server. */
export interface ToolOverride {
  readonly description?: string;
  readonly outputSchema?: JsonObject;
  readonly outputExample?: Json;
}

/**
 * A server as the operator configures it. Globs (`*`, `?`, at most 1,000 characters) match the names that the server itself uses; case
 * counts.
 */
export type ServerConfig = ServerKind & {
  /** Has passed `checkServerId` of `@graph/tools`. */
  readonly id: string;
  /**
   * Values that were filled in for variables, and the operator's secrets. Those of at least 6 characters are masked as `***`, in every
   * spelling that `createRedactor` of `@graph/runner` knows, in every reason, log line, diagnostic and error of a call. Results of tools
   * are masked by who calls them; definitions are data and stay as they are.
   */
  readonly secrets?: readonly string[];
  /** Limit of one call in milliseconds; none by default. */
  readonly timeoutMs?: number;
  /** Limit of starting and listing in milliseconds; the default is 30 s. */
  readonly startTimeoutMs?: number;
  /** Calls at the same time; the default is 8. */
  readonly concurrency?: number;
  /** Only these tools; all by default. */
  readonly includeTools?: readonly string[];
  /** Never these tools; wins over `includeTools`. */
  readonly excludeTools?: readonly string[];
  /** The server's own hints count as the operator's word. */
  readonly trustAnnotations?: boolean;
  /** The operator's word: these only read. A glob that begins with `!` says that these may write, whatever the server says. */
  readonly readOnly?: readonly string[];
  /** The operator's word: a call of these can be made again. `!` as above. */
  readonly idempotent?: readonly string[];
  /** The argument that takes an idempotency key; counts for the tools that have it. */
  readonly idempotencyArgument?: string;
  readonly tags?: readonly string[];
  readonly category?: string;
  /** By the name the server uses. */
  readonly toolOverrides?: Readonly<Record<string, ToolOverride>>;
};
