import type { Ceilings, Diagnostic, Json, JsonObject, SourceRange } from "@graph/plan";

/** What the operator says of one tool of a server, by its raw name. */
export interface ToolOverride {
  readonly description?: string;
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
  readonly outputSchema?: JsonObject;
  readonly outputExample?: Json;
}

/** One `[mcp.<id>]` table. Texts still hold their `${VAR}`: they are filled in when the server is started, and kept nowhere. */
export interface ServerConfig {
  readonly id: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
  readonly concurrency?: number;
  readonly trustAnnotations: boolean;
  /** Globs over raw tool names: the operator's word. */
  readonly readOnly: readonly string[];
  readonly idempotent: readonly string[];
  readonly idempotencyArgument?: string;
  readonly tags: readonly string[];
  readonly category?: string;
  readonly toolOverrides: ReadonlyMap<string, ToolOverride>;
  /** The project's own file has a say in it, so that it starts only when the project is trusted. */
  readonly fromProject: boolean;
  /** Why it is not started at all: its table has an error. */
  readonly unusable?: string;
  /** Its name in the file that has the last word on it. */
  readonly place?: SourceRange;
}

/** One entry of `[secrets]`: where its value is. With neither `env` nor `file` its table has an error, and it has no value. */
export interface SecretConfig {
  readonly name: string;
  /** An environment variable. */
  readonly env?: string;
  /** A file, as the config writes its path. */
  readonly file?: string;
  /** The project's own file says so, so that it counts only when the project is trusted. */
  readonly fromProject: boolean;
  /** Its name in the file that has the last word on it. */
  readonly place?: SourceRange;
}

/** A text of the config with its place. */
export interface PlacedText {
  readonly text: string;
  readonly place?: SourceRange;
}

/** A folder, a host or a variable of the config, and whether the project's own file names it. */
export interface PlacedPath extends PlacedText {
  readonly fromProject: boolean;
}

/** A setting by which the project's own file allows its plans more than the user does. */
export interface RaisedSetting {
  readonly key: keyof Ceilings | "default_timeout";
  /** Of `default_timeout` in milliseconds. */
  readonly value: number;
  /** What would hold without it. */
  readonly instead: number;
  readonly place?: SourceRange;
}

/** The config of a project: `.graph/config.toml` over the user's own file. */
export interface Config {
  /** As the user's file has it, or lower: more counts only in a trusted project. */
  readonly defaultTimeoutMs?: number;
  /** Likewise. */
  readonly ceilings: Partial<Ceilings>;
  /** What the project's file would raise. In the config of a trusted project it is in `ceilings` already. */
  readonly raised: readonly RaisedSetting[];
  /** `[settings] env`: the environment variables that plans may read. */
  readonly variables: readonly PlacedPath[];
  /** By the names that plans use. Their values are nowhere here. */
  readonly secrets: ReadonlyMap<string, SecretConfig>;
  /** `[engine] kind`: where runs live. */
  readonly engine: "memory";
  readonly servers: ReadonlyMap<string, ServerConfig>;
  readonly alwaysLoaded: readonly PlacedText[];
  /** Folders that `builtin__read_file` and `builtin__write_file` may use. */
  readonly roots: readonly PlacedPath[];
  readonly httpHosts: readonly PlacedPath[];
  /** Groups of words that the keyword search takes for one. */
  readonly synonyms: readonly (readonly string[])[];
  readonly planFolders: readonly PlacedPath[];
  /** The folders of plans that the user's own file names, those too that the project's file replaces: other projects have them. */
  readonly userPlanFolders: readonly string[];
  /** Problems of the files, each at its place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts of the files, by the names that diagnostics use. */
  readonly texts: ReadonlyMap<string, string>;
}
