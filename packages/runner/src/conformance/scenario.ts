import type { CheckedPlan, Json, PlanSnapshot } from "@graph/plan";
import type { RunEvent } from "../events.ts";
import { noCounts } from "../no-counts.ts";
import type { Completion, Interpreter, Outcome, RunEngine, RunScope, ToolCall, InvocationContext } from "../port.ts";
import type { RunResult } from "../run-result.ts";

/** What a scenario asks the engine under test to be made with. */
export interface EngineParts {
  readonly interpreter: Interpreter;
  invoke(call: ToolCall, context: InvocationContext): Promise<Outcome> | Outcome;
  readonly onEvent?: (event: RunEvent) => void;
}

/** An engine under test, served, with a hold on its time. */
export interface EngineUnderTest {
  readonly engine: RunEngine;
  /** Lets time pass until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Lets so many milliseconds pass. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export type MakeEngine = (parts: EngineParts) => Promise<EngineUnderTest>;

/** One rule of the port. Throws when the engine breaks it. */
export interface EngineScenario {
  readonly name: string;
  run(make: MakeEngine): Promise<void>;
}

/** A plan that a hand-written interpreter never looks at. */
export function emptySnapshot(identifier: string = "conformance"): PlanSnapshot {
  const main: CheckedPlan = {
    identifier,
    name: identifier,
    description: "A plan for tests of engines.",
    digest: "0".repeat(64),
    limits: {},
    execution: "dataflow",
    effect: "write",
    repeatable: false,
    body: { pointer: "/steps", single: false, steps: [] },
    calls: [],
  };
  return { main, plans: {} };
}

/** The result of a hand-written interpreter. */
export function finished(scope: RunScope, output: Json, endedAt: number): RunResult {
  return {
    runId: scope.runId,
    plan: "conformance",
    status: "succeeded",
    output,
    counts: noCounts,
    usage: { calls: 0 },
    startedAt: scope.startedAt,
    endedAt,
    diagnostics: [],
    steps: new Map(),
  };
}

/** A call without arguments. */
export function call(key: string, tool: string = "work", input: Json = {}): ToolCall {
  return { key, tool, input, effect: "read", depth: 1 };
}

/** Waits until a ticket has completed; gives back everything that came until then, in order. */
export async function nextUntil(
  scope: RunScope,
  seen: Completion[],
  done: (seen: Completion[]) => boolean,
): Promise<void> {
  while (!done(seen)) seen.push(...(await scope.next()));
}

export const succeeded = (value: Json): Outcome => ({ ok: true, value });
