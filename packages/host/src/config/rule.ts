/** What may stand at one place of the config. The whole config is one tree of these. */
export type ConfigRule =
  | {
      readonly kind:
        | "text"
        | "boolean"
        | "duration"
        | "texts"
        | "globs"
        | "hosts"
        | "variables"
        | "secret"
        | "text-groups"
        | "text-map"
        | "schema"
        | "anything";
    }
  | { readonly kind: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly notBuilt: readonly string[] }
  | { readonly kind: "table"; readonly keys: ReadonlyMap<string, ConfigRule> }
  /** A table of tables by name. `server`: the names are server ids and keep their rule. */
  | { readonly kind: "tables"; readonly names: "server" | "tool" | "secret"; readonly rule: ConfigRule }
  /** A key that the language knows and this version does not act on: refused by name, never ignored. */
  | { readonly kind: "not-built"; readonly what: string };

const text: ConfigRule = { kind: "text" };
const texts: ConfigRule = { kind: "texts" };
const globs: ConfigRule = { kind: "globs" };
const flag: ConfigRule = { kind: "boolean" };
const duration: ConfigRule = { kind: "duration" };

const table = (keys: { readonly [key: string]: ConfigRule }): ConfigRule => ({
  kind: "table",
  keys: new Map(Object.entries(keys)),
});

const upTo = (maximum: number, minimum = 1): ConfigRule => ({ kind: "integer", minimum, maximum });
const notBuilt = (what: string): ConfigRule => ({ kind: "not-built", what });

/** What the operator may say of one tool of a server, by its raw name. */
const toolOverride = table({
  description: text,
  read_only: flag,
  idempotent: flag,
  output_schema: { kind: "schema" },
  output_example: { kind: "anything" },
});

const server = table({
  command: text,
  args: texts,
  env: { kind: "text-map" },
  cwd: text,
  url: text,
  headers: { kind: "text-map" },
  timeout: duration,
  include_tools: globs,
  exclude_tools: globs,
  concurrency: upTo(1024),
  trust_annotations: flag,
  read_only: globs,
  idempotent: globs,
  idempotency_argument: text,
  tags: texts,
  category: text,
  tool_overrides: { kind: "tables", names: "tool", rule: toolOverride },
});

/** The config file, every key of it. */
export const configRule: ConfigRule = table({
  version: upTo(Number.MAX_SAFE_INTEGER),
  settings: table({
    data_dir: notBuilt("a folder for runs that are kept"),
    default_timeout: duration,
    env: { kind: "variables" },
    max_steps: upTo(1_000_000_000),
    max_items: upTo(1_000_000_000),
    max_depth: upTo(1024),
    max_plan_steps: upTo(1_000_000),
    max_concurrency: upTo(100_000),
    max_output_bytes: notBuilt("a limit of what a tool may answer"),
  }),
  mcp: { kind: "tables", names: "server", rule: server },
  tools: table({
    always_loaded: globs,
    paths: notBuilt("a folder of the project's own tools"),
    roots: texts,
    http_hosts: { kind: "hosts" },
    synonyms: { kind: "text-groups" },
  }),
  secrets: { kind: "tables", names: "secret", rule: { kind: "secret" } },
  plans: table({ paths: texts }),
  providers: notBuilt("model providers"),
  models: notBuilt("model roles"),
  toolsets: notBuilt("toolsets"),
  engine: table({ kind: { kind: "choice", values: ["memory"], notBuilt: ["sqlite", "restate"] } }),
  telemetry: notBuilt("telemetry"),
});

/** The format this program reads. */
export const configVersion = 1;
