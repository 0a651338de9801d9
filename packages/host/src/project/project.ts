import type { CatalogServer, Diagnostic, JsonObject, PlanSnapshot } from "@graph/plan";
import type { ChatModel, DecisionModel } from "@graph/models";
import type { RunEvent, RunResult } from "@graph/runner";
import type { RegisteredTool, Tool, ToolCatalog } from "@graph/tools";
import type { World } from "@graph/world";
import type { Config } from "../config/config.ts";
import type { PlanFile, PlanOrigin } from "../plans/plan-file.ts";
import type { TrustDecision } from "../trust/decide-trust.ts";
import type { QuestionListener } from "./run-question.ts";

/** How a project is opened. */
export interface OpenOptions {
  /** The project's folder. Default: the nearest folder upward from the working folder that has a `.graph`, else the working folder. */
  readonly dir?: string;
  /** The outside; the real one by default. */
  readonly world?: World;
  /** Whether the project's config may start servers. Default: what the user's trust or `GRAPH_TRUST=1` says. */
  readonly trust?: boolean;
  /** Tools of the host's own process, as `user__x`, or with a namespace as `<namespace>__x`. */
  readonly tools?: readonly (Tool | { readonly tool: Tool; readonly namespace: string })[];
  /** Decision models by role; `decider` is what searches and decisions use. */
  readonly decisionModels?: ReadonlyMap<string, DecisionModel>;
  /** Chat models by role; `default` is what writes, answers `infer` gates and runs agents unless a plan names another role. */
  readonly chatModels?: ReadonlyMap<string, ChatModel>;
  /** False: no server is started, and their tools are not there. */
  readonly servers?: boolean;
}

/** A plan as a list shows it. */
export interface PlanListing {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly origin: PlanOrigin;
  /** How its file is called in messages. */
  readonly file: string;
  /** It replaces a shipped plan. */
  readonly overrides: boolean;
  /** Why it is hidden from the catalog: servers it requires are not configured. */
  readonly hidden?: string;
  /** Its file has errors: it is listed, never run. */
  readonly broken: boolean;
}

/** A plan that was found, or why not. */
export type FoundPlan =
  | { readonly plan: PlanFile; readonly diagnostics: readonly Diagnostic[] }
  | { readonly plan?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** What checking a plan found. */
export interface ProjectCheck {
  readonly plan?: PlanFile;
  /** Only without errors: what a run is started with. */
  readonly snapshot?: PlanSnapshot;
  readonly diagnostics: readonly Diagnostic[];
  /** How many more there are beyond those listed. */
  readonly hidden: number;
}

/** How long somebody waits. */
export interface WaitOptions {
  /** Aborting it ends the wait for servers: the call rejects with the signal's reason. The servers themselves go on. */
  readonly signal?: AbortSignal;
}

/** How a run is watched and stopped. */
export interface RunOptions {
  /** Called with every event as it happens, `question` only beside `onQuestion`; what it throws is ignored. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Called with each question and each signal that the run waits for. Without it nobody can be asked. */
  readonly onQuestion?: QuestionListener;
  /** Aborting it cancels the run, also while its servers are starting. */
  readonly signal?: AbortSignal;
}

/** A project: its config, plans and tools put together from `.graph/`. Long-lived hosts keep one open; edited plans count at the next call. */
export interface Project {
  readonly folder: string;
  readonly world: World;
  readonly config: Config;
  readonly trust: TrustDecision;
  /** All plans, hidden and broken ones included, sorted by identifier. */
  plans(): Promise<readonly PlanListing[]>;
  /** A plan by identifier, or by the path of its file. The name is checked before a file is touched. */
  find(reference: string): Promise<FoundPlan>;
  /** Checks a plan against the tools it names; their servers are listed, no tool is called. */
  check(reference: string, options?: WaitOptions): Promise<ProjectCheck>;
  /** Checks and runs a plan. A plan that is refused gives a failed result with the reasons; this never rejects for what a plan does. */
  run(reference: string, input: JsonObject, options?: RunOptions): Promise<RunResult>;
  /** What is wrong with an input of a checked plan, its defaults filled in; nothing when it fits. A run would end with the same. */
  checkInput(snapshot: PlanSnapshot, input: JsonObject): readonly Diagnostic[];
  /** Runs what `check` has passed. */
  runChecked(snapshot: PlanSnapshot, input: JsonObject, options?: RunOptions): Promise<RunResult>;
  /** Calls one tool by its public name. */
  call(tool: string, input: JsonObject, options?: RunOptions): Promise<RunResult>;
  /** The catalog with every server listed and every plan in it. */
  catalog(options?: WaitOptions): Promise<ToolCatalog>;
  /** One tool by its public name; only its own server is listed. */
  tool(name: string, options?: WaitOptions): Promise<RegisteredTool | undefined>;
  /** The configured servers as they are known now; `list` asks each of them (or those named) first. */
  servers(list?: "all" | readonly string[], options?: WaitOptions): Promise<readonly CatalogServer[]>;
  /** Problems of the project itself so far: config, plan files, servers, the store. */
  diagnostics(): readonly Diagnostic[];
  /** A text with `***` in the place of the config's secrets, in whatever spelling: for what is shown to people or written to logs. */
  hideSecrets(text: string): string;
  /** The text of a file of a plan or a config, by the name that diagnostics use. */
  textOf(file: string): string | undefined;
  /** Reads the plans again, and starts and lists the servers again that were started. Calls that are open fail. */
  refresh(options?: WaitOptions): Promise<void>;
  /** Cancels all runs and ends all servers, those too that are being started just now. None is started afterwards. */
  close(): Promise<void>;
}
