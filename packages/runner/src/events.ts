import type { Json } from "@graph/plan";
import type { Question } from "./port.ts";
import type { RunResult, StepError, StepStatus } from "./run-result.ts";

interface EventBase {
  readonly runId: string;
  /** Milliseconds since 1970: the recorded time, the same in every replay. */
  readonly time: number;
}

interface StepEventBase extends EventBase {
  /** As `path`, with the attempts on the way (`outer#2[2]/inner`): tells an attempt that was given up from the one after it. */
  readonly key: string;
  /** `outer[2]/inner`. */
  readonly path: string;
  readonly tool: string;
}

/** What happens in a run, by name. */
export interface RunEvents {
  "run-start": EventBase & { readonly type: "run-start"; readonly plan: string; readonly input: Json };
  "run-finish": EventBase & { readonly type: "run-finish"; readonly plan: string; readonly result: RunResult };
  "step-start": StepEventBase & { readonly type: "step-start"; readonly attempt: number };
  "step-retry": StepEventBase & {
    readonly type: "step-retry";
    /** The attempt that comes next. */
    readonly attempt: number;
    readonly delayMs: number;
    readonly error: StepError;
  };
  "step-finish": StepEventBase & {
    readonly type: "step-finish";
    readonly status: StepStatus;
    readonly attempt: number;
    readonly output?: Json;
    readonly error?: StepError;
    readonly reason?: string;
    /** Estimated size of the output in bytes; counted when it is read. */
    readonly bytes: number;
  };
  /** A question to a person, or a signal, that a run waits for. Whoever can, answers it by its key. */
  question: EventBase &
    Question & {
      readonly type: "question";
      readonly key: string;
      /** `outer[2]/inner`. */
      readonly path: string;
    };
  "run-cancel": EventBase & { readonly type: "run-cancel" };
}

/** The names of events. */
export type RunEventName = keyof RunEvents;
/** Any event of a run. */
export type RunEvent = RunEvents[RunEventName];
