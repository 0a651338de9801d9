import type { ErrorClass, Json, JsonObject } from "@graph/plan";
import { ToolError } from "@graph/tools";
import type { Cells } from "./cells.ts";
import { sortedJson } from "./json-text.ts";
import { hashedNumber } from "./random-source.ts";

/** What a call does: something when it begins, the rest when its time is over. */
export interface Work {
  /** How long it takes, beyond the jitter of its key. */
  readonly ms: number;
  /** The result; throws a `ToolError`. */
  end(): Json;
}

/** A tool of generated plans, in a form that any interpreter can call on any clock. */
export interface WorkTool {
  readonly namespace: "cell" | "builtin";
  readonly name: string;
  readonly readOnly: boolean;
  begin(input: JsonObject, key: string, cells: Cells): Work;
}

/** Of the seeds of jitter those that this divides let calls that are told no time take none. Two of them that run at once may end in any order. */
export const instantEvery = 4;

/** How long a call takes: what it is told and up to 5 ms more, by its key. No whole number, so that no limit of time ends with it. */
export function timeOf(work: Work, jitter: number, key: string): number {
  if (work.ms === 0 && jitter % instantEvery === 0) return 0;
  // Fractions that are exact beside the milliseconds since 1970.
  return work.ms + (1 + Math.floor(hashedNumber(jitter, key) * 5 * 2048)) / 2048;
}

/** A number from any JSON value: the same for equal values. */
const numberOf = (value: Json | undefined): number => Math.floor(hashedNumber(1, sortedJson(value ?? null)) * 1000);

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const lengthOf = ({ ms }: JsonObject): number => (typeof ms === "number" ? ms : 0);

/** Fails when the input says so: `fail` is the class, `effect: none` says that nothing has been done. */
function failAsTold({ fail, effect }: JsonObject, readOnly: boolean): void {
  if (fail === undefined) return;
  const acted = readOnly || effect === "none" ? "none" : "maybe";
  throw new ToolError("It was told to fail.", { class: fail as ErrorClass, effect: acted });
}

const acts = ({ fail, effect }: JsonObject): boolean => fail === undefined || effect !== "none";

/** The tools that work on cells. */
export const cellTools: readonly WorkTool[] = [
  {
    namespace: "cell",
    name: "read",
    readOnly: true,
    begin(input, _key, cells) {
      const cell = textOf(input["cell"]);
      const before = cells.read(cell);
      return {
        ms: lengthOf(input),
        end() {
          failAsTold(input, true);
          // A write in the middle of a read would break the fences: both values are returned, so that it shows.
          return { value: cells.read(cell), before };
        },
      };
    },
  },
  {
    namespace: "cell",
    name: "flaky",
    readOnly: true,
    begin(input, key, cells) {
      const attempt = cells.try(key.replace(/#\d+$/u, ""));
      const { times, class: errorClass } = input;
      return {
        ms: lengthOf(input),
        end() {
          if (attempt > Number(times)) return { value: attempt };
          throw new ToolError("Not yet.", { class: errorClass as ErrorClass, effect: "none" });
        },
      };
    },
  },
  {
    namespace: "cell",
    name: "write",
    readOnly: false,
    begin(input, _key, cells) {
      const cell = textOf(input["cell"]);
      if (acts(input)) cells.write(cell, numberOf(input["value"]));
      return {
        ms: lengthOf(input),
        end() {
          failAsTold(input, false);
          return { value: cells.read(cell) };
        },
      };
    },
  },
  {
    namespace: "cell",
    name: "bump",
    readOnly: false,
    begin(input, _key, cells) {
      const cell = textOf(input["cell"]);
      const before = cells.read(cell);
      return {
        ms: lengthOf(input),
        end() {
          if (acts(input)) cells.write(cell, before + numberOf(input["value"]));
          failAsTold(input, false);
          return { value: cells.read(cell) };
        },
      };
    },
  },
];
