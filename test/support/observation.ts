import type { Diagnostic, Json } from "@graph/plan";
import type { RunEvent, RunResult } from "@graph/runner";
import type { RegisteredTool } from "@graph/tools";
import type { QuestionLog } from "./fake-decider.ts";
import type { FakeState } from "./fake-state.ts";
import type { ProjectFolder } from "./project-folder.ts";

/** What one run of a case was seen to do. Each mode fills in what it has. */
export interface Observation {
  readonly project: ProjectFolder;
  /** What checking the project, checking the plan and the run reported. */
  readonly diagnostics: readonly Diagnostic[];
  readonly status?: string;
  readonly output?: Json;
  readonly result?: RunResult;
  readonly events: readonly RunEvent[];
  readonly catalog: readonly RegisteredTool[];
  readonly fakes: FakeState;
  /** Messages that the misbehaving servers got, as `server:method`. */
  readonly messages: ReadonlyMap<string, number>;
  readonly questions?: QuestionLog;
  /** Names that a search may return. */
  readonly searchable?: ReadonlySet<string>;
  readonly connections: number;
  readonly realMs: number;
  readonly stallMs: number;
  /** Time on the clock of the run. */
  readonly clockMs: number;
  readonly command?: CommandOutcome;
  /** Everything that a person or a machine could read of this run. */
  readonly texts: readonly string[];
}

export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output of the case's first run, for `same_output_as_first`. */
export interface CaseMemory {
  firstOutput?: Json | undefined;
}
