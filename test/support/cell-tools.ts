import type { ErrorClass, JsonObject } from "@graph/plan";
import { ToolError, type Tool, type ToolContext } from "@graph/tools";
import type { Clock } from "@graph/world";
import { hashedNumber } from "./random-source.ts";

/** Cells that the tools of a generated plan share, and everything that happened to them. */
export class Cells {
  readonly values: Map<string, number> = new Map();
  /** Every write in the order in which it took effect. */
  readonly effects: string[] = [];
  /** The keys of all calls, in the order of their starts. */
  readonly calls: string[] = [];
  running = 0;
  readonly #tries = new Map<string, number>();

  read(cell: string): number {
    return this.values.get(cell) ?? 0;
  }

  write(cell: string, value: number): void {
    this.values.set(cell, value);
    this.effects.push(`${cell}=${String(value)}`);
  }

  try(key: string): number {
    const count = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, count);
    return count;
  }
}

interface CellInput {
  readonly cell?: string;
  readonly value?: unknown;
  readonly ms?: number;
  readonly fail?: ErrorClass;
  readonly times?: number;
  readonly class?: ErrorClass;
}

const schema: JsonObject = { type: "object" };

/** A number from any JSON value: the same for equal values. */
const numberOf = (value: unknown): number => Math.floor(hashedNumber(1, JSON.stringify(value) ?? "") * 1000);

/** What the tools work on at the moment: one catalog serves many runs, one after the other. */
export interface CellStage {
  cells: Cells;
  clock: Clock;
  /** Seeds up to 5 ms that every call waits beyond what it is told, by its key: with another seed calls overlap differently. */
  jitter: number;
}

/** The tools of generated plans. */
export function cellTools(stage: CellStage): readonly Tool<CellInput>[] {
  const pause = (input: CellInput, context: ToolContext): Promise<void> | undefined => {
    const { clock } = stage;
    const ms = (input.ms ?? 0) + Math.floor(hashedNumber(stage.jitter, context.key) * 5);
    if (ms === 0) return undefined;
    return new Promise((resolve, reject) => {
      const { signal } = context;
      const timer = clock.timer(ms, resolve);
      signal.addEventListener("abort", () => {
        timer.cancel();
        reject(new Error("aborted"));
      });
    });
  };
  const failAsTold = (input: CellInput, effect: "none" | "maybe"): void => {
    if (input.fail !== undefined) throw new ToolError("It was told to fail.", { class: input.fail, effect });
  };
  const tool = (
    name: string,
    readOnly: boolean,
    work: (input: CellInput, context: ToolContext, cells: Cells) => Promise<unknown>,
  ): Tool<CellInput> => ({
    name,
    description: `${name} a cell.`,
    inputSchema: schema,
    annotations: { readOnlyHint: readOnly },
    async run(input: CellInput, context: ToolContext): Promise<unknown> {
      // A call that outlives its run goes on with the cells of that run.
      const { cells } = stage;
      cells.running += 1;
      cells.calls.push(context.key);
      try {
        return await work(input, context, cells);
      } finally {
        cells.running -= 1;
      }
    },
  });
  return [
    tool("read", true, async (input, context, cells) => {
      const before = cells.read(input.cell ?? "");
      await pause(input, context);
      failAsTold(input, "none");
      const value = cells.read(input.cell ?? "");
      // A write in the middle of a read would break the fences: both values are returned, so that it shows.
      return { value, before };
    }),
    tool("flaky", true, async (input, context, cells) => {
      const attempt = cells.try(context.key.replace(/#\d+$/u, ""));
      await pause(input, context);
      if (attempt <= (input.times ?? 0)) {
        throw new ToolError("Not yet.", { class: input.class ?? "tool_error", effect: "none" });
      }
      return { value: attempt };
    }),
    tool("write", false, async (input, context, cells) => {
      cells.write(input.cell ?? "", numberOf(input.value));
      await pause(input, context);
      failAsTold(input, "maybe");
      return { value: cells.read(input.cell ?? "") };
    }),
    tool("bump", false, async (input, context, cells) => {
      const before = cells.read(input.cell ?? "");
      await pause(input, context);
      cells.write(input.cell ?? "", before + numberOf(input.value));
      failAsTold(input, "maybe");
      return { value: cells.read(input.cell ?? "") };
    }),
  ];
}
