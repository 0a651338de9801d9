import type { JsonObject } from "@graph/plan";
import type { Tool, ToolContext } from "@graph/tools";
import type { Clock } from "@graph/world";
import { timeOf, type WorkTool } from "./cell-tools.ts";
import type { Cells } from "./cells.ts";

/** What the tools work on at the moment: one catalog serves many runs, one after the other. */
export interface Stage {
  cells: Cells;
  clock: Clock;
  /** Seeds what every call waits beyond what it is told, by its key: with another seed calls overlap differently. */
  jitter: number;
}

/** A tool of generated plans as it is registered: it works on the stage's cells, and takes its time on the stage's clock. */
export function stagedTool({ name, readOnly, begin }: WorkTool, stage: Stage): Tool<JsonObject> {
  return {
    name,
    description: `${name} for generated plans.`,
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: readOnly },
    async run(input, { key, signal }: ToolContext) {
      // A call that outlives its run goes on with the cells of that run.
      const { cells, clock, jitter } = stage;
      cells.running += 1;
      cells.calls.push(key);
      try {
        const work = begin(input, key, cells);
        await pause(clock, timeOf(work, jitter, key), signal);
        return work.end();
      } finally {
        cells.running -= 1;
      }
    },
  };
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> | undefined {
  if (ms === 0) return undefined;
  return new Promise((resolve, reject) => {
    const timer = clock.timer(ms, resolve);
    signal.addEventListener("abort", () => {
      timer.cancel();
      reject(new Error("aborted"));
    });
  });
}
