import { isObject, type Json, type JsonObject } from "@graph/plan";

/** A tool that the model wants to be called. */
export interface AgentCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** What a model said in one turn. */
export interface AgentTurn {
  readonly calls: readonly AgentCall[];
  readonly output: Json;
  readonly text?: string;
  /** Why its answer cannot be used; the model is told. */
  readonly problem?: string;
}

/** Calls that one turn may make. */
const mostCalls = 100;

/** Reads the result of `builtin__agent_turn`. What is not as it should be is a turn that went wrong, which the model is told. */
export function readTurn(value: Json): AgentTurn {
  const turn = isObject(value) ? value : {};
  const listed = Array.isArray(turn["calls"]) ? (turn["calls"] as readonly Json[]) : [];
  const calls = listed
    .filter(isCall)
    .slice(0, mostCalls)
    .map(({ id, tool, input }) => ({ id, tool, input }));
  const { text } = turn;
  const problem = turn["problem"] ?? misread(turn, listed.length - calls.length);
  return {
    calls,
    output: Object.hasOwn(turn, "output") ? (turn["output"] ?? null) : null,
    ...(typeof text === "string" && { text }),
    ...(typeof problem === "string" && { problem }),
  };
}

/** A turn that is no turn is not an answer. */
function misread(turn: JsonObject, dropped: number): string | undefined {
  if (dropped > 0) {
    return `${dropped} of your calls were not made: each needs an id, the name of a tool and an input that is an object, and one turn makes at most ${mostCalls}.`;
  }
  const answered = Object.hasOwn(turn, "output") || Object.hasOwn(turn, "calls");
  return answered ? undefined : "Your answer could not be read.";
}

function isCall(value: Json): value is { readonly id: string; readonly tool: string; readonly input: JsonObject } {
  return (
    isObject(value) && typeof value["id"] === "string" && typeof value["tool"] === "string" && isObject(value["input"])
  );
}
